export type FormDetails = { fileName: string; language: string; description: string; tags: string }

/** The form around the editor, made by the server. */
export type EditorForm = {
  textarea: HTMLTextAreaElement
  details: () => FormDetails
  setDetails: (details: FormDetails) => void
  /** What the line beside the button says, and in which tone. */
  say: (text: string, tone: 'quiet' | 'success' | 'warn') => void
  /** What the choice "detect" is called. */
  nameDetected: (label: string) => void
  /** The file exists now: the form changes it, and the address says so. */
  becomeFile: (id: string, words: { save: string; back: string }) => void
  /** Puts the editor in the place of the textarea, or the textarea back. */
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
  // The text is in the editor now; what the browser would bring back into the box on Reload is older.
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

function becomeFile(form: HTMLFormElement, id: string, words: { save: string; back: string }): void {
  form.action = `/file/${id}/edit`
  history.replaceState(null, '', form.action)
  form.querySelector('.editor-head a')?.setAttribute('href', `/file/${id}`)
  const back = form.querySelector('.editor-back')
  if (back) back.textContent = words.back
  const button = form.querySelector('button[type=submit]')
  if (button) button.textContent = words.save
}

function listen(form: HTMLFormElement, on: { submit: () => void; change: () => void }): () => void {
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    on.submit()
  }
  const change = (event: Event) => {
    // What happens inside the editor is told by the editor.
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
