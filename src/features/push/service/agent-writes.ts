import { addSeconds } from '#base/time.ts'
import type { AgentWrite, UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { workOnClaims } from '#platform/jobs/claims.ts'
import type { JobCtx } from '#platform/jobs/job.ts'
import type { PushSender, ReadySender } from '#platform/push/sender.ts'
import * as events from '../events.ts'
import { agentNotification, isAgentKind } from '../notification.ts'
import { retryDelaySeconds } from '../retry.ts'
import * as outbox from '../store/outbox.ts'
import { listTargets } from '../store/subscriptions.ts'
import { recordOutcomes } from './outcomes.ts'

export { anyWaiting, outboxBacklog } from '../store/outbox.ts'

const BATCH = 50
const TTL_SECONDS = 3600

/** Runs in the transaction of the write, so that the row exists exactly when the write was committed. */
export function enqueueAgentNotification(ctx: UserCtx, trx: Db, actor: string, write: AgentWrite): Promise<void> {
  return outbox.addEntry(trx, ctx.user.id, { id: ctx.newId<'outbox'>(), actor, ...write }, ctx.now)
}

/** Sends notifications about agent writes until the queue is empty. */
export async function sendAgentNotifications(ctx: JobCtx, sender: PushSender): Promise<void> {
  if (!sender.ready) return
  let sent = 0
  await workOnClaims(ctx, {
    lanes: 1,
    claim: (now, until) => outbox.claimEntries(ctx.db, now, until, BATCH),
    work: async (claimed) => {
      await Promise.all(claimed.map((entry) => sendNotification(ctx, sender, entry)))
      sent += claimed.length
      ctx.progress(sent)
    },
  })
}

async function sendNotification(ctx: JobCtx, sender: ReadySender, entry: outbox.Claimed): Promise<void> {
  const about = {
    resource: { type: entry.kind.startsWith('file') ? 'file' : 'note', id: entry.resourceId },
    kind: entry.kind,
  }
  const end = (status: outbox.Ending) => outbox.endEntry(ctx.db, entry, status)
  const { kind } = entry
  if (!isAgentKind(kind)) {
    ctx.emit(events.pushEventUnknownKind, about)
    return end('unknown_kind')
  }
  const targets = await listTargets(ctx.db, entry.userId)
  if (targets.length === 0) return end('no_subscriptions')
  ctx.emit(events.pushEventSendAttempt, { ...about, attempt: entry.attempts + 1 })
  const payload = JSON.stringify(agentNotification({ ...entry, kind }, entry.locale))
  const outcomes = await Promise.all(
    targets.map(async (target) => ({
      userId: entry.userId,
      hash: target.endpointHash,
      sent: await sender.prepare(target, { payload, ttlSeconds: TTL_SECONDS }).send(),
    })),
  )
  await recordOutcomes(ctx.db, ctx.emit, outcomes, ctx.clock())
  if (outcomes.some(({ sent }) => sent.outcome === 'accepted')) return end('sent')
  if (outcomes.every(({ sent }) => sent.outcome === 'gone')) return end('no_subscriptions')
  const attempts = entry.attempts + 1
  const retry = retryDelaySeconds(attempts)
  const retryAt = retry === null ? null : addSeconds(ctx.clock(), retry)
  const isRecorded = await outbox.recordFailure(ctx.db, entry, attempts, retryAt)
  if (isRecorded && retryAt === null) ctx.emit(events.pushEventExhausted, { ...about, attempts })
}
