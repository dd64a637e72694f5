import type { Stored } from './fields.ts'

/** Where a note is in the newest version of its file; null when it is on no lines. */
export type NotePlace = { state: 'anchored' | 'moved' | 'changed' | 'lost'; start: number; end: number } | null

/** A note as a list of the server tells of it. */
export type ListedNote = { id: string; stored: Stored; place: NotePlace; createdAt: string }
