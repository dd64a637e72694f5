import { merge3, type MergePart } from '#base/diff/merge.ts'

/** What an update would do with our copy. Nothing is written before somebody asks for it. */
export type DriftPlan =
  /** There is nothing new. */
  | { does: 'nothing' }
  /** Ours is as it was taken: it becomes what is there now. */
  | { does: 'take'; text: string }
  /** Both changed, in different places. */
  | { does: 'merge'; text: string }
  /** Ours says all that is new already: only what it is compared with changes. */
  | { does: 'settle' }
  /** Both changed one place: a person decides. */
  | { does: 'ask'; parts: readonly MergePart[] }

/** `base` is what both began with; null when that cannot be had any more, and then nothing is joined by guessing. */
export function planOf(base: string | null, mine: string, theirs: string): DriftPlan {
  if (mine === theirs) return { does: base === theirs ? 'nothing' : 'settle' }
  if (base === null) return { does: 'ask', parts: [{ kind: 'conflict', base: '', mine, theirs }] }
  if (base === theirs) return { does: 'nothing' }
  const merged = merge3(base, mine, theirs)
  if (merged.outcome === 'conflict') return { does: 'ask', parts: merged.parts }
  if (merged.text === mine) return { does: 'settle' }
  return { does: mine === base ? 'take' : 'merge', text: merged.text }
}

/** How a conflict is decided for the whole file, by a person. */
export const TAKES = ['update', 'theirs', 'mine'] as const
export type Take = (typeof TAKES)[number]

/** The new text of our file; null: it stays as it is. `refused`: both changed one place, and nobody has decided. */
export function textTaken(plan: DriftPlan, take: Take, theirs: string): { text: string | null } | 'refused' {
  if (take === 'mine' || plan.does === 'nothing' || plan.does === 'settle') return { text: null }
  if (take === 'theirs') return { text: theirs }
  return plan.does === 'ask' ? 'refused' : { text: plan.text }
}
