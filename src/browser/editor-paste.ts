/** The box on the dashboard that creates a file from pasted or dropped text. */
export type PasteForm = {
  content: () => string
  fileName: () => string
  /** The placeholder of the name. */
  suggest: (fileName: string) => void
  /** Like a press on the button; nothing without a text. */
  submit: () => void
  listen: (on: { submit: () => void; change: () => void; drop: (files: File[]) => void }) => () => void
}

export function findPasteForm(inside: Element): PasteForm | null {
  const form = inside.closest('form')
  const content = form?.elements.namedItem('content')
  const fileName = form?.elements.namedItem('file_name')
  if (!form || !(content instanceof HTMLTextAreaElement) || !(fileName instanceof HTMLInputElement)) return null
  const usual = fileName.placeholder
  return {
    content: () => content.value,
    fileName: () => fileName.value,
    suggest: (name) => {
      fileName.placeholder = name || usual
    },
    submit: () => content.value !== '' && form.requestSubmit(),
    listen: (on) => {
      const controller = new AbortController()
      const { signal } = controller
      form.addEventListener('input', on.change, { signal })
      // The box has grown by then, and the browser scrolls only to the end of what was pasted.
      const showName = () => requestAnimationFrame(() => fileName.scrollIntoView({ block: 'nearest' }))
      form.addEventListener('paste', showName, { signal })
      form.addEventListener('submit', (event) => (event.preventDefault(), on.submit()), { signal })
      form.addEventListener('dragover', (event) => carriesFiles(event) && event.preventDefault(), { signal })
      const drop = (event: DragEvent) => {
        if (!carriesFiles(event)) return
        event.preventDefault()
        on.drop([...(event.dataTransfer?.files ?? [])])
      }
      form.addEventListener('drop', drop, { signal })
      return () => controller.abort()
    },
  }
}

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false
}

/** The exact text of a file, byte order mark included; null when it is not text. */
export async function readTextFile(file: File): Promise<string | null> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer())
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}
