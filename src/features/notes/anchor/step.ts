import { type LineFate, mapLines } from '#base/diff/diff.ts'
import { lineLikeness } from '#base/diff/similar.ts'
import { splitLines } from '#base/lines.ts'
import { isTelling, relocate, squeeze } from './relocate.ts'

const CONTEXT_LINES = 3
/** How far a telling neighbour may stand from a line that says nothing by itself. */
const NEAR = 4
/** How alike a changed line must be when its neighbours do not vouch for it. */
const CHANGED_FLOOR = 0.62

/** From one version to the next: what became of each line. */
export class Step {
  readonly #from: readonly string[]
  readonly #to: readonly string[]
  readonly #fate: (line: number) => LineFate
  /** Computed when a line first went missing: most steps need none of it. */
  #taken: Set<number> | null = null

  constructor(from: string, to: string) {
    this.#from = splitLines(from)
    this.#to = splitLines(to)
    this.#fate = mapLines(from, to)
  }

  /** Where these lines are now. What the difference calls gone is looked for where new lines came in. */
  carry(lines: readonly number[]): number[] {
    const kept: number[] = []
    const missing: number[] = []
    for (const line of lines) {
      const fate = this.#fate(line)
      if (fate.kind !== 'gone' && this.#isCertain(line, fate)) kept.push(fate.to)
      else missing.push(line)
    }
    for (const run of runsOf(missing)) kept.push(...this.#find(run))
    return kept
  }

  /**
   * A line like `}` is found everywhere: it counts as followed only if a line near it went the same way. A line that reads
   * differently now must still be much alike, or stand between the very neighbours it had.
   */
  #isCertain(line: number, { to, kind }: LineFate): boolean {
    const between = this.#wentTogether(line, to, 1, 1) && this.#wentTogether(line, to, -1, 1)
    if (between) return true
    if (!isTelling([this.#from[line - 1] ?? ''])) return this.#saysTheSame(line, to) && this.#isNearFollowed(line, to)
    return kind === 'same' || lineLikeness(this.#from[line - 1] ?? '', this.#to[to - 1] ?? '') >= CHANGED_FLOOR
  }

  #saysTheSame(line: number, to: number): boolean {
    return squeeze(this.#from[line - 1]) === squeeze(this.#to[to - 1])
  }

  #isNearFollowed(line: number, to: number): boolean {
    const near = [1, NEAR].some(
      (reach) => this.#wentTogether(line, to, 1, reach) || this.#wentTogether(line, to, -1, reach),
    )
    return near || this.#from.length === 1
  }

  /** Whether the next line that is still there, within `reach`, kept its distance. */
  #wentTogether(line: number, to: number, step: 1 | -1, reach: number): boolean {
    for (let away = 1; away <= reach; away++) {
      const other = line + step * away
      if (other < 1 || other > this.#from.length) return false
      const fate = this.#fate(other)
      if (fate.kind !== 'gone' && (reach === 1 || isTelling([this.#from[other - 1] ?? ''])))
        return fate.to === to + step * away
    }
    return false
  }

  /** Blank lines at its edges say nothing about where a block went. */
  #withoutBlankEdges(run: readonly number[]): readonly number[] {
    const says = (line: number) => isTelling([this.#from[line - 1] ?? ''])
    const [first, last] = [run.findIndex(says), run.findLastIndex(says)]
    return first === -1 ? run : run.slice(first, last + 1)
  }

  /** The block was cut and put elsewhere. Line by line it would be found more often, and wrongly more often still. */
  #find(all: readonly number[]): number[] {
    const run = this.#withoutBlankEdges(all)
    const [first, last] = [run[0], run.at(-1)]
    if (first === undefined || last === undefined) return []
    const missing = {
      block: this.#from.slice(first - 1, last),
      before: this.#from.slice(Math.max(0, first - 1 - CONTEXT_LINES), first - 1),
      after: this.#from.slice(last, last + CONTEXT_LINES),
    }
    const at = relocate(missing, this.#to, (index) => !this.#takenLines().has(index + 1))
    return at === null ? [] : run.map((_, i) => at + 1 + i)
  }

  #takenLines(): Set<number> {
    if (this.#taken) return this.#taken
    const taken = new Set<number>()
    for (let line = 1; line <= this.#from.length; line++) {
      const { to, kind } = this.#fate(line)
      if (kind !== 'gone') taken.add(to)
    }
    this.#taken = taken
    return taken
  }
}

/** Neighbours in one run: [3, 4, 7] → [[3, 4], [7]]. */
function runsOf(lines: readonly number[]): number[][] {
  const runs: number[][] = []
  for (const line of lines.toSorted((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run && run.at(-1) === line - 1) run.push(line)
    else runs.push([line])
  }
  return runs
}
