import { linesWithEnds } from '#base/lines.ts'
import type { Quote } from './note.ts'

/** Characters kept on each side of the quoted lines. */
const CONTEXT_CHARS = 32

/** What lines `start` to `end` say, and what stands around them; null when the text has no such lines. */
export function quoteOf(content: string, version: number, start: number, end: number): Quote | null {
  const lines = linesWithEnds(content)
  if (start < 1 || end > lines.length) return null
  const join = (from: number, to: number) =>
    lines
      .slice(from, to)
      .map((line) => line.text + line.end)
      .join('')
  return {
    text: join(start - 1, end),
    before: join(0, start - 1).slice(-CONTEXT_CHARS),
    after: join(end, lines.length).slice(0, CONTEXT_CHARS),
    version,
  }
}
