import { merge3, type MergePart } from '#base/diff/merge.ts'

/** What an update would do with our copy. Nothing is written before a user asks for it. */
export type DriftPlan =
  /** Upstream is unchanged. */
  | { does: 'nothing' }
  /** Our copy is unedited, so it becomes the upstream text. */
  | { does: 'take'; text: string }
  /** Both sides changed, without overlap. */
  | { does: 'merge'; text: string }
  /** Our copy contains every upstream change already, so only its base moves. */
  | { does: 'settle' }
  /** Both sides changed the same lines, so a user has to decide. */
  | { does: 'ask'; parts: readonly MergePart[] }

/** `base` is the common base text; null when it is lost, and then nothing is merged. */
export function planOf(base: string | null, mine: string, theirs: string): DriftPlan {
  if (mine === theirs) return { does: base === theirs ? 'nothing' : 'settle' }
  if (base === null) return { does: 'ask', parts: [{ kind: 'conflict', base: '', mine, theirs }] }
  if (base === theirs) return { does: 'nothing' }
  const merged = merge3(base, mine, theirs)
  if (merged.outcome === 'conflict') return { does: 'ask', parts: merged.parts }
  if (merged.text === mine) return { does: 'settle' }
  return { does: mine === base ? 'take' : 'merge', text: merged.text }
}

/** How a user decides a conflict, for the whole file. */
export const TAKES = ['update', 'theirs', 'mine'] as const
export type Take = (typeof TAKES)[number]

/** The new text of our copy; null keeps it. `refused`: there is a conflict and no decision. */
export function textTaken(plan: DriftPlan, take: Take, theirs: string): { text: string | null } | 'refused' {
  if (take === 'mine' || plan.does === 'nothing' || plan.does === 'settle') return { text: null }
  if (take === 'theirs') return { text: theirs }
  return plan.does === 'ask' ? 'refused' : { text: plan.text }
}
