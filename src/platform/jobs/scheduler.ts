import { type Leading, type SchedulerParts, takeOver } from './leading.ts'
import { reconcile } from './reconcile.ts'

const TICK_MS = 1_000

/** Runs the jobs while this process leads, and lets go of them when it no longer does. */
export function startScheduler(parts: SchedulerParts): { stop: () => Promise<void> } {
  let leading: Leading | null = null
  let first = true

  const tick = async (): Promise<void> => {
    const lease = parts.lease()
    // Somebody else leads: what was left open is theirs to close, and that is told once.
    if (!lease && first) await reconcile(parts, null)
    first = false
    if (leading && leading.epoch !== lease?.epoch) {
      leading.lose()
      leading = null
    }
    if (lease) leading ??= await takeOver(parts, lease)
    await leading?.round()
  }

  let ticking: Promise<void> = Promise.resolve()
  let waiting = false
  const timer = setInterval(() => {
    if (waiting) return
    waiting = true
    ticking = tick()
      .catch((error: unknown) => parts.log.error({ err: error }, 'a round of jobs failed'))
      .finally(() => {
        waiting = false
      })
  }, TICK_MS)

  return {
    stop: async () => {
      clearInterval(timer)
      await ticking
      leading?.lose()
      await leading?.idle()
    },
  }
}
