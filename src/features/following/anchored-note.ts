import type { LineRange } from 'codeshelf-follow'
import type { NoteId } from '#base/ids.ts'
import { lineSpan } from '#base/lines.ts'
import type { Place } from './place.ts'

/** The text of the lines when the note was attached, with 32 characters of context, in a file version or a commit. */
export type Quote = { text: string; before: string; after: string; version: number; commit?: string | null }

/** Where a sync found the lines of a note: in which commit, as ranges of lines. No ranges: they are gone. */
export type Followed = { commit: string; ranges: LineRange[]; isMoved: boolean }

/** What following knows of a note: the lines that the user attached it to, and what was stored of their way since. */
export type AnchoredNote = {
  id: NoteId
  lineStart: number | null
  lineEnd: number | null
  quote: Quote | null
  /** Null until a sync has followed it. */
  followed?: Followed | null
  /** Where it was, oldest first. For a note in the library only where the user attached it: the rest is computed from the versions. */
  places?: readonly Place[]
  /** The version whose loss of the code the user has dismissed: no file is offered for it. */
  moveDismissed?: number | null
}

/** Characters kept on each side of the quoted lines. */
const CONTEXT_CHARS = 32

/** The text of lines `start` to `end` with its context; null when the text has no such lines. */
export function quoteOf(content: string, version: number, start: number, end: number): Quote | null {
  const span = lineSpan(content, start, end)
  if (!span) return null
  const { from, to } = span
  return {
    text: content.slice(from, to),
    before: content.slice(Math.max(0, from - CONTEXT_CHARS), from),
    after: content.slice(to, to + CONTEXT_CHARS),
    version,
  }
}
