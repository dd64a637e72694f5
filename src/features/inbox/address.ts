import { type NoteId, parseId } from '#base/ids.ts'
import { type ColorId, parseColor } from '#features/notes/color-ids.ts'
import type { InboxFilter, InboxSource } from '#features/notes/inbox.ts'
import { NOTE_FILTERS, type Show, SHOWS } from './note-filters.ts'

/** The parameters of /notes. All of them are in the URL, so that it can be shared and Back works. */
export type InboxQuery = {
  q: string
  show: Show
  color: ColorId | null
  source: InboxSource | null
  /** Only this note. */
  noteId: NoteId | null
}

export const NO_FILTER: InboxQuery = { q: '', show: 'all', color: null, source: null, noteId: null }

type Fields = Readonly<
  Partial<Record<'q' | 'show' | 'color' | 'file' | 'board' | 'repo' | 'note', string | null | undefined>>
>

/** An unknown value of `show` or `color` is ignored, and the chips show that nothing is filtered. A malformed id finds nothing. */
export function parseInboxQuery(fields: Fields): InboxQuery {
  return {
    q: fields.q ?? '',
    show: SHOWS.find((show) => show === fields.show) ?? 'all',
    color: parseColor(fields.color ?? ''),
    source: sourceFrom(fields),
    noteId: parseId<'note'>(fields.note ?? ''),
  }
}

function sourceFrom({ file, board, repo }: Fields): InboxSource | null {
  if (file) return { kind: 'file', fileId: parseId<'file'>(file) }
  if (board) return { kind: 'board', boardId: parseId<'board'>(board) }
  return repo ? { kind: 'repo', repoName: repo } : null
}

/** The fields of the URL, without those that have no value. */
export function fieldsOf({ q, show, color, source, noteId }: InboxQuery): Record<string, string> {
  const fields = {
    q,
    show: show === 'all' ? '' : show,
    color: color ?? '',
    [source?.kind ?? 'file']: source === null ? '' : valueOf(source),
    note: noteId ?? '',
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
}

/** A malformed id stays a filter that finds nothing. */
function valueOf(source: InboxSource): string {
  switch (source.kind) {
    case 'file':
      return source.fileId ?? '-'
    case 'board':
      return source.boardId ?? '-'
    case 'repo':
      return source.repoName
  }
}

export function inboxHref(query: InboxQuery, cursor: string | null = null): string {
  const fields = new URLSearchParams(fieldsOf(query))
  if (cursor !== null) fields.set('cursor', cursor)
  return fields.size === 0 ? '/notes' : `/notes?${fields.toString()}`
}

export function isSameSource(a: InboxSource | null, b: InboxSource | null): boolean {
  return a !== null && b !== null && a.kind === b.kind && valueOf(a) === valueOf(b)
}

/** Which notes to read. Whether a note is changed or lost is computed afterwards, for those whose text may have changed. */
export function filterOf({ show, color, source, noteId }: InboxQuery, search: InboxFilter['search']): InboxFilter {
  return { show: NOTE_FILTERS[show].reads, color, source, noteId, search }
}
