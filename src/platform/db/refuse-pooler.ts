import type { Client } from 'pg'

/**
 * Refuses a connection through PgBouncer or another pooler. In transaction mode the lock of `migrate` stays on a connection that
 * others use, and `pg_dump` empties the search path of such connections: requests fail with `relation does not exist`.
 *
 * A pooler invents the process id that it reports when a connection is opened.
 */
export async function assertDirect(client: Client): Promise<void> {
  // The types of pg lack it.
  const { processID: reported } = client as Client & { processID: number | null }
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  if (rows[0]?.pid === reported) return
  throw new Error(
    'This address leads to a connection pooler such as PgBouncer. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself.',
  )
}
