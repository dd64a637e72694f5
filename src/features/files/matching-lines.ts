import { foldingFor } from '#base/fold.ts'
import { splitLines } from '#base/lines.ts'

export type Range = [from: number, to: number]

/** A line with a match. `ranges` are in `text`, which is the stored line or a window of it. */
export type MatchingLine = {
  line: number
  text: string
  ranges: Range[]
  /** Whether the line goes on before or after `text`. */
  cut: { start: boolean; end: boolean }
}

/** A longer line is shown as a window of about this many characters around its first match. */
export const MATCH_LINE_CHARS = 240
const BEFORE_MATCH_CHARS = 60
const MAX_RANGES_PER_LINE = 50

/** A character with the marks that combine with it; also the parts of a Hangul syllable. These fold independently. */
const PIECE = /[^][\p{M}\u1160-\u11ff]*/gu
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** The first `max` lines that hold the needle, compared as search compares (`foldingFor`), with where it stands. */
export function matchingLines(content: string, needle: string, max: number): MatchingLine[] {
  const fold = foldingFor(needle)
  const wanted = fold(needle)
  const folded = fold(content)
  // Folding never touches a line end, so both texts have the same lines.
  if (wanted === '' || !folded.includes(wanted)) return []
  const lines = splitLines(content)
  const found: MatchingLine[] = []
  for (const [index, foldedLine] of splitLines(folded).entries()) {
    if (found.length >= max) break
    if (!foldedLine.includes(wanted)) continue
    const text = lines[index] ?? ''
    const ranges = rangesIn(text, wanted, fold)
    if (ranges.length > 0) found.push(windowed(index + 1, text, ranges))
  }
  return found
}

/** Where the folded needle stands in the original line: folding changes lengths, so each piece remembers its place. */
function rangesIn(text: string, wanted: string, fold: (text: string) => string): Range[] {
  const pieces = piecesOf(text, fold)
  const folded = pieces.map((piece) => piece.folded).join('')
  const ranges: Range[] = []
  let piece = 0
  for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + wanted.length)) {
    while ((pieces[piece + 1]?.at ?? Number.POSITIVE_INFINITY) <= at) piece++
    const from = borderIn(pieces[piece], at, fold).before
    while ((pieces[piece + 1]?.at ?? Number.POSITIVE_INFINITY) < at + wanted.length) piece++
    const to = borderIn(pieces[piece], at + wanted.length, fold).after
    if (ranges.push([from, to]) >= MAX_RANGES_PER_LINE) break
  }
  return ranges
}

/** `from` in the original line, `at` in the folded one. */
type Piece = { from: number; text: string; at: number; folded: string }

function piecesOf(text: string, fold: (text: string) => string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const match of text.matchAll(PIECE)) {
    const folded = fold(match[0])
    pieces.push({ from: match.index, text: match[0], at, folded })
    at += folded.length
  }
  return pieces
}

/**
 * The original place of a folded index inside a piece. A match may begin or end between a letter and its mark (`q` in
 * `q̃`); where the fold joined two characters into one there is no place between, and the whole piece is taken.
 */
function borderIn(piece: Piece | undefined, index: number, fold: (text: string) => string) {
  if (!piece) return { before: 0, after: 0 }
  const end = piece.from + piece.text.length
  const inside = index - piece.at
  if (inside <= 0) return { before: piece.from, after: piece.from }
  if (inside >= piece.folded.length) return { before: end, after: end }
  for (let cut = piece.text.length - 1; cut > 0; cut--) {
    const isBorder = fold(piece.text.slice(0, cut)) === piece.folded.slice(0, inside)
    if (isBorder) return { before: piece.from + cut, after: piece.from + cut }
  }
  return { before: piece.from, after: end }
}

function windowed(line: number, text: string, ranges: Range[]): MatchingLine {
  if (text.length <= MATCH_LINE_CHARS) return { line, text, ranges, cut: { start: false, end: false } }
  const [first, firstEnd] = ranges[0] ?? [0, 0]
  const from = graphemeAt(text, Math.max(0, first - BEFORE_MATCH_CHARS)).from
  const to = graphemeAt(text, Math.max(firstEnd, from + MATCH_LINE_CHARS)).to
  return {
    line,
    text: text.slice(from, to),
    ranges: ranges
      .filter(([start, end]) => start >= from && end <= to)
      .map(([start, end]) => [start - from, end - from]),
    cut: { start: from > 0, end: to < text.length },
  }
}

/**
 * Where the grapheme that an index falls into begins and ends; an index between two graphemes is both. Only a stretch
 * around it is segmented: a line may have a million characters.
 */
function graphemeAt(text: string, index: number): { from: number; to: number } {
  if (index >= text.length) return { from: text.length, to: text.length }
  const start = Math.max(0, index - 100)
  const found = graphemes.segment(text.slice(start, index + 100)).containing(index - start)
  if (!found || start + found.index === index) return { from: index, to: index }
  return { from: start + found.index, to: start + found.index + found.segment.length }
}
