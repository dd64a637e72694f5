import type { Locale } from '#base/messages.ts'
import { call } from '#browser/api.ts'
import { dialogMessages } from '../../messages/dialogs.ts'
import type { Entry } from './commands.ts'

const NOTES_SHOWN = 6

type Boards = { boards: { id: string; name: string }[] }
type Files = { items: { id: string; folder: string; file_name: string; url: string }[] }
type Notes = { results: { id: string; url: string; title: string; preview: string; place: string }[] }

/** Lists the boards. A failed request returns none; the boards page shows the error. */
export async function boardEntries(): Promise<Entry[]> {
  const answer = await call<Boards>('GET', '/api/note-boards')
  if (answer.outcome !== 'done') return []
  return answer.data.boards.map(({ id, name }) => ({
    id: `board-${id}`,
    group: 'boards',
    label: name,
    does: 'go',
    href: `/boards/${id}`,
  }))
}

/** Finds files by a part of their path on the server, best match first. */
async function fileEntries(query: string, signal: AbortSignal): Promise<Entry[]> {
  const answer = await call<Files>('GET', `/api/files/names?q=${encodeURIComponent(query)}`, { signal })
  if (answer.outcome !== 'done') return []
  return answer.data.items.map(({ id, folder, file_name: name, url }) => ({
    id: `file-${id}`,
    group: 'files',
    label: name,
    ...(folder && { location: folder }),
    does: 'go',
    href: url,
  }))
}

/** Files, then notes. One update for both: entries that arrive later would move those that are already read. */
export async function searchedEntries(query: string, locale: Locale, signal: AbortSignal): Promise<Entry[]> {
  if (query.trim() === '') return []
  const found = await Promise.all([fileEntries(query, signal), noteEntries(query, locale, signal)])
  return found.flat()
}

/** Searches notes on the server, best match first. */
async function noteEntries(query: string, locale: Locale, signal: AbortSignal): Promise<Entry[]> {
  const path = `/api/sticky-notes/search?limit=${NOTES_SHOWN}&q=${encodeURIComponent(query)}`
  const answer = await call<Notes>('GET', path, { signal })
  if (answer.outcome !== 'done') return []
  return answer.data.results.map(({ id, url, title, preview, place }) => ({
    id: `note-${id}`,
    group: 'notes',
    label: title || firstLine(preview) || dialogMessages(locale).emptyNote,
    location: place,
    does: 'go',
    href: url,
  }))
}

function firstLine(text: string): string {
  return text.trim().split(/\r\n|\r|\n/, 1)[0] ?? ''
}
