import { isSafe } from '#platform/http/guard.ts'
import type { App } from '#platform/http/types.ts'
import { spend } from '#features/tokens/public.ts'

/**
 * A token's day holds over the API too, or one line of curl would step around it: each request that writes counts as one,
 * and each run. Tools count for themselves, in the transaction of what they write.
 */
export function addTokenBudgets(app: App): void {
  app.addHook('preHandler', async (request) => {
    const { visitor } = request
    const { tokenOnly, limit } = request.routeOptions.config
    if (visitor?.via !== 'token' || tokenOnly) return
    if (limit === 'run') await spend(request.ctx.db, request.ctx, visitor.token, 'runs')
    else if (!isSafe(request)) await spend(request.ctx.db, request.ctx, visitor.token, 'writes')
  })
}
