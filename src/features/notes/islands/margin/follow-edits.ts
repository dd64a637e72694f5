import { followTexts } from 'codeshelf-follow'
import { splitLines } from '#base/lines.ts'

/** Lines counted from 1, both included. */
export type Span = { start: number; end: number }

/** Where lines of one text are in another; null for those that were not found with certainty. */
export function followLines(before: string, after: string, spans: readonly Span[]): (Span | null)[] {
  if (before === after) return [...spans]
  // The words of an anchor only tell `changed` from `shifted`, which is for the server to say.
  const anchors = spans.map((lines) => ({ lines, version: 0, quote: '' }))
  const texts = [
    { version: 0, content: before },
    { version: 1, content: after },
  ]
  return followTexts(anchors, texts).map((location) => (location.state === 'lost' ? null : location.lines))
}

/** So many lines above new ones are tried. */
const NEAREST_LINES = 200

/** The lines of the stored text that are these lines of the current one; of new lines the nearest above them, else the first. Null: there are none. */
export function nearestIn(stored: string, current: string, span: Span): Span | null {
  if (stored === '') return null
  const above = Array.from({ length: Math.min(span.start - 1, NEAREST_LINES) }, (_, i) => span.start - 1 - i)
  const spans = [span, ...above.map((line) => ({ start: line, end: line }))]
  const found = followLines(current, stored, spans).find((each) => each !== null)
  return found ?? { start: 1, end: Math.min(1, splitLines(stored).length) }
}
