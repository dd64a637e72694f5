/** The rows in the DOM are the state: ticks, focus and visibility are read from them. */
export function rows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('#results .file-row')]
}

export function rowOf(id: string): HTMLElement | undefined {
  return rows().find((row) => idOf(row) === id)
}

export function idOf(row: HTMLElement): string {
  return row.dataset['id'] ?? ''
}

export function tickOf(row: HTMLElement): HTMLInputElement | null {
  return row.querySelector<HTMLInputElement>('input[name="file_ids"]')
}

export function tickedIds(): string[] {
  return rows()
    .filter((row) => tickOf(row)?.checked)
    .map(idOf)
}

export function focusRow(row: HTMLElement | undefined, options?: FocusOptions): void {
  const target = row?.querySelector<HTMLElement>('.file-link') ?? document.getElementById('results')
  target?.focus(options)
}

/** The row that has the focus. */
export function currentRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('#results .file-row') ?? null
}

const CONTROLS = ['.file-star', '.file-trash', 'input', '.file-link']

/** Replaces the rows and keeps ticks, focus and scroll position. */
export function replaceRows(list: Element, fresh: readonly HTMLElement[]): void {
  const old = rows()
  const focused = currentRow()
  const control = CONTROLS.find((selector) => document.activeElement?.matches(selector)) ?? '.file-link'
  const anchor = focused ?? firstInView()
  const top = anchor?.getBoundingClientRect().top ?? 0
  const known = new Map(old.map((row) => [idOf(row), row]))
  list.replaceChildren(...fresh.map((row) => sameOrNew(known.get(idOf(row)), row)))
  const moved = anchor && rowOf(idOf(anchor))
  if (moved) window.scrollBy({ top: moved.getBoundingClientRect().top - top, behavior: 'instant' })
  if (!focused) return
  const again = rowOf(idOf(focused)) ?? rows()[Math.min(old.indexOf(focused), rows().length - 1)]
  const target = again?.querySelector<HTMLElement>(control)
  if (target) target.focus({ preventScroll: true })
  else focusRow(again)
}

/** Reuses the element of an unchanged row, so that the browser keeps its state. */
function sameOrNew(old: HTMLElement | undefined, fresh: HTMLElement): HTMLElement {
  if (!old) return document.adoptNode(fresh)
  if (old.outerHTML === fresh.outerHTML) return old
  const [before, after] = [tickOf(old), tickOf(fresh)]
  if (before && after) after.checked = before.checked
  return document.adoptNode(fresh)
}

/** The first row below the sticky bars. */
const BARS_PX = 100

export function firstInView(): HTMLElement | null {
  return rows().find((row) => row.getBoundingClientRect().bottom > BARS_PX) ?? null
}
