import { compareTexts, type Hunk, type Line } from 'codeshelf-follow/diff'
import { joinLines } from '#base/lines.ts'

/** A range on which both sides agree, or which both changed differently. */
export type MergePart =
  | { kind: 'agreed'; text: string }
  | { kind: 'conflict'; base: string; mine: string; theirs: string }

export type Merge = { outcome: 'clean'; text: string } | { outcome: 'conflict'; parts: MergePart[] }

type Side = { lines: readonly Line[]; hunks: Hunk[] }
type Stretch = { from: number; to: number; mine: Hunk[]; theirs: Hunk[] }

/**
 * A three-way merge. A change of one side is taken; equal changes of both sides are taken once. Adjacent changes are a
 * conflict even when they share no line, because neither author has seen the other's change next to their own.
 */
export function merge3(base: string, mine: string, theirs: string): Merge {
  const fromMine = compareTexts(base, mine)
  const fromTheirs = compareTexts(base, theirs)
  const mineSide = { lines: fromMine.b, hunks: fromMine.hunks }
  const theirSide = { lines: fromTheirs.b, hunks: fromTheirs.hunks }
  const parts: MergePart[] = []
  let done = 0
  for (const stretch of stretches(mineSide.hunks, theirSide.hunks)) {
    addAgreed(parts, joinLines(fromMine.a.slice(done, stretch.from)))
    addStretch(parts, fromMine.a, mineSide, theirSide, stretch)
    done = stretch.to
  }
  addAgreed(parts, joinLines(fromMine.a.slice(done)))
  if (parts.some((part) => part.kind === 'conflict')) return { outcome: 'conflict', parts }
  return { outcome: 'clean', text: resolveConflicts(parts, 'mine') }
}

/** The text with every conflict resolved to the same side. */
export function resolveConflicts(parts: readonly MergePart[], choice: 'mine' | 'theirs' | 'base'): string {
  return parts.map((part) => (part.kind === 'agreed' ? part.text : part[choice])).join('')
}

/** The hunks of both sides, with overlapping or adjacent ones grouped. */
function stretches(mine: readonly Hunk[], theirs: readonly Hunk[]): Stretch[] {
  const all = [
    ...mine.map((hunk) => ({ hunk, side: 'mine' as const })),
    ...theirs.map((hunk) => ({ hunk, side: 'theirs' as const })),
  ]
  const found: Stretch[] = []
  for (const { hunk, side } of all.toSorted((x, y) => x.hunk.aFrom - y.hunk.aFrom || x.hunk.aTo - y.hunk.aTo)) {
    const last = found.at(-1)
    if (last && hunk.aFrom <= last.to) {
      last[side].push(hunk)
      last.to = Math.max(last.to, hunk.aTo)
    } else {
      const none: Hunk[] = []
      found.push({ from: hunk.aFrom, to: hunk.aTo, mine: none, theirs: [], [side]: [hunk] })
    }
  }
  return found
}

function addStretch(
  parts: MergePart[],
  base: readonly Line[],
  mineSide: Side,
  theirSide: Side,
  stretch: Stretch,
): void {
  const was = joinLines(base.slice(stretch.from, stretch.to))
  const mine = sideText(mineSide, stretch.mine, stretch) ?? was
  const theirs = sideText(theirSide, stretch.theirs, stretch) ?? was
  if (mine === theirs || theirs === was) addAgreed(parts, mine)
  else if (mine === was) addAgreed(parts, theirs)
  else parts.push({ kind: 'conflict', base: was, mine, theirs })
}

/** A side's version of the base lines of a range; null when it changed none of them. */
function sideText({ lines }: Side, hunks: readonly Hunk[], { from, to }: Stretch): string | null {
  const first = hunks[0]
  const last = hunks.at(-1)
  if (!first || !last) return null
  return joinLines(lines.slice(first.bFrom - (first.aFrom - from), last.bTo + (to - last.aTo)))
}

function addAgreed(parts: MergePart[], text: string): void {
  if (text === '') return
  const last = parts.at(-1)
  if (last?.kind === 'agreed') last.text += text
  else parts.push({ kind: 'agreed', text })
}
