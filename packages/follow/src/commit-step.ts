import type { Trace } from './definition.ts'
import { Elsewhere, type Found, type Inserted, type Missing } from './moved-blocks.ts'
import { textsAt } from './line-ranges.ts'
import { DISTINCTIVE_CHARS, isSameText } from './likeness.ts'
import type { Stayed } from './stayed.ts'
import { AROUND, Step } from './step.ts'
import { type PairedText, type ReadPair, textPairs } from './text-pairs.ts'

/** A file that a commit changed, with its texts. `from` null: added; `to` null: deleted. A text is null where it cannot be read. */
export type FileChange = {
  from: string | null
  to: string | null
  before: string | null
  after: string | null
}

/** The texts of a file before and after a commit, and where lines of the earlier one are in the later one. */
export type ChangedText = { path: string; before: PairedText; after: PairedText; step: Step }

/** The lines of an anchor in one commit, counted from 1. `isMoved`: a step found them elsewhere than between their neighbours. */
export type Located = { path: string; lines: readonly number[]; isMoved: boolean }

/** Part of the letters of an anchor that must be unchanged for it to stay without looking anywhere else. */
const STAYS = 0.5
/** Lead that lines elsewhere need over changed lines in place, as a part of the letters of the anchor. */
const LEAD = 0.1
/** Minimum part of the letters of the anchor that must be left in place. */
const LEFT = 0.5
/** The same when no line is unchanged. */
const LEFT_CHANGED = 0.6
/** The same when the lines above and below the anchor are still next to it. */
const LEFT_IN_FRAME = 0.35

/** What happened to the lines of an anchor. `renamed`: its file has another path. */
export type LineChange = 'moved' | 'renamed' | 'changed' | 'lost'

/** Where lines are after a commit, null when that is not certain, and what happened to them: null when they are the same between the same neighbours. */
export type Carried = { to: Located | null; what: LineChange | null }

/** What one step did to each of several anchors on files that it changed, by their index. A caller may replace `now`. */
export type StepResult = { step: CommitStep; carried: { index: number; from: Located; now: Carried }[] }

/**
 * Follows anchors through one commit, or from one version of a file to the next. Steps that share `read` read each text once, although
 * the later text of one is mostly the earlier one of the next.
 */
export class CommitStep {
  readonly #changes: readonly FileChange[]
  readonly #byFrom = new Map<string, FileChange>()
  readonly #read: ReadPair
  readonly #steps = new Map<FileChange, Step>()
  #elsewhere: Elsewhere | null = null

  constructor(changes: readonly FileChange[], read: ReadPair = textPairs()) {
    this.#changes = changes
    for (const change of changes)
      if (change.from !== null && !this.#byFrom.has(change.from)) this.#byFrom.set(change.from, change)
    this.#read = read
  }

  /** Whether it changed the file of an anchor. Other anchors stay where they are. */
  touches({ path }: Located): boolean {
    return this.#byFrom.has(path)
  }

  /** The texts around an anchor: where it was before this step, and where it is after it. */
  trace(from: Located, to: Located | null): Trace | null {
    const before = this.#byFrom.get(from.path)?.before ?? null
    const after = to && (this.#changes.find((change) => change.to === to.path)?.after ?? null)
    if (before === null || (to && after === null)) return null
    return {
      before: { path: from.path, text: before, lines: from.lines },
      after: to && after !== null ? { path: to.path, text: after, lines: to.lines } : null,
    }
  }

  /** Whether the lines around an anchor are still around it. */
  isSettled(from: Located, to: Located): boolean {
    const change = this.#byFrom.get(from.path)
    if (!change) return true
    if (change.to !== to.path) return false
    const step = this.#stepOf(change)
    if (isShifted(from, to, step.shiftAround(from.lines))) return true
    const [first, last, start, end] = [from.lines[0], from.lines.at(-1), to.lines[0], to.lines.at(-1)]
    if (first === undefined || last === undefined || start === undefined || end === undefined) return false
    for (let away = 1; away <= AROUND; away++) {
      if (first - away > 0 && step.keptAt(first - away) !== start - away) return false
      if (last + away <= step.from.length && step.keptAt(last + away) !== end + away) return false
    }
    return true
  }

  /** The texts of the file of an anchor, where the step kept the file. */
  fileOf(from: Located): ChangedText | null {
    const change = this.#byFrom.get(from.path)
    if (!change || change.to === null || change.before === null || change.after === null) return null
    return { path: change.to, ...this.#read(change.before, change.after), step: this.#stepOf(change) }
  }

  /** The anchors whose file it changed; null for one that is lost. */
  carryAll(located: readonly (Located | null)[]): StepResult {
    const carried: StepResult['carried'] = []
    // Without a list for each anchor: most commits touch few of thousands.
    for (let index = 0; index < located.length; index++) {
      const from = located[index]
      if (from && this.touches(from)) carried.push({ index, from, now: this.carry(from) })
    }
    return { step: this, carried }
  }

  /** Where the lines of one anchor are after this step. */
  carry(at: Located): Carried {
    const change = this.#byFrom.get(at.path)
    if (!change) return { to: at, what: null }
    const step = this.#stepOf(change)
    if (change.to === null || change.after === null) return movedOrLost(this.#search(at, step, null, null))
    const shift = step.shiftAround(at.lines)
    if (shift !== null) {
      const lines = shift === 0 ? at.lines : at.lines.map((line) => line + shift)
      return { to: { ...at, path: change.to, lines }, what: change.to === at.path ? null : 'renamed' }
    }
    const stayed = step.carry(at.lines)
    const here = { path: change.to, lines: stayed.lines, isMoved: at.isMoved }
    if (stayed.lines.length === 0 || stayed.isDoubtful || stayed.sameWeight < STAYS * stayed.total) {
      const moved = this.#search(at, step, change.to, stayed)
      if (moved || !isEnough(stayed)) return movedOrLost(moved)
    }
    if (here.path !== at.path) return { to: here, what: 'renamed' }
    const isSame = isSameText(textsAt(at.lines, step.from), textsAt(here.lines, step.to))
    return { to: here, what: isSame ? null : 'changed' }
  }

  #search(at: Located, step: Step, to: string | null, stayed: Stayed | null): Located | null {
    const missing: Missing = {
      path: at.path,
      from: step.from,
      lines: at.lines,
      keptAt(line) {
        const kept = step.keptAt(line)
        return kept === null || to === null ? null : { path: to, line: kept }
      },
    }
    const found: Found | null = this.#everywhere().find(missing)
    if (!found) return null
    const lead = stayed && !(found.path === to && isVerbatimMove(found, stayed)) ? LEAD * stayed.total : 0
    if (stayed && found.weight < stayed.weight + lead) return null
    return { path: found.path, lines: found.lines, isMoved: true }
  }

  #everywhere(): Elsewhere {
    this.#elsewhere ??= new Elsewhere(
      this.#changes.flatMap((change): Inserted[] => {
        if (change.to === null || change.after === null) return []
        const step = this.#stepOf(change)
        return [{ path: change.to, lines: step.to, inserted: step.inserted() }]
      }),
    )
    return this.#elsewhere
  }

  #stepOf(change: FileChange): Step {
    const known = this.#steps.get(change)
    if (known) return known
    const { before, after } = this.#read(change.before ?? '', change.after ?? '')
    const made = new Step(before, after)
    this.#steps.set(change, made)
    return made
  }
}

/** Whether these lines are where a shift by so many lines puts them. */
export function isShifted(from: Located, to: Located, shift: number | null): boolean {
  return (
    shift !== null &&
    from.lines.length === to.lines.length &&
    from.lines.every((line, i) => to.lines[i] === line + shift)
  )
}

/** Whether the lines stand elsewhere unchanged and between the same neighbours, while in their place all are changed and no unique neighbour is left. */
function isVerbatimMove(found: Found, stayed: Stayed): boolean {
  return found.isBetweenEqual && stayed.sameWeight === 0 && !stayed.isPinned
}

function movedOrLost(elsewhere: Located | null): Carried {
  return { to: elsewhere, what: elsewhere ? 'moved' : 'lost' }
}

/** Whether enough is left of lines of which most changed. */
function isEnough(stayed: Stayed): boolean {
  if (stayed.sameWeight >= DISTINCTIVE_CHARS) return true
  const least = stayed.isFramed ? LEFT_IN_FRAME : stayed.sameWeight > 0 ? LEFT : LEFT_CHANGED
  return stayed.lines.length > 0 && stayed.weight >= least * stayed.total
}
