import { compareTexts, type Comparison, type Hunk } from 'codeshelf-follow/diff'
import { pairsOf } from '#base/diff/diff.ts'
import { type Line, joinLines, linesWithEnds } from '#base/lines.ts'

type End = Line['end']

/** The text as editors and textareas hold it: every line end is LF. */
export function plainEnds(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n')
}

/**
 * The edited text with the line ends of its original. Unchanged and changed lines keep their own line end; a new line takes
 * that of the line before it. With all line ends normalised to LF, the result equals `edited`.
 */
export function restoreEnds(original: string, edited: string): string {
  if (!original.includes('\r')) return edited
  const shown = plainEnds(original)
  if (edited === shown) return original
  const before = linesWithEnds(original)
  const origins = originsOf(shown, edited)
  // The line end of a new first line.
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

/** Maps each line of the edited text to its line in the original; new lines have none. */
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

/** When the line count is the same, lines are paired by position, else by similarity. */
function changedLines(comparison: Comparison, hunk: Hunk): Iterable<[from: number, to: number]> {
  const lines = hunk.aTo - hunk.aFrom
  if (lines !== hunk.bTo - hunk.bFrom) return pairsOf(comparison, hunk)
  return Array.from({ length: lines }, (_, i) => [hunk.aFrom + i, hunk.bFrom + i])
}

/** A lone CR, an empty line and LF would be parsed as one CRLF, and a line would be lost. */
function apart(previous: End, text: string, end: End): End {
  return previous === '\r' && text === '' && end === '\n' ? '\r\n' : end
}
