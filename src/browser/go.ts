/** Sends a form as if the person had pressed its button: the server answers with a page. */
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

export function goTo(href: string): void {
  window.location.assign(href)
}

export function herePath(): string {
  return window.location.pathname + window.location.search
}
