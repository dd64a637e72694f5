import { adoptView } from './adopt-view.ts'

/** Swaps parts of the page for those of a fetched page, and updates the shell for the new URL. */
export function replacePageParts(page: Document, ids: readonly string[], path: string): void {
  for (const id of ids) {
    const fresh = page.getElementById(id)
    if (fresh) document.getElementById(id)?.replaceWith(document.adoptNode(fresh))
  }
  document.title = page.title
  adoptShell(page, path)
}

/** Points the forms of the shell and the current navigation item to the new URL. */
function adoptShell(page: Document, path: string): void {
  adoptPath(path)
  for (const link of document.querySelectorAll('.nav-links .nav-link')) {
    const twin = page.querySelector(`.nav-links .nav-link[href="${link.getAttribute('href')}"]`)
    if (twin?.hasAttribute('aria-current')) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
}

/** Points the forms and the saved views of the shell to the new URL. */
export function adoptPath(path: string): void {
  const inputs = document.querySelectorAll<HTMLInputElement>('form[action="/settings/appearance"] input[name="next"]')
  for (const input of inputs) input.value = path
  adoptView(path)
}
