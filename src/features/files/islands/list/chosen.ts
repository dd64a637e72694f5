import type { Locale } from '#base/messages.ts'
import { filtersFrom } from './filters.ts'
import { idOf, rows, tickedIds, tickOf } from './rows.ts'

/** Chosen beyond what is shown: all that match. Null: what is ticked is all that is chosen. */
let wide: ReadonlySet<string> | null = null
/** For which rows all that match are offered: one question is enough. */
let offeredFor = ''
let asking: AbortController | null = null
let drawOffer: (() => void) | null = null

export function chosenIds(): string[] {
  return wide ? [...wide] : tickedIds()
}

/** A tick was changed, or another list is shown: only what is ticked counts, and what was offered is offered anew. */
export function endWide(): void {
  asking?.abort()
  wide = drawOffer = null
  offeredFor = ''
  writeLine('')
}

/** These are not in the list any more. */
export function leaveOut(ids: readonly string[]): void {
  const gone = new Set(ids)
  if (wide) wide = new Set([...wide].filter((id) => !gone.has(id)))
}

/** Rows that came later belong to it too; and what has no row on the page any more is not chosen behind one's back. */
export function tickWide(): void {
  if (tickedIds().length === 0) endWide()
  for (const row of rows()) {
    const box = tickOf(row)
    if (box && wide?.has(idOf(row))) box.checked = true
  }
}

/** The line below the bar says how far something has come; without words it offers again what it offered. */
export function writeLine(text: string): void {
  const line = lineOf()
  if (line) line.textContent = text
  if (text === '') drawOffer?.()
}

function lineOf(): Element | null {
  return document.querySelector('.list-wide')
}

/** Every row that is loaded is ticked, and there are more: offers all of them, as a second step. */
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
