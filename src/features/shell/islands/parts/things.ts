import type { Locale } from '#base/messages.ts'
import { call } from '#browser/api.ts'
import { dialogMessages } from '../../messages/dialogs.ts'
import type { Entry } from './commands.ts'

/** Of each group. */
const SHOWN = 6

type Groups = { groups: { group: Entry['group']; hits: Hit[] }[] }
type Hit = {
  id: string
  url: string
  title: string
  place: string
  excerpt: { text: string } | null
  matches: { url: string }[]
}

/** The search of everything, on the server. A query that cannot be read yet finds nothing; the page of the search says why. */
export async function searchedEntries(query: string, locale: Locale, signal: AbortSignal): Promise<Entry[]> {
  if (query.trim() === '') return []
  const path = `/api/search?limit=${SHOWN}&q=${encodeURIComponent(query)}`
  const answer = await call<Groups>('GET', path, { signal })
  if (answer.outcome !== 'done') return []
  return answer.data.groups.flatMap(({ group, hits }) => hits.map((hit) => toEntry(group, hit, locale)))
}

function toEntry(group: Entry['group'], { id, url, title, place, excerpt, matches }: Hit, locale: Locale): Entry {
  return {
    // An id of an element has no spaces, and a path may have some.
    id: `${group}-${encodeURIComponent(id)}`,
    group,
    label: title || firstLine(excerpt?.text ?? '') || dialogMessages(locale).emptyNote,
    ...(place && { location: place }),
    does: 'go',
    // A file of a repository opens at the line that was found.
    href: group === 'repos' ? (matches[0]?.url ?? url) : url,
  }
}

function firstLine(text: string): string {
  return text.trim().split(/\r\n|\r|\n/, 1)[0] ?? ''
}
