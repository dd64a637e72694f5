import type { EndpointHash } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { PushSender } from '#platform/push/sender.ts'
import * as events from '../events.ts'
import { testNotification } from '../notification.ts'
import * as problems from '../problems.ts'
import { listTargets } from '../store/subscriptions.ts'
import { toFailure, recordOutcomes, emitMissingKey } from './outcomes.ts'

export type { PushSender }
export type TestResult = { endpointHash: EndpointHash; status: number }

/** Sends one notification to each device, or to the requested one, and returns the answer of each push service. */
export async function testPush(
  ctx: UserCtx,
  sender: PushSender,
  via: 'local' | 'worker',
  only?: EndpointHash,
): Promise<TestResult[]> {
  if (!sender.ready) {
    emitMissingKey(ctx, sender)
    throw problems.pushOff()
  }
  const targets = await listTargets(ctx.db, ctx.user.id, only)
  if (only !== undefined && targets.length === 0) throw problems.deviceNotFound({ endpoint_hash: only })
  const payload = JSON.stringify(testNotification(ctx.locale))
  const outcomes = await Promise.all(
    targets.map(async (target) => {
      const sent = await sender.prepare(target, { payload, ttlSeconds: 60 }).send()
      return { userId: ctx.user.id, hash: target.endpointHash, sent }
    }),
  )
  await recordOutcomes(ctx.db, ctx.emit, outcomes, ctx.now)
  const failed = outcomes.filter(({ sent }) => sent.outcome !== 'accepted')
  const failure = via === 'local' ? events.pushTestLocalError : events.pushTestWorkerError
  for (const { hash, sent } of failed)
    ctx.emit(failure, { endpoint_hash: hash, status: sent.status, reason: toFailure(sent) ?? '' })
  ctx.emit(events.pushTestResult, { sent: outcomes.length - failed.length, failed: failed.length })
  return outcomes.map(({ hash, sent }) => ({ endpointHash: hash, status: sent.status }))
}
