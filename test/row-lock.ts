import type { Pool } from 'pg'
import { inject } from 'vitest'

type Rival = { query: (sql: string, values?: unknown[]) => Promise<unknown> }

/**
 * Holds a real row lock in a rival transaction while `run` starts something that must wait for it, then commits. What the
 * rival wrote is there when the waiting statement goes on: the race is played the same way every time.
 */
export async function whileRowIsLocked<T>(
  pool: Pool,
  lock: { sql: string; values: unknown[] },
  run: (rival: Rival) => Promise<{ waiting: Promise<T> }>,
  waiters = 1,
): Promise<T> {
  const client = await pool.connect()
  let started: { waiting: Promise<T> }
  try {
    await client.query('begin')
    // The pool lets a transaction be idle for ten seconds, and a busy machine may need longer until all others wait.
    await client.query('set local idle_in_transaction_session_timeout = 0')
    await client.query(lock.sql, lock.values)
    started = await run(client)
    await untilLockWaiters(pool, waiters)
    await client.query('commit')
  } catch (error) {
    // Closes the connection, and with it the transaction: a pool never ends while one of its clients is out.
    client.release(true)
    throw error
  }
  client.release()
  return started.waiting
}

/**
 * Sends the calls while a rival blocks every write to the table, and lets go when all of them wait. Reads pass, so that calls
 * without a common lock have all counted the same free slot when their inserts go on. Returns the answers by status.
 */
export async function raceForLastSlot<T extends { status: number }>(
  pool: Pool,
  table: string,
  calls: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const lock = { sql: `lock table ${table} in share mode`, values: [] }
  const send = async () => ({ waiting: Promise.all(calls.map((call) => call())) })
  const answers = await whileRowIsLocked(pool, lock, send, calls.length)
  return answers.toSorted((a, b) => a.status - b.status)
}

export async function untilLockWaiters(pool: Pool, waiters: number): Promise<void> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline;) {
    if ((await countLockWaiters(pool)) >= waiters) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`Not ${waiters} wait for the row: the race was not played`)
}

const WAITERS =
  "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"

/** On Citus a statement waits on the node that holds its shard. */
async function countLockWaiters(pool: Pool): Promise<number> {
  const onEveryNode = `select sum(result::int)::int as n from run_command_on_all_nodes($sql$${WAITERS}$sql$)`
  const { rows } = await pool.query<{ n: number }>(inject('citusWorkers').length === 0 ? WAITERS : onEveryNode)
  return rows[0]?.n ?? 0
}
