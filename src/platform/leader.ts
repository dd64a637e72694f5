import type { Logger } from 'pino'
import type { Db } from './db/pool.ts'
import { acquireLeaderLease, type LeaderLease, releaseLeaderLease, renewLeaderLease } from './lease.ts'

const LEASE_SECONDS = 15
const TICK_MS = 4_000

export type Leader = {
  lease: () => LeaderLease | null
  /** Resolves when the first attempt has an outcome. */
  decided: Promise<void>
  stop: () => Promise<void>
}

/**
 * Acquires and renews the leader lease, and notices its loss. While the store is down this process does not lead: another one
 * may lead by then.
 */
export function electLeader(
  db: Db,
  name: string,
  holder: string,
  log: Logger,
  onLead: (lease: LeaderLease) => void,
): Leader {
  let lease: LeaderLease | null = null
  let stopped = false

  const tick = async (): Promise<void> => {
    try {
      if (lease && (await renewLeaderLease(db, name, lease, LEASE_SECONDS))) return
      if (lease) log.warn({ epoch: String(lease.epoch) }, 'leadership lost')
      lease = await acquireLeaderLease(db, name, holder, LEASE_SECONDS)
      if (lease) onLead(lease)
    } catch (error) {
      lease = null
      log.warn({ err: error }, 'leadership unknown: the database does not answer')
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
      if (lease) await releaseLeaderLease(db, name, lease)
    },
  }
}
