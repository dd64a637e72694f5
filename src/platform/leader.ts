import type { Logger } from 'pino'
import type { Db } from './db/pool.ts'
import { acquireLease, type Lease, releaseLease, renewLease } from './lease.ts'

const LEASE_SECONDS = 15
const TICK_MS = 4_000

export type Leader = {
  lease: () => Lease | null
  /** Resolves when it is known for the first time whether we lead. */
  decided: Promise<void>
  stop: () => Promise<void>
}

/**
 * Tries to lead, keeps leading, and notices when it no longer does. While the store is away it does not lead:
 * somebody else may by then.
 */
export function lead(db: Db, name: string, holder: string, log: Logger, onLead: (lease: Lease) => void): Leader {
  let lease: Lease | null = null
  let stopped = false

  const tick = async (): Promise<void> => {
    try {
      if (lease && (await renewLease(db, name, lease, LEASE_SECONDS))) return
      if (lease) log.warn({ epoch: String(lease.epoch) }, 'leadership lost')
      lease = await acquireLease(db, name, holder, LEASE_SECONDS)
      if (lease) onLead(lease)
    } catch (error) {
      lease = null
      log.warn({ err: error }, 'leadership unknown: the store does not answer')
    }
  }

  const decided = tick()
  let ticking = decided
  const timer = setInterval(() => {
    ticking = ticking.then(() => (stopped ? undefined : tick()))
  }, TICK_MS)

  return {
    lease: () => lease,
    decided,
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await ticking
      if (lease) await releaseLease(db, name, lease)
    },
  }
}
