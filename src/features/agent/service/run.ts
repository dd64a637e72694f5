import type { UserCtx } from '#platform/ctx.ts'
import { Problem } from '#platform/problem.ts'
import { awaitResult, type RunRequest, runCode, type Runners, type RunResult } from '#features/code-run/public.ts'
import { refundBudget, spendBudget } from '#features/tokens/public.ts'
import type { Actor } from './journal.ts'

export type { Runners } from '#features/code-run/public.ts'

/** Spends one run of the token's daily budget before the run starts, and refunds it when the run never started. */
export async function runFor(
  ctx: UserCtx,
  actor: Actor,
  runners: Runners,
  ask: RunRequest,
  signal: AbortSignal,
): Promise<RunResult> {
  await spendBudget(ctx.db, ctx, actor, 'runs')
  try {
    return await awaitResult(runCode(ctx, runners, ask, signal))
  } catch (error) {
    if (error instanceof Problem) await refundBudget(ctx, actor, 'runs')
    throw error
  }
}
