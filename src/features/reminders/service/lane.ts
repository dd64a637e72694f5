import { addSeconds } from '#base/time.ts'
import { workOnClaims } from '#platform/jobs/claims.ts'
import type { JobCtx } from '#platform/jobs/job.ts'
import type { PreparedPush, ReadySender, SendOutcome } from '#platform/push/sender.ts'
import { toFailure, recordOutcomes, retryDelaySeconds } from '#features/push/public.ts'
import { PUSH_TTL_SECONDS } from '../delivery.ts'
import { pushSendAttempt, pushSendError } from '../events.ts'
import * as store from '../store/deliveries.ts'
import { notificationOf } from './notification.ts'
import { toShown } from './reminders.ts'

/** Per host. */
const LANES = 4
const BATCH = 25

type Ready = { delivery: store.Claimed; prepared: PreparedPush }

/** Sends the due deliveries of one host until there are none. */
export async function openLane(ctx: JobCtx, sender: ReadySender, host: string, tally: { sent: number }): Promise<void> {
  await workOnClaims(ctx, {
    lanes: LANES,
    claim: (now, until) => store.claim(ctx.db, host, now, until, BATCH),
    work: (claimed) => sendBatch(ctx, sender, claimed, tally),
  })
}

async function sendBatch(
  ctx: JobCtx,
  sender: ReadySender,
  claimed: readonly store.Claimed[],
  tally: { sent: number },
): Promise<void> {
  const messages = new Map((await store.describe(ctx.db, claimed)).map((message) => [store.nameOf(message), message]))
  const ready = claimed.flatMap((delivery): Ready[] => {
    const message = messages.get(store.nameOf(delivery))
    return message ? [{ delivery, prepared: prepare(sender, message) }] : []
  })
  // Check after encrypting, which takes the longest, so that a late acknowledgement still cancels the send.
  const wanted = await store.stillWanted(
    ctx.db,
    ready.map(({ delivery }) => delivery),
  )
  const going = ready.filter(({ delivery }) => wanted.has(store.nameOf(delivery)))
  const sendable = new Set(going.map(({ delivery }) => delivery))
  const cancelled = claimed.filter((delivery) => !sendable.has(delivery)).map(cancelledOf)
  const recorder = openRecorder(ctx)
  if (cancelled.length > 0) await store.record(ctx.db, cancelled, ctx.clock())
  await Promise.all(
    going.map(async ({ delivery, prepared }) => {
      emitAttempt(ctx, delivery)
      const sent = await prepared.send()
      if (sent.outcome === 'accepted') tally.sent += 1
      await recorder.add(delivery, sent)
    }),
  )
}

function prepare(sender: ReadySender, message: store.Message): PreparedPush {
  const payload = JSON.stringify(notificationOf(toShown(message), message, message.locale))
  // With a topic, the push service keeps only the newest message of a note for an offline device.
  const { noteId: topic, remindAt: dueAt } = message
  return sender.prepare(message, { payload, ttlSeconds: PUSH_TTL_SECONDS, topic, dueAt })
}

function cancelledOf(delivery: store.Claimed): store.Ended {
  return { ...delivery, status: 'cancelled', httpStatus: null, nextAt: null }
}

type Recorder = { add: (delivery: store.Claimed, sent: SendOutcome) => Promise<void> }

/** Records all answers of one event-loop turn in one statement without delay: a crash before it would repeat the push. */
function openRecorder(ctx: JobCtx): Recorder {
  let waiting: { delivery: store.Claimed; sent: SendOutcome }[] = []
  let flushing: Promise<void> | null = null
  const flush = async (): Promise<void> => {
    await new Promise(setImmediate)
    const batch = waiting
    waiting = []
    flushing = null
    const now = ctx.clock()
    await store.record(
      ctx.db,
      batch.map(({ delivery, sent }) => endedOf(ctx, delivery, sent, now)),
      now,
    )
    const outcomes = batch.map(({ delivery, sent }) => ({
      userId: delivery.userId,
      hash: delivery.endpointHash,
      sent,
    }))
    await recordOutcomes(ctx.db, ctx.emit, outcomes, now)
  }
  return {
    add: (delivery, sent) => {
      waiting.push({ delivery, sent })
      flushing ??= flush()
      return flushing
    },
  }
}

function endedOf(ctx: JobCtx, delivery: store.Claimed, sent: SendOutcome, now: Date): store.Ended {
  const attempts = delivery.attempts + 1
  const ended = { ...delivery, attempts, httpStatus: sent.status }
  if (sent.outcome === 'accepted') return { ...ended, status: 'sent', nextAt: null }
  const retry = sent.outcome === 'gone' ? null : retryDelaySeconds(attempts)
  ctx.emit(pushSendError, {
    ...about(delivery),
    status: sent.status,
    reason: toFailure(sent) ?? '',
    final: retry === null,
  })
  if (sent.outcome === 'gone') return { ...ended, status: 'gone', nextAt: null }
  return retry === null
    ? { ...ended, status: 'failed', nextAt: null }
    : { ...ended, status: 'waiting', nextAt: addSeconds(now, retry) }
}

function emitAttempt(ctx: JobCtx, delivery: store.Claimed): void {
  ctx.emit(pushSendAttempt, { ...about(delivery), attempt: delivery.attempts + 1 })
}

function about({ noteId, endpointHash }: store.Claimed) {
  return { resource: { type: 'note', id: noteId }, endpoint_hash: endpointHash }
}
