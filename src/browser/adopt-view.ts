import { isViewAt, viewTargetOf } from '#base/view-query.ts'

/** After a list has changed in place: marks the saved view that it shows, and lets another one be saved. */
export function adoptView(path: string): void {
  const target = viewTargetOf(path)
  let isSaved = false
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-view]')) {
    const own = viewTargetOf(link.getAttribute('href') ?? '')
    const isCurrent = own !== null && isViewAt(own, path)
    if (isCurrent) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
    isSaved ||= isCurrent
  }
  const box = document.getElementById('save-view')
  const form = box?.querySelector('form')
  if (!box || !form) return
  box.hidden = target === null || isSaved
  for (const [name, value] of Object.entries({ ...target })) setField(form, name, value)
  // The name on a page that the server has drawn again says more.
  if (target?.page === 'search') setField(form, 'name', new URLSearchParams(target.query).get('q') ?? '')
}

function setField(form: HTMLFormElement, name: string, value: string): void {
  const field = form.elements.namedItem(name)
  // While somebody types a name, only what it names follows the search.
  if (field instanceof HTMLInputElement && field !== document.activeElement) field.value = value
}
