import type { Place } from '../../anchor/place.ts'
import type { Fields, Stored } from './fields.ts'

/** The lines of a note in the newest version of its file; null when it has no lines. */
export type NoteLocation = {
  state: 'anchored' | 'shifted' | 'moved' | 'changed' | 'lost' | 'unknown'
  start: number
  end: number
  /** What happened to the lines last. */
  evidence?: Place | undefined
  /** The repository file that the note was attached to, when it is another one. */
  wasPath?: string | undefined
} | null

/** A note as the server lists it. */
export type ListedNote = { id: string; stored: Stored; location: NoteLocation; createdAt: string }

/** The location of a note that was just attached to its lines; null without lines. */
export function anchoredAt({ lineStart, lineEnd }: Pick<Fields, 'lineStart' | 'lineEnd'>): NoteLocation {
  return lineStart === null ? null : { state: 'anchored', start: lineStart, end: lineEnd ?? lineStart }
}

export function isSameLocation(a: NoteLocation, b: NoteLocation): boolean {
  return (
    a?.state === b?.state && a?.start === b?.start && a?.end === b?.end && a?.evidence?.since === b?.evidence?.since
  )
}
