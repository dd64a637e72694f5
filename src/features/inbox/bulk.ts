import type { NoteId } from '#base/ids.ts'
import { MAX_TAGS } from '#features/files/file.ts'
import type { ColorId } from '#features/notes/color-ids.ts'

/** What is done to several notes at once. `done` closes their reminders. */
export type BulkAct =
  | { action: 'done' }
  | { action: 'delete' }
  | { action: 'restore' }
  | { action: 'color'; color: ColorId }
  | { action: 'tag'; tags: readonly string[] }

/** A note as it was before, for Undo. */
export type BulkNote = { id: NoteId; color: ColorId; tags: readonly string[]; remindAt: Date | null }

/** `missing`: notes that are not there any more. `full`: notes that would have too many tags. */
export type BulkOutcome = { changed: readonly BulkNote[]; missing: number; full: number }

/** As many as a page of notes has, and more than one looks through. */
export const MAX_BULK_NOTES = 100

/** A tag that is there already is not repeated. Null when there would be too many. */
export function withTags(tags: readonly string[], more: readonly string[]): string[] | null {
  const all = [...new Set([...tags, ...more])]
  return all.length > MAX_TAGS ? null : all
}

/** The result of a form without script. `none`: no note was ticked. */
export const INBOX_NEWS = ['ticked', 'stale', 'done', 'color', 'tag', 'delete', 'none', 'bad_tags'] as const
export type InboxNews = { what: (typeof INBOX_NEWS)[number]; n: number }
