import { textsAt } from './line-ranges.ts'
import { isSameLine, isSameText, weightOf } from './likeness.ts'

/** Lines above and below that say which of two equal blocks is the anchor. */
const CONTEXT_LINES = 8

export type Texts = { from: readonly string[]; to: readonly string[] }

/**
 * Lines of an anchor that the difference pulled apart: among repeated lines it may keep the first lines of one block and the last ones of the next. If the
 * whole anchor stands at one of the ends, and more of its surroundings than where the difference put that end, it is there.
 */
export function closeUp(lines: readonly number[], found: readonly number[], texts: Texts): readonly number[] {
  const [first, last, start, end] = [lines[0], lines.at(-1), found[0], found.at(-1)]
  if (first === undefined || last === undefined || start === undefined || end === undefined) return found
  if (last - first !== lines.length - 1 || end - start <= last - first) return found
  const [atStart, atEnd] = [start - first, end - last]
  const surroundings = (edge: number, side: 1 | -1, shift: number) => equalLetters(edge, side, shift, texts)
  const leadOfStart = surroundings(last, 1, atStart) - surroundings(last, 1, atEnd)
  const leadOfEnd = surroundings(first, -1, atEnd) - surroundings(first, -1, atStart)
  const shift = leadOfStart > leadOfEnd ? atStart : atEnd
  if (Math.max(leadOfStart, leadOfEnd) <= 0 || leadOfStart === leadOfEnd) return found
  const moved = lines.map((line) => line + shift)
  return isSameText(textsAt(lines, texts.from), textsAt(moved, texts.to)) ? moved : found
}

/** The letters of the lines beyond this one that are the same after a shift, up to the first that is not. */
function equalLetters(edge: number, side: 1 | -1, shift: number, { from, to }: Texts): number {
  let letters = 0
  for (let away = 1; away <= CONTEXT_LINES; away++) {
    const [was, now] = [from[edge + side * away - 1], to[edge + side * away + shift - 1]]
    if (was === undefined || now === undefined || !isSameLine(was, now)) break
    letters += weightOf(was)
  }
  return letters
}
