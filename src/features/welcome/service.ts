import type { UserCtx } from '#platform/ctx.ts'
import { markWelcomeSeen } from '#features/auth/public.ts'

/** For good: one update, and doing it again changes nothing. */
export async function ackWelcome(ctx: UserCtx): Promise<void> {
  await markWelcomeSeen(ctx)
}
