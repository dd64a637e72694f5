import { lineSpan } from '#base/lines.ts'
import type { Quote } from '../note.ts'

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
