/** Puts parts of a page that was asked for in place of those on the screen; the shell then belongs to the new address. */
export function adoptPage(page: Document, ids: readonly string[], path: string): void {
  for (const id of ids) {
    const fresh = page.getElementById(id)
    if (fresh) document.getElementById(id)?.replaceWith(document.adoptNode(fresh))
  }
  document.title = page.title
  adoptShell(page, path)
}

/** The forms of the shell lead back to where we are now, and the sidebar marks it. */
function adoptShell(page: Document, path: string): void {
  const inputs = document.querySelectorAll<HTMLInputElement>('form[action="/settings/appearance"] input[name="next"]')
  for (const input of inputs) input.value = path
  for (const link of document.querySelectorAll('.places .place')) {
    const twin = page.querySelector(`.places .place[href="${link.getAttribute('href')}"]`)
    if (twin?.hasAttribute('aria-current')) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
}
