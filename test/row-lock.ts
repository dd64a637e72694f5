import type { Pool } from 'pg'

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
  try {
    await client.query('begin')
    await client.query(lock.sql, lock.values)
    const { waiting } = await run(client)
    await untilSomebodyWaits(pool, waiters)
    await client.query('commit')
    return await waiting
  } finally {
    client.release()
  }
}

async function untilSomebodyWaits(pool: Pool, waiters: number): Promise<void> {
  for (let i = 0; i < 500; i++) {
    const { rows } = await pool.query(
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    )
    if (rows.length >= waiters) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`Not ${waiters} wait for the row: the race was not played`)
}
