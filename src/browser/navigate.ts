/** Submits a form as if the user had pressed its button: the server answers with a page. */
export function sendForm(action: string, fields: Record<string, string>): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = action
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  form.submit()
}

export function navigateTo(href: string): void {
  window.location.assign(href)
}

/** Loads a page in place of this one. `assign` would load nothing when the two differ in the fragment only. */
export function reloadAs(href: string): void {
  window.history.replaceState(null, '', href)
  window.location.reload()
}

export function currentPath(): string {
  return window.location.pathname + window.location.search
}

/** With the fragment: where on the page. */
export function currentAddress(): string {
  return currentPath() + window.location.hash
}
