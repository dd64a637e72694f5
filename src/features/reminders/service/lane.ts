import { addSeconds } from '#base/time.ts'
import type { JobCtx } from '#platform/jobs/job.ts'
import type { Prepared, ReadySender, Sent } from '#platform/push/sender.ts'
import { failureOf, recordOutcomes, retryAfter } from '#features/push/public.ts'
import { PUSH_TTL_SECONDS, SENDING_SECONDS } from '../delivery.ts'
import { pushSendAttempt, pushSendError } from '../events.ts'
import * as store from '../store/deliveries.ts'
import { notificationOf } from './notification.ts'
import { toShown } from './reminders.ts'

/** So many batches of a host are on their way at once: one slow answer does not hold up the others. */
const BATCHES = 4
const BATCH = 25

type Ready = { delivery: store.Claimed; prepared: Prepared }

/** Sends to one host until nothing of it is due. */
export async function openLane(ctx: JobCtx, sender: ReadySender, host: string, tally: { sent: number }): Promise<void> {
  const work = async (): Promise<void> => {
    while (!ctx.signal.aborted) {
      const now = ctx.clock()
      const claimed = await store.claim(ctx.db, host, now, addSeconds(now, SENDING_SECONDS), BATCH)
      if (claimed.length === 0) return
      await sendBatch(ctx, sender, claimed, tally)
    }
  }
  await Promise.all(Array.from({ length: BATCHES }, work))
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
  // Encrypting takes longer than anything else here, so the last look comes after it.
  const wanted = await store.stillWanted(
    ctx.db,
    ready.map(({ delivery }) => delivery),
  )
  const going = ready.filter(({ delivery }) => wanted.has(store.nameOf(delivery)))
  const staying = new Set(going.map(({ delivery }) => delivery))
  const cancelled = claimed.filter((delivery) => !staying.has(delivery)).map(cancelledOf)
  const recorder = openRecorder(ctx)
  if (cancelled.length > 0) await store.record(ctx.db, cancelled, ctx.clock())
  await Promise.all(
    going.map(async ({ delivery, prepared }) => {
      tellAttempt(ctx, delivery)
      const sent = await prepared.send()
      if (sent.outcome === 'accepted') tally.sent += 1
      await recorder.add(delivery, sent)
    }),
  )
}

function prepare(sender: ReadySender, message: store.Message): Prepared {
  const payload = JSON.stringify(notificationOf(toShown(message), message, message.locale))
  // The topic lets a push service keep only the newest of a note for a device that is away.
  const { noteId: topic, remindAt: dueAt } = message
  return sender.prepare(message, { payload, ttlSeconds: PUSH_TTL_SECONDS, topic, dueAt })
}

function cancelledOf(delivery: store.Claimed): store.Ended {
  return { ...delivery, status: 'cancelled', httpStatus: null, nextAt: null }
}

type Recorder = { add: (delivery: store.Claimed, sent: Sent) => Promise<void> }

/** Answers that arrive in one turn of the loop are written by one statement, and at once: a death in between repeats a push. */
function openRecorder(ctx: JobCtx): Recorder {
  let waiting: { delivery: store.Claimed; sent: Sent }[] = []
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

function endedOf(ctx: JobCtx, delivery: store.Claimed, sent: Sent, now: Date): store.Ended {
  const attempts = delivery.attempts + 1
  const ended = { ...delivery, attempts, httpStatus: sent.status }
  if (sent.outcome === 'accepted') return { ...ended, status: 'sent', nextAt: null }
  const retry = sent.outcome === 'gone' ? null : retryAfter(attempts)
  ctx.emit(pushSendError, {
    ...about(delivery),
    status: sent.status,
    reason: failureOf(sent) ?? '',
    final: retry === null,
  })
  if (sent.outcome === 'gone') return { ...ended, status: 'gone', nextAt: null }
  return retry === null
    ? { ...ended, status: 'failed', nextAt: null }
    : { ...ended, status: 'waiting', nextAt: addSeconds(now, retry) }
}

function tellAttempt(ctx: JobCtx, delivery: store.Claimed): void {
  ctx.emit(pushSendAttempt, { ...about(delivery), attempt: delivery.attempts + 1 })
}

function about({ noteId, endpointHash }: store.Claimed) {
  return { resource: { type: 'note', id: noteId }, endpoint_hash: endpointHash }
}
