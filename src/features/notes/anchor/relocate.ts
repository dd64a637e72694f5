import { lineSimilarity } from '#base/diff/similar.ts'

/** A block of lines that is no longer at its old position, with its context. */
export type Missing = { block: readonly string[]; before: readonly string[]; after: readonly string[] }

/** Minimum number of letters and digits for a block to be found by its words alone. */
const DISTINCTIVE_CHARS = 12
/** Minimum score of a fuzzy match, and its minimum lead over the next. Below the floor a note is lost, never guessed. */
const FLOOR = 0.8
const FLOOR_OF_WORDS = 0.5
const MARGIN = 0.15
const CONTEXT_LINES = 3
const MAX_CANDIDATES = 400

/**
 * Finds the new index of a block among the lines that were inserted in this version: a line that existed before is another
 * line, however similar it is. Null when no match is certain.
 */
export function relocate(missing: Missing, lines: readonly string[], isNew: (index: number) => boolean): number | null {
  const wanted = missing.block.map(normaliseWhitespace)
  if (wanted.every((line) => line === '')) return null
  const starts = candidates(wanted, lines, isNew)
  // Only distinctive lines are compared: blank lines and brackets match anything.
  const exact = starts.filter((at) =>
    wanted.every((line, i) => line === normaliseWhitespace(lines[at + i]) || !isDistinctive([line])),
  )
  if (
    exact.length === 1 &&
    exact[0] !== undefined &&
    (isDistinctive(wanted) || contextScore(missing, lines, exact[0]) > 1)
  )
    return exact[0]
  if (exact.length > 1) return bestByContext(missing, lines, exact)
  return isDistinctive(wanted) ? bestByWords(missing, wanted, lines, starts) : null
}

/** Start indexes at which every line, or every distinctive line, was inserted in this version. */
function candidates(wanted: readonly string[], lines: readonly string[], isNew: (index: number) => boolean): number[] {
  const found: number[] = []
  const anyDistinctive = wanted.some((line) => isDistinctive([line]))
  for (let at = 0; at + wanted.length <= lines.length && found.length < MAX_CANDIDATES; at++) {
    if (wanted.every((line, i) => isNew(at + i) || (anyDistinctive && !isDistinctive([line])))) found.push(at)
  }
  return found
}

function bestByContext(missing: Missing, lines: readonly string[], starts: readonly number[]): number | null {
  const [best, second] = starts
    .map((at) => ({ at, score: contextScore(missing, lines, at) }))
    .toSorted((a, b) => b.score - a.score)
  return best && best.score > 0 && best.score > (second?.score ?? 0) ? best.at : null
}

/** Scores words and context: two known neighbours weigh as much as a quarter of the words. */
function bestByWords(
  missing: Missing,
  wanted: readonly string[],
  lines: readonly string[],
  starts: readonly number[],
): number | null {
  const text = wanted.join('\n')
  const scored = starts
    .map((at) => {
      const words = lineSimilarity(text, lines.slice(at, at + wanted.length).join('\n'))
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
    if (
      above !== undefined &&
      isDistinctive([above]) &&
      normaliseWhitespace(above) === normaliseWhitespace(lines[at - i])
    )
      score++
    if (
      below !== undefined &&
      isDistinctive([below]) &&
      normaliseWhitespace(below) === normaliseWhitespace(lines[at + block.length + i - 1])
    )
      score++
  }
  return score
}

/** Reformatting must not detach a note, so indentation and spacing are ignored. */
export function normaliseWhitespace(line: string | undefined): string {
  return (line ?? '').replaceAll(/\s+/g, ' ').trim()
}

export function isDistinctive(block: readonly string[]): boolean {
  const letters = block.join('').match(/[\p{L}\p{N}]/gu)
  return (letters?.length ?? 0) >= DISTINCTIVE_CHARS
}
