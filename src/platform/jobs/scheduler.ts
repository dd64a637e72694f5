import { type LeaderTerm, type SchedulerParts, startTerm } from './leading.ts'
import { reconcile } from './reconcile.ts'

const TICK_MS = 1_000

/** Runs the jobs while this process is the leader, and cancels them when it no longer is. */
export function startScheduler(parts: SchedulerParts): { stop: () => Promise<void> } {
  let leading: LeaderTerm | null = null
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
    if (lease) leading ??= await startTerm(parts, lease)
    await leading?.startDueJobs()
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
      await leading?.idle()
    },
  }
}
