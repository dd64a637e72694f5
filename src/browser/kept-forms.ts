const PREFIX = 'kept-form:'

/**
 * Keeps what was typed into a form with `data-kept` while the person is sent to /confirm and back. A saved form comes back with `done`, and
 * then nothing is filled in.
 */
export function keepForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-kept]')) {
    const key = PREFIX + form.getAttribute('action')
    const typed = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    if (typed !== null && !location.search.includes('done=')) fillIn(form, new URLSearchParams(typed))
    form.addEventListener('submit', () => {
      const fields = fieldsOf(form).map(({ name, value }) => [name, value])
      sessionStorage.setItem(key, new URLSearchParams(fields).toString())
    })
  }
}

/** After signing out: the next person in this window must not find it. */
export function forgetForms(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
}

function fillIn(form: HTMLFormElement, typed: URLSearchParams): void {
  for (const field of fieldsOf(form)) field.value = typed.get(field.name) ?? field.value
}

/** Text only: a checkbox is pressed again on purpose. */
function fieldsOf(form: HTMLFormElement) {
  return Array.from(form.querySelectorAll<HTMLTextAreaElement | HTMLInputElement>('textarea, input:not([type])'))
}
