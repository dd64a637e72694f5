import { type Cursor, decodeCursor, encodeCursor } from '#base/cursor.ts'
import type { BoardId, FileId, NoteId } from '#base/ids.ts'
import type { ColorId } from './color-ids.ts'
import type { Note } from './note.ts'
import type { NoteSearch } from './note-search.ts'

/** `movable`: the text may have changed since the note was attached, so that its lines must be followed. */
export type InboxShow = 'all' | 'tasks' | 'reminder' | 'movable'

/** The id is null when the URL has something else in its place; then no note matches. */
export type InboxSource =
  | { kind: 'file'; fileId: FileId | null }
  | { kind: 'board'; boardId: BoardId | null }
  | { kind: 'repo'; repoName: string }

export type InboxFilter = {
  show: InboxShow
  color: ColorId | null
  source: InboxSource | null
  /** Only this note. */
  noteId: NoteId | null
  search: NoteSearch | null
}

/** Newest first; with a search, notes with its words in the title come before the others. */
export type InboxCursor = Cursor<'note'> & { inTitle: boolean }

export type InboxNote = {
  note: Note
  fileName: string | null
  boardName: string | null
  /** The time of its pending reminder, due or upcoming. */
  remindAt: Date | null
  isRepeating: boolean
  /** Whether the search matches its title; false without a search. */
  inTitle: boolean
}

/** A file, board or repository with notes. */
export type NoteSource = { source: InboxSource; name: string; notes: number }

const IN_TITLE = 'title~'

export function encodeInboxCursor({ note, inTitle }: InboxNote): string {
  return (inTitle ? IN_TITLE : '') + encodeCursor({ at: note.createdAt, id: note.id })
}

/** Null when it is not a cursor of ours. */
export function decodeInboxCursor(text: string): InboxCursor | null {
  const inTitle = text.startsWith(IN_TITLE)
  const cursor = decodeCursor<'note'>(inTitle ? text.slice(IN_TITLE.length) : text)
  return cursor && { ...cursor, inTitle }
}
