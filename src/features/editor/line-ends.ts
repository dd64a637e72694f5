import { compareTexts, type Comparison, pairsOf } from '#base/diff/diff.ts'
import type { Hunk } from '#base/diff/hunk.ts'
import { type Line, joinLines, linesWithEnds } from '#base/lines.ts'

type End = Line['end']

/** What an editor shows and a textarea holds: every line end is a newline. */
export function plainEnds(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n')
}

/**
 * The edited text with the line ends of the text it came from. A line that was not touched keeps its own end, a changed
 * one too; a new line takes the end of the line before it. With the ends made plain again, the answer is `edited`.
 */
export function restoreEnds(original: string, edited: string): string {
  if (!original.includes('\r')) return edited
  const shown = plainEnds(original)
  if (edited === shown) return original
  const before = linesWithEnds(original)
  const origins = originsOf(shown, edited)
  // For a line that is new at the very beginning.
  let last: End = before.find(({ end }) => end !== '')?.end ?? '\n'
  const lines = linesWithEnds(edited).map((line, index): Line => {
    if (line.end === '') return line
    const own = before[origins.get(index) ?? -1]?.end ?? ''
    const end = apart(index > 0 ? last : '', line.text, own === '' ? last : own)
    last = end
    return { text: line.text, end }
  })
  return joinLines(lines)
}

/** Which line of the shown text each line of the edited one was; new lines have none. */
function originsOf(shown: string, edited: string): Map<number, number> {
  const comparison = compareTexts(shown, edited)
  const origins = new Map<number, number>()
  let next = 0
  let shift = 0
  const same = (until: number) => {
    for (; next < until; next++) origins.set(next + shift, next)
  }
  for (const hunk of comparison.hunks) {
    same(hunk.aFrom)
    for (const [from, to] of changedLines(comparison, hunk)) origins.set(to, from)
    next = hunk.aTo
    shift = hunk.bTo - hunk.aTo
  }
  same(comparison.a.length)
  return origins
}

/** As many lines as before were changed in their places; else the like ones are the same line. */
function changedLines(comparison: Comparison, hunk: Hunk): Iterable<[from: number, to: number]> {
  const lines = hunk.aTo - hunk.aFrom
  if (lines !== hunk.bTo - hunk.bFrom) return pairsOf(comparison, hunk)
  return Array.from({ length: lines }, (_, i) => [hunk.aFrom + i, hunk.bFrom + i])
}

/** A lone CR, then nothing, then LF would read as one CRLF, and a line would be gone. */
function apart(previous: End, text: string, end: End): End {
  return previous === '\r' && text === '' && end === '\n' ? '\r\n' : end
}
