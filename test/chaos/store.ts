import { Client } from 'pg'

export type Store = AsyncDisposable & { client: Client }

/** A look into the database past our own processes. */
export async function openStore(url: string): Promise<Store> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return { client, [Symbol.asyncDispose]: () => client.end() }
}

/** Each of the three is nothing without the others. */
export async function brokenRows({ client }: Store): Promise<Record<string, number>> {
  const { rows } = await client.query<Record<string, number>>(`
    select
      (select count(*)::int from sessions s where not exists (select from users u where u.user_id = s.user_id)) as sessions,
      (select count(*)::int from users u where not exists (select from identities i where i.user_id = u.user_id)) as users,
      (select count(*)::int from identities i where not exists (select from sessions s where s.user_id = i.user_id)) as identities
  `)
  return rows[0] ?? {}
}

/** By messenger id. */
export async function sessionsByPerson({ client }: Store): Promise<Map<number, number>> {
  const { rows } = await client.query<{ id: number; n: number }>(
    'select provider_uid::int as id, count(token_hash)::int as n from identities left join sessions using (user_id) group by 1 order by 1',
  )
  return new Map(rows.map(({ id, n }) => [id, n]))
}

export async function leader({ client }: Store): Promise<{ holder: string; epoch: number } | undefined> {
  const { rows } = await client.query<{ holder: string; epoch: number }>('select holder, epoch::int from job_locks')
  return rows[0]
}

/** Not to be asked by whoever holds the lock: a transaction sees one picture of the activity for its whole life. */
export async function waitingForLocks({ client }: Store): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows[0]?.n ?? 0
}

/** Whether a statement waits for a lock of this connection: others may wait for each other meanwhile. */
export async function isAnyBlockedBy({ client }: Store, rival: Store): Promise<boolean> {
  const { rows } = await rival.client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const blocked = await client.query('select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [
    rows[0]?.pid,
  ])
  return blocked.rowCount !== 0
}
