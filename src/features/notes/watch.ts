import { charLength } from '#base/text.ts'
import { MAX_WATCHED_CHARS, type Quote } from './note.ts'

/** Whether a watch can start from this quote. */
export function canWatchText(lineStart: number | null, quote: Quote | null): quote is Quote {
  return lineStart !== null && quote !== null && charLength(quote.text) <= MAX_WATCHED_CHARS
}

/** The first lines of a text that fit into what a watch stores. */
export function cutToLimit(text: string): string {
  if (charLength(text) <= MAX_WATCHED_CHARS) return text
  const start = text.slice(0, MAX_WATCHED_CHARS)
  return start.slice(0, start.lastIndexOf('\n') + 1)
}
