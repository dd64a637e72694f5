import { startHelping } from './helping.ts'
import { type LeaderTerm, type SchedulerParts, startTerm } from './leading.ts'
import { reconcile } from './reconcile.ts'

const TICK_MS = 1_000

/** Runs all jobs while this process is the leader, and takes part in the shared ones while it is not. */
export function startScheduler(parts: SchedulerParts): { stop: () => Promise<void> } {
  let leading: LeaderTerm | null = null
  const helping = startHelping(parts)
  let first = true

  const tick = async (): Promise<void> => {
    const lease = parts.lease()
    // Another process leads and closes the orphaned runs: emit the skip once.
    if (!lease && first) await reconcile(parts, null)
    first = false
    if (leading && leading.epoch !== lease?.epoch) {
      leading.abort()
      leading = null
    }
    if (!lease) return helping.startDueJobs()
    // What it has claimed stays claimed until it is done, so the new term can start beside it.
    helping.abort()
    leading ??= await startTerm(parts, lease)
    await leading.startDueJobs()
  }

  let ticking: Promise<void> = Promise.resolve()
  let waiting = false
  const timer = setInterval(() => {
    if (waiting) return
    waiting = true
    ticking = tick()
      .catch((error: unknown) => parts.log.error({ err: error }, 'starting due jobs failed'))
      .finally(() => {
        waiting = false
      })
  }, TICK_MS)

  return {
    stop: async () => {
      clearInterval(timer)
      await ticking
      leading?.abort()
      helping.abort()
      await leading?.idle()
      await helping.idle()
    },
  }
}
