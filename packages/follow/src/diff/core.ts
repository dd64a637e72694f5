/**
 * Which items of two lists changed, by Myers' O(ND) algorithm in linear space (the middle-snake form). Items are
 * compared by number, so the caller gives equal lines or words the same number.
 */
export type Changes = { removed: Uint8Array; added: Uint8Array }

/** The flag of an item. COARSE: changed, or undecided because the work bound was reached. */
export const SAME = 0
export const CHANGED = 1
export const COARSE = 2

type Box = { aFrom: number; aTo: number; bFrom: number; bTo: number }
type Search = {
  a: Uint32Array
  b: Uint32Array
  forward: Int32Array
  backward: Int32Array
  /** Index of diagonal 0 in both. */
  middle: number
  work: number
}

/** `work` bounds the steps: two long unrelated lists would take seconds, and their diff would be useless. */
export function findChanges(a: Uint32Array, b: Uint32Array, work: number): Changes {
  const changes = { removed: new Uint8Array(a.length), added: new Uint8Array(b.length) }
  const whole = trimmed(a, b, { aFrom: 0, aTo: a.length, bFrom: 0, bTo: b.length })
  const middle = Math.ceil((whole.aTo - whole.aFrom + whole.bTo - whole.bFrom) / 2) + 1
  const size = 2 * middle + 1
  const search = { a, b, forward: new Int32Array(size), backward: new Int32Array(size), middle, work }
  const boxes: Box[] = [whole]
  for (let box = boxes.pop(); box; box = boxes.pop()) {
    const core = trimmed(a, b, box)
    if (core.aFrom === core.aTo || core.bFrom === core.bTo) {
      mark(changes, core, CHANGED)
      continue
    }
    const split = middleSnake(search, core)
    if (split)
      boxes.push({ ...core, aTo: split.aFrom, bTo: split.bFrom }, { ...core, aFrom: split.aTo, bFrom: split.bTo })
    else mark(changes, core, COARSE)
  }
  return changes
}

function mark(changes: Changes, box: Box, flag: number): void {
  changes.removed.fill(flag, box.aFrom, box.aTo)
  changes.added.fill(flag, box.bFrom, box.bTo)
}

/** A box without its common prefix and suffix. */
function trimmed(a: Uint32Array, b: Uint32Array, box: Box): Box {
  let { aFrom, aTo, bFrom, bTo } = box
  while (aFrom < aTo && bFrom < bTo && a[aFrom] === b[bFrom]) {
    aFrom++
    bFrom++
  }
  while (aFrom < aTo && bFrom < bTo && a[aTo - 1] === b[bTo - 1]) {
    aTo--
    bTo--
  }
  return { aFrom, aTo, bFrom, bTo }
}

/**
 * The run of equal items in the middle of a shortest edit path (possibly empty), or null when the work is used up.
 * Two searches run from the start and from the end; where they meet is the middle.
 */
function middleSnake(search: Search, box: Box): Box | null {
  const { forward, backward, middle } = search
  const delta = box.aTo - box.aFrom - (box.bTo - box.bFrom)
  const odd = delta % 2 !== 0
  forward[middle + 1] = 0
  backward[middle + 1] = 0
  for (let d = 0; ; d++) {
    search.work -= 2 * d + 1
    if (search.work < 0) return null
    for (let k = -d; k <= d; k += 2) {
      const from = walk(search, box, k, d)
      if (!odd || Math.abs(delta - k) >= d || !rebase(search, box, k, delta - k)) continue
      const aFrom = box.aFrom + from
      const aTo = box.aFrom + at(forward, middle + k)
      const toB = box.bFrom - box.aFrom - k
      return { aFrom, aTo, bFrom: aFrom + toB, bTo: aTo + toB }
    }
    for (let k = -d; k <= d; k += 2) {
      const from = walkBack(search, box, k, d)
      if (odd || Math.abs(delta - k) > d || !rebase(search, box, delta - k, k)) continue
      const aFrom = box.aTo - at(backward, middle + k)
      const aTo = box.aTo - from
      const toB = box.bTo - box.aTo + k
      return { aFrom, aTo, bFrom: aFrom + toB, bTo: aTo + toB }
    }
  }
}

function rebase({ forward, backward, middle }: Search, box: Box, k: number, backK: number): boolean {
  return at(forward, middle + k) + at(backward, middle + backK) >= box.aTo - box.aFrom
}

/** One step of the search from the start, on diagonal k, over a run of equal items; returns where the run begins. */
function walk(search: Search, box: Box, k: number, d: number): number {
  const { a, b, forward, middle } = search
  const from = furthest(forward, middle, k, d)
  const toB = box.bFrom - box.aFrom - k
  let i = box.aFrom + from
  while (i < box.aTo && i + toB < box.bTo && a[i] === b[i + toB]) i++
  forward[middle + k] = i - box.aFrom
  return from
}

/** The same from the end, with x and k counted backwards. */
function walkBack(search: Search, box: Box, k: number, d: number): number {
  const { a, b, backward, middle } = search
  const from = furthest(backward, middle, k, d)
  const toB = box.bTo - box.aTo + k
  let i = box.aTo - from
  while (i > box.aFrom && i + toB > box.bFrom && a[i - 1] === b[i - 1 + toB]) i--
  backward[middle + k] = box.aTo - i
  return from
}

function furthest(reach: Int32Array, middle: number, k: number, d: number): number {
  const below = at(reach, middle + k + 1)
  const left = at(reach, middle + k - 1)
  return k === -d || (k !== d && left < below) ? below : left + 1
}

function at(numbers: Int32Array, index: number): number {
  return numbers[index] ?? 0
}
