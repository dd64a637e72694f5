import { idOf, listRows } from '#browser/live-list/rows.ts'
import { listTicks } from '#browser/live-list/ticks.ts'

export const fileRows = listRows({ row: '.file-row', link: '.file-link', barsPx: 100 })
export const { rows, rowsOf, rowOf, currentRow, focusRow } = fileRows

export const ticks = listTicks({ rows, box: 'input[name="file_ids"]', all: 'input[data-all]' })
export const { tickOf, tickedIds } = ticks

const CONTROLS = ['.file-star', '.file-trash', 'input', '.file-link']

/** Replaces the rows and keeps ticks, focus and scroll position. */
export function replaceRows(list: Element, fresh: readonly HTMLElement[]): void {
  const old = rows()
  const focused = currentRow()
  const control = CONTROLS.find((selector) => document.activeElement?.matches(selector)) ?? '.file-link'
  const anchor = focused ?? fileRows.firstInView()
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
