export type FormDetails = { fileName: string; language: string; description: string; tags: string }

/** The form around the editor, rendered by the server. */
export type EditorForm = {
  textarea: HTMLTextAreaElement
  details: () => FormDetails
  setDetails: (details: FormDetails) => void
  /** Sets the status line beside the button, and its tone. */
  say: (text: string, tone: 'quiet' | 'success' | 'warn') => void
  /** The label of the option "detect". */
  nameDetected: (label: string) => void
  /** The file exists now: the form updates it, and the URL changes. */
  becomeFile: (id: string, words: { save: string }) => void
  /** Swaps the textarea for the editor, or the editor for the textarea. */
  showTextarea: (shown: boolean) => void
  styleNonce: string
  listen: (on: { submit: () => void; change: () => void }) => () => void
}

export function findEditorForm(): EditorForm {
  const form = element('#editor-form', HTMLFormElement)
  const textarea = element('#editor-content', HTMLTextAreaElement)
  const status = element('#editor-status', HTMLElement)
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement
  const fields = {
    fileName: field('file_name'),
    language: field('language'),
    description: field('description'),
    tags: field('tags'),
  }
  // The editor holds the text now; the browser would restore an older one into the textarea on Reload.
  textarea.autocomplete = 'off'
  return {
    textarea,
    styleNonce: element('#editor-nonce', HTMLElement).nonce,
    details: () => ({
      fileName: fields.fileName.value,
      language: fields.language.value,
      description: fields.description.value,
      tags: fields.tags.value,
    }),
    setDetails: (details) => {
      for (const [name, value] of Object.entries(details)) fields[name as keyof FormDetails].value = value
    },
    say: (text, tone) => {
      if (status.textContent !== text) status.textContent = text
      status.dataset['tone'] = tone
    },
    nameDetected: (label) => {
      const option = form.querySelector<HTMLOptionElement>('option[value=""]')
      if (option) option.textContent = label
    },
    becomeFile: (id, words) => becomeFile(form, id, words),
    showTextarea: (shown) => {
      textarea.hidden = !shown
      element('#editor-hint', HTMLElement).hidden = shown
    },
    listen: (on) => listen(form, on),
  }
}

function becomeFile(form: HTMLFormElement, id: string, words: { save: string }): void {
  form.action = `/file/${id}/edit`
  history.replaceState(null, '', form.action)
  const views = form.querySelector<HTMLElement>('.view-switch')
  if (views) views.hidden = false
  for (const link of views?.querySelectorAll('a') ?? []) link.href = link.href.replace('/file/new', `/file/${id}`)
  const button = form.querySelector('button[type=submit]')
  if (button) button.textContent = words.save
}

function listen(form: HTMLFormElement, on: { submit: () => void; change: () => void }): () => void {
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    on.submit()
  }
  const change = (event: Event) => {
    // The editor reports its own changes.
    if (event.target instanceof Element && event.target.closest('cs-island')) return
    on.change()
  }
  form.addEventListener('submit', submit)
  form.addEventListener('input', change)
  return () => {
    form.removeEventListener('submit', submit)
    form.removeEventListener('input', change)
  }
}

function element<E extends Element>(selector: string, kind: new () => E): E {
  const found = document.querySelector(selector)
  if (!(found instanceof kind)) throw new Error(`The page has no ${selector}`)
  return found
}
