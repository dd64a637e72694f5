import type { Locale } from '#base/messages.ts'
import { idOf } from '#browser/live-list/rows.ts'
import { filtersFrom } from './filters.ts'
import { rows, tickedIds, tickOf } from './rows.ts'

/** All matching files, selected beyond the visible rows. Null: only the ticked rows are selected. */
let wide: ReadonlySet<string> | null = null
/** The rows for which "select all matching" is offered already, so that it is requested once. */
let offeredFor = ''
let asking: AbortController | null = null
let drawOffer: (() => void) | null = null

export function chosenIds(): string[] {
  return wide ? [...wide] : tickedIds()
}

/** Drops the wide selection after a tick changed or another list was shown, so that it can be offered again. */
export function endWide(): void {
  asking?.abort()
  wide = drawOffer = null
  offeredFor = ''
  writeLine('')
}

/** Removes files that left the list from the wide selection. */
export function leaveOut(ids: readonly string[]): void {
  const gone = new Set(ids)
  if (wide) wide = new Set([...wide].filter((id) => !gone.has(id)))
}

/** Ticks rows that were loaded later. Ends the wide selection when no row is ticked: nothing is selected invisibly. */
export function tickWide(): void {
  if (tickedIds().length === 0) endWide()
  for (const row of rows()) {
    const box = tickOf(row)
    if (box && wide?.has(idOf(row))) box.checked = true
  }
}

/** Shows progress in the line below the bar; an empty text shows the offer again. */
export function writeLine(text: string): void {
  const line = lineOf()
  if (line) line.textContent = text
  if (text === '') drawOffer?.()
}

function lineOf(): Element | null {
  return document.querySelector('.list-wide')
}

/** Offers to select all matching files once every loaded row is ticked and more files match. */
export function offerAll(show: () => void, locale: Locale): void {
  if (wide) return drawOffer?.()
  const ticked = tickedIds()
  const isAll = ticked.length > 0 && ticked.length === rows().length && document.querySelector('#results a[rel="next"]')
  const now = isAll ? `${window.location.search} ${ticked.length}` : ''
  if (now === offeredFor) return
  endWide()
  offeredFor = now
  if (isAll) void offer(ticked, show, locale)
}

async function offer(ticked: readonly string[], show: () => void, locale: Locale): Promise<void> {
  asking = new AbortController()
  const { signal } = asking
  const filters = filtersFrom(Object.fromEntries(new URLSearchParams(window.location.search)))
  const { findAll, drawLine } = await import('./wide.ts')
  const found = await findAll(filters, ticked, signal)
  if (!found || signal.aborted) return
  const toggle = () => {
    wide = wide ? null : new Set(found.ids)
    drawOffer?.()
    show()
  }
  drawOffer = () => {
    const line = lineOf()
    const [isChosen, shown] = [wide !== null, tickedIds().length]
    if (line) drawLine(line, { found, filters, isChosen, shown, toggle, locale })
  }
  drawOffer()
}
