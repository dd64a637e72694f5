import { isSameCode } from 'codeshelf-follow'
import type { NoteId } from '#base/ids.ts'
import type { SymbolName } from '#base/symbol.ts'
import { charLength } from '#base/text.ts'
import type { AnchoredNote, Quote } from './anchored-note.ts'

/** A watch stores the text of its lines, and what they became. */
export const MAX_WATCHED_CHARS = 50_000

/** A function, type or other definition that a watch is of. */
export type WatchedSymbol = SymbolName & { container: string | null }

/**
 * A watch on the lines of a note, or on the symbol around them. `at`: when it was armed. It is off once it has fired, until it is armed again.
 */
export type Watch = { at: Date; firedAt: Date | null; symbol: WatchedSymbol | null }

/** A note whose watch is on, with the text that it compares with. */
export type WatchingNote = { note: AnchoredNote; at: Date; text: string; symbol: WatchedSymbol | null }

/** What became of watched code. `at` names the watch that was compared; `after` null: the code is gone. */
export type FoundChange = { id: NoteId; at: Date; after: string | null }

/** Whether a watch can start from this quote. */
export function canWatchText(lineStart: number | null, quote: Quote | null): quote is Quote {
  return lineStart !== null && quote !== null && charLength(quote.text) <= MAX_WATCHED_CHARS
}

/** What a watch found, given the text now; none when it is the same. */
export function changeTo(
  { id, at, text }: Pick<FoundChange, 'id' | 'at'> & { text: string },
  after: string | null,
): FoundChange[] {
  return after !== null && isSameCode(text, after) ? [] : [{ id, at, after: after && cutToLimit(after) }]
}

/** The first lines of a text that fit into what a watch stores. */
function cutToLimit(text: string): string {
  if (charLength(text) <= MAX_WATCHED_CHARS) return text
  const start = text.slice(0, MAX_WATCHED_CHARS)
  return start.slice(0, start.lastIndexOf('\n') + 1)
}
