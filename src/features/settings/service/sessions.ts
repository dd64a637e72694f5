import type { SessionId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { listSessions as sessionsOf } from '#features/auth/public.ts'

export type SessionSummary = { id: SessionId; userAgent: string; createdAt: Date; lastSeenAt: Date; current: boolean }

export async function listSessions(ctx: UserCtx, current: SessionId): Promise<SessionSummary[]> {
  const sessions = await sessionsOf(ctx)
  return sessions.map(({ id, userAgent, createdAt, lastSeenAt }) => ({
    id,
    userAgent,
    createdAt,
    lastSeenAt,
    current: id === current,
  }))
}
