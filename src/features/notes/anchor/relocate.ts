import { lineLikeness } from '#base/diff/similar.ts'

/** A block of lines that is no longer where it was, and what stood around it. */
export type Missing = { block: readonly string[]; before: readonly string[]; after: readonly string[] }

/** Letters and digits a block needs before its words alone may say where it went. */
const TELLING_CHARS = 12
/** How like a fuzzy candidate must be, and how much more so than the next. Below the floor a note is lost, never guessed. */
const FLOOR = 0.8
const FLOOR_OF_WORDS = 0.5
const MARGIN = 0.15
const CONTEXT_LINES = 3
const MAX_CANDIDATES = 400

/**
 * Where a block went, among the lines that are new in this text: a line that was there before belongs to somebody else,
 * however alike it looks. Null when it cannot be told.
 */
export function relocate(missing: Missing, lines: readonly string[], isNew: (index: number) => boolean): number | null {
  const wanted = missing.block.map(squeeze)
  if (wanted.every((line) => line === '')) return null
  const starts = candidates(wanted, lines, isNew)
  // Blanks and brackets inside may have come from elsewhere: the lines that say something decide.
  const exact = starts.filter((at) => wanted.every((line, i) => line === squeeze(lines[at + i]) || !isTelling([line])))
  if (exact.length === 1 && exact[0] !== undefined && (isTelling(wanted) || contextScore(missing, lines, exact[0]) > 1))
    return exact[0]
  if (exact.length > 1) return bestByContext(missing, lines, exact)
  return isTelling(wanted) ? bestByWords(missing, wanted, lines, starts) : null
}

/** Places whose first or most telling line could be ours: all of its words need not match, but the place must be new. */
function candidates(wanted: readonly string[], lines: readonly string[], isNew: (index: number) => boolean): number[] {
  const found: number[] = []
  const anyTelling = wanted.some((line) => isTelling([line]))
  for (let at = 0; at + wanted.length <= lines.length && found.length < MAX_CANDIDATES; at++) {
    if (wanted.every((line, i) => isNew(at + i) || (anyTelling && !isTelling([line])))) found.push(at)
  }
  return found
}

function bestByContext(missing: Missing, lines: readonly string[], starts: readonly number[]): number | null {
  const [best, second] = starts
    .map((at) => ({ at, score: contextScore(missing, lines, at) }))
    .toSorted((a, b) => b.score - a.score)
  return best && best.score > 0 && best.score > (second?.score ?? 0) ? best.at : null
}

/** By its words and by what stands around it: two known neighbours are worth as much as a quarter of the words. */
function bestByWords(
  missing: Missing,
  wanted: readonly string[],
  lines: readonly string[],
  starts: readonly number[],
): number | null {
  const text = wanted.join('\n')
  const scored = starts
    .map((at) => {
      const words = lineLikeness(text, lines.slice(at, at + wanted.length).join('\n'))
      return { at, words, score: words + contextScore(missing, lines, at) / 8 }
    })
    .toSorted((a, b) => b.score - a.score)
  const [best] = scored
  const rival = scored.find(({ at }) => best && at !== best.at && Math.abs(at - best.at) >= wanted.length)
  return best && best.words >= FLOOR_OF_WORDS && best.score >= FLOOR && best.score - (rival?.score ?? 0) >= MARGIN
    ? best.at
    : null
}

function contextScore({ block, before, after }: Missing, lines: readonly string[], at: number): number {
  let score = 0
  for (let i = 1; i <= CONTEXT_LINES; i++) {
    const [above, below] = [before.at(-i), after[i - 1]]
    if (above !== undefined && isTelling([above]) && squeeze(above) === squeeze(lines[at - i])) score++
    if (below !== undefined && isTelling([below]) && squeeze(below) === squeeze(lines[at + block.length + i - 1]))
      score++
  }
  return score
}

/** Indentation and spacing do not make another line: reformatting keeps a note where it is. */
export function squeeze(line: string | undefined): string {
  return (line ?? '').replaceAll(/\s+/g, ' ').trim()
}

export function isTelling(block: readonly string[]): boolean {
  const letters = block.join('').match(/[\p{L}\p{N}]/gu)
  return (letters?.length ?? 0) >= TELLING_CHARS
}
