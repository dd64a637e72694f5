import type { Locale } from '#base/messages.ts'
import { call } from '#browser/api.ts'
import { wideMessages } from '../../messages/wide.ts'
import type { IdsReply } from '../../schema/files.ts'
import { chipsOf, type Filters, queryOf } from './filters.ts'

/** All matching files, up to the selection limit; `total` is null when there are more and they were not counted. */
export type Found = { ids: readonly string[]; total: number | null }

/** Fetches all matching ids in one request; null when there is nothing to offer. */
export async function findAll(filters: Filters, ticked: readonly string[], signal: AbortSignal): Promise<Found | null> {
  const query = queryOf(filters).toString()
  const answer = await call<(typeof IdsReply)['_output']>('GET', `/api/files/ids?${query}`, { signal })
  if (answer.outcome !== 'done') return null
  const found = { ids: answer.data.ids, total: answer.data.total_known }
  return isWider(found, ticked) ? found : null
}

/** Whether this selects more than the ticked rows and, where only the first are selected, includes all of them. */
export function isWider({ ids, total }: Found, ticked: readonly string[]): boolean {
  const known = new Set(ids)
  return ids.length > ticked.length && (total === ids.length || ticked.every((id) => known.has(id)))
}

type Line = { found: Found; filters: Filters; isChosen: boolean; shown: number; toggle: () => void; locale: Locale }

/** The line below the bar: one button that selects all matching files or undoes that. It is one button so that it keeps the focus. */
export function drawLine(host: Element, { found, filters, isChosen, shown, toggle, locale }: Line): void {
  const t = wideMessages(locale)
  const button = host.querySelector('button') ?? document.createElement('button')
  button.type = 'button'
  button.className = 'button button-quiet'
  button.textContent = isChosen ? t.onlyShown(shown) : offerText(found, filters, locale)
  button.onclick = toggle
  const words = document.createElement('span')
  words.textContent = t.withHidden
  if (button.parentNode !== host) host.replaceChildren(button)
  host.querySelector('span')?.remove()
  if (isChosen) button.before(words)
}

export function offerText({ ids, total }: Found, filters: Filters, locale: Locale): string {
  const t = wideMessages(locale)
  const isNarrowed = filters.q !== '' || chipsOf(filters).length > 0
  if (total === ids.length) return isNarrowed ? t.allMatching(total) : t.allFiles(total)
  return total === null ? t.firstOfMore(ids.length) : t.firstOf(ids.length, total)
}
