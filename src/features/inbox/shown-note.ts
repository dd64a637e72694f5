import type { Excerpt } from '#base/needle.ts'
import type { Block } from '#features/notes/body/tree.ts'
import type { InboxNote, NoteSource } from '#features/notes/inbox.ts'
import type { Note } from '#features/notes/note.ts'
import { noteElementId, noteUrl } from '#features/notes/note-url.ts'

export const INBOX_PAGE_NOTES = 20
/** Of one note, so that a page stays a list; the rest is at its own place. */
export const INBOX_BODY_CHARS = 1_000
export const INBOX_BODY_LINES = 20
/** What one request follows to find changed and lost notes: each text may have forty versions of two megabytes. */
export const INBOX_EXAMINED_TEXTS = 20
export const INBOX_EXAMINED_NOTES = 50
/** In the list of files, boards and repositories to choose from. */
export const INBOX_SOURCES = 30

/** `unknown`: following it took too long, or the mirror of its repository cannot be read. */
export type PlaceState = 'here' | 'changed' | 'lost' | 'unknown'

/** The beginning of a note, parsed. */
export type Body = {
  blocks: Block[]
  /** How many checkboxes it has: a form sends only those. */
  tasks: number
  isCut: boolean
  /** The text around the first match of the search when it is not in the beginning. */
  found: Excerpt | null
}

/** A note with its current lines. */
export type ShownNote = InboxNote & { state: PlaceState; isFileGone: boolean; body: Body }

/** Of notes whose state was computed: how many of them, and how many could not be followed now. */
export type Examined = { checked: number; candidates: number; unknown: number }

export type Listing = {
  notes: ShownNote[]
  /** All that match; null when only some notes were examined. */
  total: number | null
  examined: Examined | null
  next: string | null
}

/** `unchecked`: so many notes could not be compared with a pattern in time; null when their number is not known. */
export type InboxPageData = Listing & { sources: NoteSource[]; unchecked: number | null }

/** Where a note is read: a note whose repository file is gone is on the page of such notes. */
export function openUrl({ note, isFileGone }: Pick<ShownNote, 'note' | 'isFileGone'>): string {
  return isFileGone && note.target.kind === 'repo'
    ? `/notes/orphans/${note.target.repoName}#${noteElementId(note.id)}`
    : noteUrl(note)
}

/** Where other lines are chosen for a note; null when it is on its lines. */
export function attachUrl(shown: Pick<ShownNote, 'note' | 'state' | 'isFileGone'>): string | null {
  if (shown.state !== 'lost' && shown.state !== 'changed') return null
  return openUrl(shown).replace(`?note=${shown.note.id}`, '$&&attach=1')
}

export function sourceName({ note, fileName, boardName }: Pick<InboxNote, 'note' | 'fileName' | 'boardName'>): string {
  return fileName ?? boardName ?? pathOf(note)
}

function pathOf({ target }: Note): string {
  return target.kind === 'repo' ? target.repoPath : ''
}
