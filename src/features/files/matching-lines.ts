import { foldingFor } from '#base/fold.ts'
import { splitLines } from '#base/lines.ts'
import { joinRanges } from '#base/search-query/text-terms.ts'
import { type Excerpt, type Range, findFoldedRanges, excerptAround } from '#base/needle.ts'

/** A line with a match. `ranges` are in `text`, which is the stored line or a window of it. */
export type MatchingLine = Excerpt & { line: number }

/** A longer line is shown as a window of about this many characters around its first match. */
export const MATCH_LINE_CHARS = 240
const BEFORE_MATCH_CHARS = 60

/** Finds the ranges of a pattern in one line, sorted and without overlaps. */
export type FindInLine = (line: string) => Range[]

/** What to mark: texts, compared as search compares them, and patterns. */
export type Wanted = { texts: readonly string[]; patterns: readonly FindInLine[] }

/** The `max` lines that show most of what is wanted, in the order of the text. */
export function matchingLines(content: string, { texts, patterns }: Wanted, max: number): MatchingLine[] {
  // Lines with several of them are worth more than the first ones, so more than `max` are looked at.
  const most = max * (texts.length + patterns.length > 1 ? LOOK_AT : LOOK_AT_ONE)
  const folded = new Map<Fold, string>()
  const lines = new Map<number, { text: string; finds: FoundLine['find'][] }>()
  const found = [
    ...texts.flatMap((needle) => linesWith(content, needle, most, folded)),
    ...patterns.flatMap((find) => linesMatching(content, find, most)),
  ]
  for (const { line, text, find } of found) lines.set(line, { text, finds: [...(lines.get(line)?.finds ?? []), find] })
  const best: MatchingLine[] = []
  for (const [line, { text, finds }] of [...lines].toSorted(
    ([a, ofA], [b, ofB]) => countOf(ofB) - countOf(ofA) || a - b,
  )) {
    const ranges = joinRanges(finds.flatMap((find) => find()))
    if (ranges.length > 0) best.push({ line, ...windowed(text, ranges) })
    if (best.length === max) break
  }
  return best.toSorted((a, b) => a.line - b.line)
}

const LOOK_AT = 20
/** More than one, because a match may turn out to have no range of its own. */
const LOOK_AT_ONE = 2

const countOf = ({ finds }: { finds: readonly unknown[] }) => finds.length

type Fold = (text: string) => string

/** `find` is called for the lines that are shown: folding a line piece by piece costs more than to find it. */
type FoundLine = { line: number; text: string; find: () => Range[] }

function linesMatching(content: string, find: FindInLine, max: number): FoundLine[] {
  const found: FoundLine[] = []
  for (const [i, text] of splitLines(content).entries()) {
    const ranges = find(text)
    if (ranges.length > 0) found.push({ line: i + 1, text, find: () => ranges })
    if (found.length >= max) break
  }
  return found
}

/** The first lines that hold the needle, compared as search compares (`foldingFor`). */
function linesWith(content: string, needle: string, max: number, known: Map<Fold, string>): FoundLine[] {
  const fold = foldingFor(needle)
  const wanted = fold(needle)
  if (wanted === '') return []
  const folded = known.get(fold) ?? fold(content)
  known.set(fold, folded)
  // Folding never changes a line end, so the folded text has the same lines.
  const [lines, foldedLines] = [linesOf(content), linesOf(folded)]
  const found: FoundLine[] = []
  for (let at = folded.indexOf(wanted); at !== -1 && found.length < max;) {
    const { number, to } = foldedLines.lineAt(at)
    // A needle that contains a line break matches no single line.
    if (at + wanted.length <= to) {
      const text = lines.lineNumbered(number)
      found.push({ line: number, text, find: () => rangesNearStart(text, wanted, fold) })
    }
    at = folded.indexOf(wanted, Math.max(to, at + 1))
  }
  return found
}

/** A line may have a million characters, of which a window around the first match is shown. */
const FIRST_CHARS = 20_000
/** A match so near the end of a part may be cut from its combining marks. */
const EDGE_CHARS = 1_000

function rangesNearStart(text: string, wanted: string, fold: (text: string) => string): Range[] {
  for (let size = FIRST_CHARS; size < text.length; size *= 4) {
    const ranges = findFoldedRanges(text.slice(0, size), wanted, fold).filter(([, to]) => to < size - EDGE_CHARS)
    if (ranges.length > 0) return ranges
  }
  return findFoldedRanges(text, wanted, fold)
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
