import { fetchHealth, RunNotStarted, runOn, type RunnerAddress } from './client.ts'
import type { RunEvent, RunJob, RunnerHealth } from './protocol.ts'

/** All runners of one setting. The only state is their latest health. */
export type Fleet = {
  /** Whether any of them accepts a run. */
  isReady: () => Promise<boolean>
  /**
   * Events of one run at the least busy runner. Throws `RunNotStarted` before the first event when no runner accepted it; ends
   * without `end` when the connection to the runner was lost.
   */
  run: (job: RunJob, signal: AbortSignal) => AsyncGenerator<RunEvent>
}

/** How long a health reading is cached. */
const FRESH_MS = 2_000

type Known = {
  runner: RunnerAddress
  health: RunnerHealth | null
  at: number
  asking: Promise<void> | null
  ours: number
}

export function openFleet(addresses: readonly string[], secret: string): Fleet {
  const all = addresses.map((address): Known => {
    return { runner: { address, secret }, health: null, at: -FRESH_MS, asking: null, ours: 0 }
  })
  return {
    isReady: async () => (await healthy(all)).length > 0,
    run: (job, signal) => runSomewhere(all, job, signal),
  }
}

async function* runSomewhere(all: Known[], job: RunJob, signal: AbortSignal): AsyncGenerator<RunEvent> {
  let isBusy = false
  for (const known of (await healthy(all)).toSorted((a, b) => load(a) - load(b))) {
    known.ours += 1
    try {
      yield* runOn(known.runner, job, signal)
      return
    } catch (error) {
      // The connection was lost: the program may have run, so it is not repeated elsewhere.
      if (!(error instanceof RunNotStarted)) return
      // It may be down: drop its cached health, so that the next caller asks again.
      if (!error.isBusy) known.health = null
      isBusy ||= error.isBusy
    } finally {
      known.ours -= 1
    }
  }
  throw new RunNotStarted(isBusy)
}

async function healthy(all: Known[]): Promise<Known[]> {
  await Promise.all(all.map(refresh))
  return all.filter(({ health }) => health !== null)
}

/** One health request at a time to each runner, shared by all callers. */
async function refresh(known: Known): Promise<void> {
  if (known.health && performance.now() - known.at < FRESH_MS) return
  known.asking ??= fetchHealth(known.runner).then((health) => {
    Object.assign(known, { health, at: performance.now(), asking: null })
  })
  await known.asking
}

/** Runs per slot: those it reported, and those we have sent since. */
function load({ health, ours }: Known): number {
  return health ? Math.max(health.busy + health.queued, ours) / health.slots : Infinity
}
