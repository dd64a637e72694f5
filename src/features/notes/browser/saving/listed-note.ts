import type { Fields, Stored } from './fields.ts'

/** The lines of a note in the newest version of its file; null when it has no lines. */
export type NoteLocation = {
  state: 'anchored' | 'shifted' | 'moved' | 'changed' | 'lost' | 'unknown'
  start: number
  end: number
} | null

/** A note as the server lists it. */
export type ListedNote = { id: string; stored: Stored; location: NoteLocation; createdAt: string }

/** The location of a note that was just attached to its lines; null without lines. */
export function anchoredAt({ lineStart, lineEnd }: Pick<Fields, 'lineStart' | 'lineEnd'>): NoteLocation {
  return lineStart === null ? null : { state: 'anchored', start: lineStart, end: lineEnd ?? lineStart }
}

export function isSameLocation(a: NoteLocation, b: NoteLocation): boolean {
  return a?.state === b?.state && a?.start === b?.start && a?.end === b?.end
}
