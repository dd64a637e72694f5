import { compareNumbered, hunkBefore } from './diff/compare.ts'
import type { Hunk } from './diff/hunk.ts'
import type { NumberedText } from './diff/numbering.ts'
import { alignLines } from './align.ts'
import { groupHunks } from './hunk-groups.ts'
import { linesIn, rangesOf, textsAt, trimBlank } from './line-ranges.ts'
import { isDistinctive, isSameLine, likenessBetween, normaliseWhitespace, weightOf } from './likeness.ts'
import { lostItsHead } from './lost-head.ts'
import { closeUp } from './pulled-apart.ts'
import type { Stayed } from './stayed.ts'
import { UniqueLines } from './unique-lines.ts'

/** Where a line of one text is in the next, and how similar it is there: 1 when it is the same line. */
type Fate = { to: number; like: number; isSame: boolean }

/** Minimum likeness of a changed line whose neighbours do not confirm it. */
const CHANGED_FLOOR = 0.62
/** Minimum likeness of a block that was written on another number of lines. */
const REFLOW_FLOOR = 0.5
/** Lead of the whole block over its lines one by one. */
const REFLOW_LEAD = 0.01
/** Minimum likeness of a block in an anchor of which other lines were found. */
const REPLACED_FLOOR = 0.3
/** Maximum distance between a line that is not distinctive and the neighbour that confirms it. */
const NEAR = 4
/** The same for a neighbour whose text stands only once in both texts. */
const NEAR_UNIQUE = 8
/** Minimum likeness of that neighbour. */
const NEIGHBOUR_FLOOR = 0.8

/** Lines above and below an anchor that show whether a step touched its surroundings: at least as many as confirm a line. */
export const AROUND = NEAR_UNIQUE

/** Maps lines, counted from 1, from one text to the next. */
export class Step {
  readonly from: readonly string[]
  readonly to: readonly string[]
  readonly #unique: UniqueLines
  readonly #hunks: readonly Hunk[]
  readonly #pairs = new Map<Hunk, Map<number, { to: number; like: number }>>()
  #groups: ReadonlyMap<Hunk, readonly Hunk[]> | null = null

  constructor(from: NumberedText, to: NumberedText) {
    this.from = from.texts
    this.to = to.texts
    this.#unique = new UniqueLines(from, to)
    this.#hunks = compareNumbered(from, to).hunks
  }

  /** Lines of the new text that the old one did not have, as the difference shows them. */
  inserted(): number[] {
    return addedIn(this.#hunks)
  }

  /** The new number of a line that is unchanged and still between its neighbours. */
  keptAt(line: number): number | null {
    const fate = this.#fateOf(line)
    return fate?.isSame === true ? fate.to : null
  }

  /**
   * By how many lines an anchor was shifted, if it and the lines around it are the same, line by line; else null. Then `carry` finds them there too: what
   * confirms a line is not farther away.
   */
  shiftAround(lines: readonly number[]): number | null {
    const [first, last] = [lines[0], lines.at(-1)]
    if (first === undefined || last === undefined) return null
    return this.shiftOf(Math.max(1, first - AROUND), Math.min(Math.max(last, this.from.length), last + AROUND))
  }

  /** By how many lines the lines from `first` to `last` were shifted; null when one was changed, or lines were inserted between them. */
  shiftOf(first: number, last: number): number | null {
    if (first < 1 || last > this.from.length) return null
    const hunk = hunkBefore(this.#hunks, last - 1)
    if (!hunk) return 0
    return hunk.aTo < first ? hunk.bTo - hunk.aTo : null
  }

  /** The new numbers of these lines at their own place: the same lines, and changed ones. */
  carry(lines: readonly number[]): Stayed {
    const found = new Map<number, Fate>()
    const isGone = (line: number) => this.#fateOf(line) === null
    const shiftOf = (first: number, last: number) => this.shiftOf(first, last)
    for (const line of lostItsHead(lines, { from: this.from, isGone, shiftOf }) ? [] : lines) {
      const fate = this.#certainFate(line)
      if (fate) found.set(line, fate)
    }
    const extra = this.#fillGaps(lines, found)
    const weights = lines.map((line) => Math.max(1, weightOf(this.from[line - 1] ?? '')))
    const sum = (factor: (fate: Fate) => number) =>
      lines.reduce((total, line, i) => {
        const fate = found.get(line)
        return total + (fate ? factor(fate) * (weights[i] ?? 0) : 0)
      }, 0)
    const all = [...new Set([...found.values()].map(({ to }) => to).concat(extra))].toSorted((a, b) => a - b)
    const carried = closeUp(lines, trimBlank(all, this.to, { lines, texts: this.from }), this)
    const isFramed = this.#isFramed(lines, carried)
    const beyond = [(lines[0] ?? 0) - 1, (lines.at(-1) ?? 0) + 1]
    return {
      lines: carried,
      isFramed,
      isPinned: isFramed && beyond.some((line) => this.#unique.has(line) && this.keptAt(line) !== null),
      isDoubtful: this.#isDoubtful(lines, found),
      sameWeight: sum(({ isSame }) => (isSame ? 1 : 0)),
      weight: sum(({ like }) => like),
      total: weights.reduce((total, weight) => total + weight, 0),
    }
  }

  #isDoubtful(lines: readonly number[], found: ReadonlyMap<number, Fate>): boolean {
    const unique = lines.filter((line) => this.#unique.has(line))
    return unique.length > 0 && unique.every((line) => found.get(line)?.isSame !== true)
  }

  #isFramed(before: readonly number[], now: readonly number[]): boolean {
    const [first, last, start, end] = [before[0], before.at(-1), now[0], now.at(-1)]
    if (first === undefined || last === undefined || start === undefined || end === undefined) return false
    return this.#targetOf(first - 1) === start - 1 && this.#targetOf(last + 1) === end + 1
  }

  #certainFate(line: number): Fate | null {
    const fate = this.#fateOf(line)
    const certain = fate && this.#isCertain(line, fate) ? fate : null
    if (this.#unique.has(line)) return certain
    const beside = this.#beside(line, NEAR_UNIQUE, (other) => this.#unique.has(other))
    if (beside || isDistinctive([this.from[line - 1] ?? ''])) return beside ?? certain
    return this.#beside(line, NEAR, (other) => isDistinctive([this.from[other - 1] ?? ''])) ?? certain
  }

  /**
   * A line like `}` is everywhere, and of twins the diff may take the wrong one. Such a line belongs to the nearest line that
   * identifies its place, and stands at the same distance from it. An equal line beyond a nearer such neighbour is another one.
   */
  #beside(line: number, near: number, identifies: (other: number) => boolean): Fate | null {
    const text = normaliseWhitespace(this.from[line - 1])
    let [above, below] = [0, this.to.length + 1]
    const foundAt = (to: number): Fate => ({ to, like: 1, isSame: this.from[line - 1] === this.to[to - 1] })
    for (let away = 1; away <= near; away++) {
      for (const other of [line - away, line + away]) {
        if (!identifies(other)) continue
        const fate = this.#fateOf(other)
        if (!fate || fate.like < NEIGHBOUR_FLOOR || this.#leftTo(other) !== null) continue
        if (other < line) above = Math.max(above, fate.to)
        else below = Math.min(below, fate.to)
        const to = fate.to + line - other
        const now = to > above && to < below ? this.to[to - 1] : undefined
        if (now !== undefined && normaliseWhitespace(now) === text) return foundAt(to)
      }
      const to = this.#withUnique(line, line - away) ?? this.#withUnique(line, line + away)
      if (to !== null && this.#isInOrder(line, to, near)) return foundAt(to)
    }
    return null
  }

  /** Whether a line stays between the unique lines around it that the difference keeps. */
  #isInOrder(line: number, to: number, near: number): boolean {
    return linesIn([[line - near, line + near]]).every((other) => {
      const kept = other !== line && this.#unique.has(other) ? this.keptAt(other) : null
      return kept === null || kept < to === other < line
    })
  }

  /** Where a unique line stands now, if the difference does not keep it; null if it does, or if the line is gone. */
  #leftTo(line: number): number | null {
    return this.keptAt(line) === null ? this.#unique.equalTo(line) : null
  }

  /** Where a line stands now, if it moved together with a unique line that the difference does not keep, and with all lines between them. */
  #withUnique(line: number, other: number): number | null {
    const at = this.#leftTo(other)
    if (at === null) return null
    const [first, last] = [Math.min(line, other), Math.max(line, other)]
    const isEqual = (each: number) => isSameLine(this.from[each - 1], this.to[each + at - other - 1])
    const to = line + at - other
    return to > 0 && to <= this.to.length && linesIn([[first, last]]).every(isEqual) ? to : null
  }

  #fateOf(line: number): Fate | null {
    const index = line - 1
    if (index < 0 || index >= this.from.length) return null
    const hunk = hunkBefore(this.#hunks, index)
    if (!hunk) return { to: line, like: 1, isSame: true }
    if (index >= hunk.aTo) return { to: line + hunk.bTo - hunk.aTo, like: 1, isSame: true }
    const pair = this.#pairsIn(hunk).get(line)
    return pair ? { ...pair, isSame: false } : null
  }

  #pairsIn(hunk: Hunk): Map<number, { to: number; like: number }> {
    const known = this.#pairs.get(hunk)
    if (known) return known
    this.#groups ??= groupHunks(this.#hunks, this.from)
    const group = this.#groups.get(hunk) ?? [hunk]
    const removed = linesIn(group.map(({ aFrom, aTo }) => [aFrom + 1, aTo]))
    const added = addedIn(group)
    const pairs = alignLines(textsAt(removed, this.from), textsAt(added, this.to))
    const made = new Map(pairs.map(({ a, b, like }) => [removed[a] ?? 0, { to: added[b] ?? 0, like }]))
    for (const each of group) this.#pairs.set(each, made)
    return made
  }

  /** A changed line must still be similar, or be between the neighbours that it had. */
  #isCertain(line: number, { to, like, isSame }: Fate): boolean {
    if (isSame || like >= CHANGED_FLOOR) return true
    return this.#wentTogether(line, to, 1) && this.#wentTogether(line, to, -1)
  }

  #wentTogether(line: number, to: number, step: 1 | -1): boolean {
    return this.#targetOf(line + step) === to + step
  }

  /** The line before the first and the line after the last are in both texts. */
  #targetOf(line: number): number | null {
    if (line === 0) return 0
    if (line === this.from.length + 1) return this.to.length + 1
    return this.#fateOf(line)?.to ?? null
  }

  /**
   * Lines between two lines that were found are the ones that stand between them now, if the words are still similar: the block
   * may be written on more or fewer lines. Returns the lines that the block gained.
   */
  #fillGaps(lines: readonly number[], found: Map<number, Fate>): number[] {
    const extra: number[] = []
    const open = lines.filter((line) => found.get(line)?.isSame !== true).toSorted((a, b) => a - b)
    for (const [first, last] of rangesOf(open)) {
      const run = linesIn([[first, last]])
      const [above, below] = [this.#targetOf(first - 1), this.#targetOf(last + 1)]
      if (above === null || below === null || below - above < 2) continue
      const [before, now] = [this.from.slice(first - 1, last), this.to.slice(above, below - 1)]
      const floor = run.length < lines.length ? REPLACED_FLOOR : REFLOW_FLOOR
      const like = likenessBetween(before, now, floor)
      const isSameHeight = before.length === now.length
      const paired = run.reduce((sum, line) => sum + (found.get(line)?.like ?? 0), 0) / run.length
      if (like < floor || (run.every((line) => found.has(line)) && (isSameHeight || like < paired + REFLOW_LEAD)))
        continue
      for (const [i, line] of run.entries())
        if (!found.has(line) || !isSameHeight)
          found.set(line, { to: above + 1 + Math.min(i, now.length - 1), like, isSame: false })
      extra.push(...now.map((_, i) => above + 1 + i))
    }
    return extra
  }
}

function addedIn(hunks: readonly Hunk[]): number[] {
  return linesIn(hunks.map(({ bFrom, bTo }) => [bFrom + 1, bTo]))
}
