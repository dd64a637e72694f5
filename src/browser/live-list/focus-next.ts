/**
 * Moves the focus from a row that is about to be removed to the next one of its lists, or to the one before it. Otherwise the browser drops
 * the focus to the body, and the next Tab starts at the top of the page. Without another row the box around the lists takes it.
 */
export function focusNextRow(inside: Element): void {
  const row = inside.closest('li')
  const box = inside.closest<HTMLElement>('[data-rows]')
  if (!row || !box) return
  const rows = rowsIn(box)
  const at = rows.indexOf(row)
  const next = rows[at + 1] ?? rows[at - 1]
  focusRow(next, box)
}

/** The rows of all lists in a box, in reading order: lists with controls and lists of files. */
export function rowsIn(box: ParentNode): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>(':is(.rows, .shelf) > li')]
}

/** The first link of a row opens what it is about. */
export function focusRow(row: HTMLElement | undefined, otherwise: HTMLElement): void {
  const target = row?.querySelector<HTMLElement>('a[href]') ?? otherwise
  target.focus()
}
