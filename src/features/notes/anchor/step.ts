import { type MappedLine, type LineMap, mapLines, type NumberedText } from '#base/diff/diff.ts'
import { lineSimilarity } from '#base/diff/similar.ts'
import type { Line } from '#base/lines.ts'
import { isDistinctive, relocate, normaliseWhitespace } from './relocate.ts'

const CONTEXT_LINES = 3
/** Maximum distance between a line that is not distinctive and the neighbour that confirms it. */
const NEAR = 4
/** Minimum likeness of a changed line whose neighbours do not confirm it. */
const CHANGED_FLOOR = 0.62

/** Maps lines from one version to the next. */
export class Step {
  readonly #from: readonly Line[]
  readonly #to: readonly Line[]
  readonly #map: LineMap

  constructor(from: NumberedText, to: NumberedText) {
    this.#from = from.lines
    this.#to = to.lines
    this.#map = mapLines(from, to)
  }

  /** Returns the new numbers of these lines. Lines that the diff reports as deleted are searched among the inserted ones. */
  carry(lines: readonly number[]): number[] {
    const kept: number[] = []
    const missing: number[] = []
    for (const line of lines) {
      const fate = this.#map.fateOf(line)
      if (fate.kind !== 'gone' && this.#isCertain(line, fate)) kept.push(fate.to)
      else missing.push(line)
    }
    for (const run of runsOf(missing)) kept.push(...this.#find(run))
    return kept
  }

  /**
   * A line like `}` matches everywhere, so it counts as followed only if a line near it moved by the same distance. A changed
   * line must still be similar, or be between the neighbours it had.
   */
  #isCertain(line: number, { to, kind }: MappedLine): boolean {
    const between = this.#wentTogether(line, to, 1, 1) && this.#wentTogether(line, to, -1, 1)
    if (between) return true
    if (!isDistinctive([this.#from[line - 1]?.text ?? '']))
      return this.#hasSameText(line, to) && this.#isNearFollowed(line, to)
    return (
      kind === 'same' || lineSimilarity(this.#from[line - 1]?.text ?? '', this.#to[to - 1]?.text ?? '') >= CHANGED_FLOOR
    )
  }

  #hasSameText(line: number, to: number): boolean {
    return normaliseWhitespace(this.#from[line - 1]?.text) === normaliseWhitespace(this.#to[to - 1]?.text)
  }

  #isNearFollowed(line: number, to: number): boolean {
    const near = [1, NEAR].some(
      (reach) => this.#wentTogether(line, to, 1, reach) || this.#wentTogether(line, to, -1, reach),
    )
    return near || this.#from.length === 1
  }

  /** Whether the next line that still exists, within `reach`, moved by the same distance. */
  #wentTogether(line: number, to: number, step: 1 | -1, reach: number): boolean {
    for (let away = 1; away <= reach; away++) {
      const other = line + step * away
      if (other < 1 || other > this.#from.length) return false
      const fate = this.#map.fateOf(other)
      if (fate.kind !== 'gone' && (reach === 1 || isDistinctive([this.#from[other - 1]?.text ?? ''])))
        return fate.to === to + step * away
    }
    return false
  }

  /** Lines at the edges that are not distinctive do not help to find the block. */
  #withoutBlankEdges(run: readonly number[]): readonly number[] {
    const isDistinctiveLine = (line: number) => isDistinctive([this.#from[line - 1]?.text ?? ''])
    const [first, last] = [run.findIndex(isDistinctiveLine), run.findLastIndex(isDistinctiveLine)]
    return first === -1 ? run : run.slice(first, last + 1)
  }

  /** Searches for a moved block as a whole: searching line by line finds more blocks but adds more wrong matches. */
  #find(all: readonly number[]): number[] {
    const run = this.#withoutBlankEdges(all)
    const [first, last] = [run[0], run.at(-1)]
    if (first === undefined || last === undefined) return []
    const missing = {
      block: textsOf(this.#from.slice(first - 1, last)),
      before: textsOf(this.#from.slice(Math.max(0, first - 1 - CONTEXT_LINES), first - 1)),
      after: textsOf(this.#from.slice(last, last + CONTEXT_LINES)),
    }
    const at = relocate(missing, textsOf(this.#to), (index) => !this.#map.isTaken(index + 1))
    return at === null ? [] : run.map((_, i) => at + 1 + i)
  }
}

function textsOf(lines: readonly Line[]): string[] {
  return lines.map(({ text }) => text)
}

/** Groups consecutive numbers: [3, 4, 7] → [[3, 4], [7]]. */
function runsOf(lines: readonly number[]): number[][] {
  const runs: number[][] = []
  for (const line of lines.toSorted((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run && run.at(-1) === line - 1) run.push(line)
    else runs.push([line])
  }
  return runs
}
