import type { UserCtx } from '#platform/ctx.ts'
import { Problem } from '#platform/problem.ts'
import { resultOf, type RunAsk, runCode, type Runners, type RunResult } from '#features/code-run/public.ts'
import { giveBack, spend } from '#features/tokens/public.ts'
import type { Actor } from './journal.ts'

export type { Runners } from '#features/code-run/public.ts'

/** Taken from the token's day before it begins; what never began is given back. */
export async function runFor(
  ctx: UserCtx,
  actor: Actor,
  runners: Runners,
  ask: RunAsk,
  signal: AbortSignal,
): Promise<RunResult> {
  await spend(ctx.db, ctx, actor, 'runs')
  try {
    return await resultOf(runCode(ctx, runners, ask, signal))
  } catch (error) {
    if (error instanceof Problem) await giveBack(ctx, actor, 'runs')
    throw error
  }
}
