import { segmentGraphemes } from './text.ts'
import { foldingFor } from './fold.ts'
import { MAX_MARKS } from './nfc.ts'

export type Range = [from: number, to: number]

/** An excerpt of a text, with ranges in it, and whether the text continues before or after. */
export type Excerpt = { text: string; ranges: Range[]; cut: { start: boolean; end: boolean } }

const MAX_RANGES = 50

/**
 * A piece that folds independently of its neighbours: a run of letters without marks that keep their length, or one character
 * with its combining marks; also the parts of a Hangul syllable.
 */
const PIECE = new RegExp(
  String.raw`([\0-\x7f\u05d0-\u05ea]+)(?![\p{M}\u1160-\u11ff])|[^][\p{M}\u1160-\u11ff]{0,${MAX_MARKS}}`,
  'gu',
)

/** The ranges of a needle in a text, compared as search compares (`foldingFor`). Sorted, without overlaps. */
export function findRanges(text: string, needle: string): Range[] {
  const fold = foldingFor(needle)
  const wanted = fold(needle)
  return wanted === '' || !fold(text).includes(wanted) ? [] : findFoldedRanges(text, wanted, fold)
}

/** The same for a needle that is folded already. */
export function findFoldedRanges(text: string, wanted: string, fold: (text: string) => string): Range[] {
  return unfoldRanges(text, fold, (folded) => occurrences(folded, wanted))
}

function* occurrences(text: string, wanted: string): Generator<Range> {
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length))
    yield [at, at + wanted.length]
}

/**
 * Ranges in the text, for those that `find` returns in the folded text: folding changes lengths, so each piece keeps its offset. `find`
 * returns them sorted and without overlaps.
 */
export function unfoldRanges(
  text: string,
  fold: (text: string) => string,
  find: (folded: string) => Iterable<Range>,
): Range[] {
  const pieces = piecesOf(text, fold)
  const ranges: Range[] = []
  let piece = 0
  for (const [start, end] of find(pieces.map(({ folded }) => folded).join(''))) {
    while ((pieces[piece + 1]?.at ?? Number.POSITIVE_INFINITY) <= start) piece++
    const from = borderIn(pieces[piece], start, fold).before
    while ((pieces[piece + 1]?.at ?? Number.POSITIVE_INFINITY) < end) piece++
    const to = borderIn(pieces[piece], end, fold).after
    if (ranges.push([from, to]) >= MAX_RANGES) break
  }
  return ranges
}

/** `from` in the original text, `at` in the folded one. */
type Piece = { from: number; text: string; at: number; folded: string; isPlain: boolean }

function piecesOf(text: string, fold: (text: string) => string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const match of text.matchAll(PIECE)) {
    const folded = fold(match[0])
    pieces.push({ from: match.index, text: match[0], at, folded, isPlain: match[1] !== undefined })
    at += folded.length
  }
  return pieces
}

/**
 * The original offset of a folded index inside a piece. A match may begin or end between a letter and its mark (`q` in `q̃`);
 * where the fold joined two characters into one there is no offset between, and the whole piece is taken.
 */
function borderIn(piece: Piece | undefined, index: number, fold: (text: string) => string) {
  if (!piece) return { before: 0, after: 0 }
  const end = piece.from + piece.text.length
  const inside = index - piece.at
  if (inside <= 0) return { before: piece.from, after: piece.from }
  if (inside >= piece.folded.length) return { before: end, after: end }
  if (piece.isPlain) return { before: piece.from + inside, after: piece.from + inside }
  for (let cut = piece.text.length - 1; cut > 0; cut--) {
    const isBorder = fold(piece.text.slice(0, cut)) === piece.folded.slice(0, inside)
    if (isBorder) return { before: piece.from + cut, after: piece.from + cut }
  }
  return { before: piece.from, after: end }
}

/** An excerpt of prose. */
export const EXCERPT_CHARS = 200
const BEFORE_MATCH_CHARS = 40

/** About `size` characters of the text around the first range, never cut inside a grapheme. */
export function excerptAround(
  text: string,
  ranges: readonly Range[],
  size = EXCERPT_CHARS,
  before = BEFORE_MATCH_CHARS,
): Excerpt {
  const [first, firstEnd] = ranges[0] ?? [0, 0]
  const from = graphemeAt(text, Math.max(0, first - before)).from
  const to = graphemeAt(text, Math.max(firstEnd, from + size)).to
  return {
    text: text.slice(from, to),
    ranges: ranges
      .filter(([start, end]) => start >= from && end <= to)
      .map(([start, end]) => [start - from, end - from]),
    cut: { start: from > 0, end: to < text.length },
  }
}

/**
 * The start and end of the grapheme at an index; both equal the index when it is between two graphemes. Segments only a window
 * around it: a line may have a million characters.
 */
function graphemeAt(text: string, index: number): { from: number; to: number } {
  if (index >= text.length) return { from: text.length, to: text.length }
  const start = Math.max(0, index - 100)
  const found = segmentGraphemes(text.slice(start, index + 100)).containing(index - start)
  if (!found || start + found.index === index) return { from: index, to: index }
  return { from: start + found.index, to: start + found.index + found.segment.length }
}
