import { askHealth, NotStarted, runAt, type RunnerAddress } from './client.ts'
import type { RunEvent, RunJob, RunnerHealth } from './protocol.ts'

/** All runners behind one setting. Nothing is kept but what they said lately. */
export type Fleet = {
  /** Whether any of them would take a run. */
  isReady: () => Promise<boolean>
  /**
   * Events of one run at the least busy runner. Throws `NotStarted` before the first one when nobody took it; ends
   * without `end` when the runner was lost on the way.
   */
  run: (job: RunJob, signal: AbortSignal) => AsyncGenerator<RunEvent>
}

/** How long an answer about health holds. */
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
      yield* runAt(known.runner, job, signal)
      return
    } catch (error) {
      // Lost on the way: what it did is unknown, so it is not done again elsewhere.
      if (!(error instanceof NotStarted)) return
      // It may be gone: the next one who asks is told so.
      if (!error.isBusy) known.health = null
      isBusy ||= error.isBusy
    } finally {
      known.ours -= 1
    }
  }
  throw new NotStarted(isBusy)
}

async function healthy(all: Known[]): Promise<Known[]> {
  await Promise.all(all.map(refresh))
  return all.filter(({ health }) => health !== null)
}

/** One question at a time to each, however many people wait for its answer. */
async function refresh(known: Known): Promise<void> {
  if (known.health && performance.now() - known.at < FRESH_MS) return
  known.asking ??= askHealth(known.runner).then((health) => {
    Object.assign(known, { health, at: performance.now(), asking: null })
  })
  await known.asking
}

/** Runs per slot: what it said, and what we have sent there since. */
function load({ health, ours }: Known): number {
  return health ? Math.max(health.busy + health.queued, ours) / health.slots : Infinity
}
