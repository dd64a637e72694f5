import type { UserCtx } from '#platform/ctx.ts'
import { markWelcomeSeen } from '#features/auth/public.ts'

/** One idempotent update. */
export async function ackWelcome(ctx: UserCtx): Promise<void> {
  await markWelcomeSeen(ctx)
}
