import type { Line } from '../lines.ts'
import { COARSE, findChanges, SAME } from './core.ts'
import type { Hunk } from './hunk.ts'
import { lineNumbering, type NumberedText } from './numbering.ts'
import { slideHunks } from './slide.ts'

/** Two texts as lines, and their diff. A line includes its line end, so a changed line end is a change. */
export type Comparison = { a: readonly Line[]; b: readonly Line[]; hunks: Hunk[] }

/**
 * Steps of a comparison: 60 to 250 ms on one core. Enough for 2,000 removed and 2,000 added lines that the other side has
 * elsewhere; reached only by long texts whose lines were reordered.
 */
const WORK = 4_000_000

export function compareTexts(a: string, b: string): Comparison {
  const read = lineNumbering()
  return compareNumbered(read(a), read(b))
}

export function compareNumbered(a: NumberedText, b: NumberedText): Comparison {
  return { a: a.lines, b: b.lines, hunks: slideHunks(hunksOf(a.ids, b.ids), a.lines, b.lines) }
}

/** The last hunk that begins at this line of the first text, counted from 0, or before it. */
export function hunkBefore(hunks: readonly Hunk[], index: number): Hunk | undefined {
  let [low, high] = [0, hunks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((hunks[middle]?.aFrom ?? 0) <= index) low = middle + 1
    else high = middle
  }
  return hunks[low - 1]
}

function hunksOf(aIds: Uint32Array, bIds: Uint32Array): Hunk[] {
  // A line that only one side has is certainly changed; leaving it out keeps two unrelated texts cheap.
  const aShared = sharedWith(aIds, bIds)
  const bShared = sharedWith(bIds, aIds)
  const pick = (ids: Uint32Array, shared: readonly number[]) => {
    const picked = new Uint32Array(shared.length)
    for (let n = 0; n < picked.length; n++) picked[n] = ids[shared[n] ?? 0] ?? 0
    return picked
  }
  const changes = findChanges(pick(aIds, aShared), pick(bIds, bShared), WORK)
  return hunksFromFlags(spread(changes.removed, aShared, aIds.length), spread(changes.added, bShared, bIds.length))
}

/** Which ids a text has. Kept, and all zero between two calls: ids of one numbering for many texts are larger than a text has lines. */
let kept = new Uint8Array(0)
const MAX_KEPT = 1_000_000

function sharedWith(ids: Uint32Array, others: Uint32Array): number[] {
  const present = flagsFor(Math.max(largest(ids), largest(others)) + 1)
  for (const id of others) present[id] = 1
  const shared: number[] = []
  for (let i = 0; i < ids.length; i++) if (present[ids[i] ?? 0] === 1) shared.push(i)
  for (const id of others) present[id] = 0
  return shared
}

const ONCE = 1
const AGAIN = 2
const IN_B_AGAIN = 4

/** 1 for each line of the first text that stands there once, and not more than once in the second. */
export function findSingleLines(a: Uint32Array, b: Uint32Array): Uint8Array {
  const times = flagsFor(Math.max(largest(a), largest(b)) + 1)
  for (const id of b) times[id] = times[id] === 0 ? ONCE : IN_B_AGAIN
  for (const id of b) times[id] = (times[id] ?? 0) & IN_B_AGAIN
  for (const id of a) times[id] = (times[id] ?? 0) | (((times[id] ?? 0) & ONCE) === 0 ? ONCE : AGAIN)
  const single = new Uint8Array(a.length)
  for (let i = 0; i < a.length; i++) single[i] = times[a[i] ?? 0] === ONCE ? 1 : 0
  for (const id of a) times[id] = 0
  for (const id of b) times[id] = 0
  return single
}

function flagsFor(length: number): Uint8Array {
  if (length > MAX_KEPT) return new Uint8Array(length)
  if (length > kept.length) kept = new Uint8Array(Math.min(MAX_KEPT, 2 * length))
  return kept
}

function largest(ids: Uint32Array): number {
  let found = 0
  for (const id of ids) if (id > found) found = id
  return found
}

/** Writes the flags of the shared lines back to their indexes; every other line is changed. */
function spread(flags: Uint8Array, indexes: number[], length: number): Uint8Array {
  const all = new Uint8Array(length).fill(1)
  for (let i = 0; i < indexes.length; i++) all[indexes[i] ?? 0] = flags[i] ?? SAME
  return all
}

function hunksFromFlags(removed: Uint8Array, added: Uint8Array): Hunk[] {
  const hunks: Hunk[] = []
  let i = 0
  let j = 0
  while (i < removed.length || j < added.length) {
    while (i < removed.length && j < added.length && removed[i] === SAME && added[j] === SAME) {
      i++
      j++
    }
    const hunk = { aFrom: i, aTo: i, bFrom: j, bTo: j, coarse: false }
    for (; i < removed.length && removed[i] !== SAME; i++) if (removed[i] === COARSE) hunk.coarse = true
    for (; j < added.length && added[j] !== SAME; j++) if (added[j] === COARSE) hunk.coarse = true
    if (i > hunk.aFrom || j > hunk.bFrom) hunks.push({ ...hunk, aTo: i, bTo: j })
    i++
    j++
  }
  return hunks
}
