import { foldingFor } from '#base/fold.ts'
import { type Excerpt, type Range, findFoldedRanges, excerptAround } from '#base/needle.ts'

/** A line with a match. `ranges` are in `text`, which is the stored line or a window of it. */
export type MatchingLine = Excerpt & { line: number }

/** A longer line is shown as a window of about this many characters around its first match. */
export const MATCH_LINE_CHARS = 240
const BEFORE_MATCH_CHARS = 60

/** The first `max` lines that hold the needle, compared as search compares (`foldingFor`), with the matching ranges. */
export function matchingLines(content: string, needle: string, max: number): MatchingLine[] {
  const fold = foldingFor(needle)
  const wanted = fold(needle)
  if (wanted === '') return []
  const folded = fold(content)
  // Folding never changes a line end, so the folded text has the same lines.
  const [lines, foldedLines] = [linesOf(content), linesOf(folded)]
  const found: MatchingLine[] = []
  for (let at = folded.indexOf(wanted); at !== -1 && found.length < max;) {
    const { number, to } = foldedLines.lineAt(at)
    // A needle that contains a line break matches no single line.
    if (at + wanted.length <= to) {
      const text = lines.lineNumbered(number)
      const ranges = findFoldedRanges(text, wanted, fold)
      if (ranges.length > 0) found.push({ line: number, ...windowed(text, ranges) })
    }
    at = folded.indexOf(wanted, Math.max(to, at + 1))
  }
  return found
}

type LineSpan = { number: number; from: number; to: number }

/** Splits as `splitLines` does, but lazily: most matches are near the beginning. */
function linesOf(text: string) {
  let line: LineSpan = { number: 0, from: 0, to: -1 }
  const next = () => {
    const from = line.number === 0 ? 0 : line.to + (text.startsWith('\r\n', line.to) ? 2 : 1)
    let to = from
    while (to < text.length && !isLineEnd(text.charCodeAt(to))) to++
    line = { number: line.number + 1, from, to }
  }
  return {
    lineAt(index: number): LineSpan {
      while (line.to < index) next()
      return line
    },
    lineNumbered(number: number): string {
      while (line.number < number) next()
      return text.slice(line.from, line.to)
    },
  }
}

function isLineEnd(code: number): boolean {
  return code === 0x0a || code === 0x0d
}

function windowed(text: string, ranges: Range[]): Excerpt {
  if (text.length <= MATCH_LINE_CHARS) return { text, ranges, cut: { start: false, end: false } }
  return excerptAround(text, ranges, MATCH_LINE_CHARS, BEFORE_MATCH_CHARS)
}
