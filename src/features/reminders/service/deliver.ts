import type { JobCtx } from '#platform/jobs/job.ts'
import type { PushSender } from '#platform/push/sender.ts'
import { emitMissingKey } from '#features/push/public.ts'
import { pushSendNoSubscriptions } from '../events.ts'
import * as store from '../store/deliveries.ts'
import { fanOut } from '../store/fan-out.ts'
import { openLane } from './lane.ts'
import { beginDueOccurrences } from './occurrences.ts'

const FAN_OUT = 500
const BEGIN = 500
const LOOK_EVERY_MS = 250

export { anyDue, deliveriesBacklog, remindersBacklog } from '../store/deliveries.ts'

/**
 * Starts the occurrences of repeating reminders that have come, also where pushes are off, because the lists show them. Then
 * sends due reminders until there are none. Each push service has its own lane, so that a slow one delays only itself;
 * deliveries of newly due reminders are created concurrently.
 */
export async function deliverDue(ctx: JobCtx, sender: PushSender): Promise<void> {
  while ((await beginDueOccurrences(ctx, BEGIN)) === BEGIN && !ctx.signal.aborted);
  if (!sender.ready) return emitMissingKey(ctx, sender)
  const lanes = new Map<string, Promise<void>>()
  const failures: unknown[] = []
  const tally = { sent: 0 }
  const open = (host: string): void => {
    const lane = openLane(ctx, sender, host, tally)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => lanes.delete(host))
    lanes.set(host, lane)
  }
  await store.endInterrupted(ctx.db, ctx.clock())
  const isStopped = (): boolean => ctx.signal.aborted
  // A run that was stopped while it waited must not take more: nobody would send it until its claim expires.
  while (!isStopped()) {
    const busy = await handOut(ctx)
    if (failures.length > 0 || isStopped()) break
    for (const host of await store.hostsWithWork(ctx.db, ctx.clock())) if (!lanes.has(host)) open(host)
    ctx.progress(tally.sent)
    if (!busy && lanes.size === 0) break
    if (!busy) await Promise.race([...lanes.values(), pause(LOOK_EVERY_MS)])
  }
  await Promise.all(lanes.values())
  ctx.progress(tally.sent)
  if (failures.length > 0) throw failures[0]
}

/** Returns true when there may be more. */
async function handOut(ctx: JobCtx): Promise<boolean> {
  const begun = await beginDueOccurrences(ctx, BEGIN)
  const { taken, alone } = await fanOut(ctx.db, ctx.clock(), FAN_OUT)
  for (const id of alone) ctx.emit(pushSendNoSubscriptions, { resource: { type: 'note', id } })
  return taken === FAN_OUT || begun === BEGIN
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
