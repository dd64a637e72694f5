import { AsyncLocalStorage } from 'node:async_hooks'
import type { Pool, PoolClient } from 'pg'
import { openSlots } from '../slots.ts'

const lanes = new AsyncLocalStorage<string>()

/** Statements that begin while `run` runs, also later in its promises, belong to this person's share of the connections. */
export function inPersonShare<T>(lane: string, run: () => T): T {
  return lanes.run(lane, run)
}

/** How long a statement waits for the others of the same person. */
const WAIT_MS = 10_000

/** No connection became free in time: the same request may succeed later. */
export class PoolBusy extends Error {}

/**
 * The connections of a pool. One person's requests may use less than half of them at once, so that the others find one. Jobs of
 * the worker and commands belong to nobody and are not limited.
 */
export function shareConnections(pool: Pool, poolSize: number) {
  const perUser = Math.max(2, Math.floor(poolSize * 0.4))
  const slots = openSlots({ total: Number.POSITIVE_INFINITY, perUser, waitMs: WAIT_MS, maxWaiting: 1_000 })
  /** How whoever holds the connection now gives back their share. */
  const givingBack = new WeakMap<PoolClient, () => void>()
  return {
    async connect(): Promise<PoolClient> {
      const lane = lanes.getStore()
      const giveBack = lane === undefined ? () => undefined : await slots.acquire(lane)
      try {
        const client = await pool.connect()
        givingBack.set(client, giveBack)
        return client
      } catch (error) {
        giveBack()
        throw asBusy(error)
      }
    },
    release(client: PoolClient, isBroken: boolean): void {
      givingBack.get(client)?.()
      client.release(isBroken)
    },
  }
}

/** The pool has no code for it. */
function asBusy(error: unknown): unknown {
  const isBusy = error instanceof Error && error.message === 'timeout exceeded when trying to connect'
  return isBusy ? new PoolBusy(error.message, { cause: error }) : error
}
