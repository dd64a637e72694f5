import type { Client } from 'pg'

export type RowCounts = ReadonlyMap<string, number>

/** Exact row counts of every table: estimates would not notice one lost row. */
export async function countRows(client: Client): Promise<RowCounts> {
  return countRowsOf(client, await listTables(client))
}

/**
 * Row counts after the statements of this transaction. Only tables that it locked for writing are counted again: it may hold locks that
 * requests wait for, and counting a large database takes longer than a request waits.
 */
export async function recountRows(client: Client, before: RowCounts): Promise<RowCounts> {
  const { rows: locked } = await client.query<{ name: string }>(
    `select distinct c.relname as name from pg_locks l join pg_class c on c.oid = coalesce(pg_partition_root(l.relation), l.relation)
     where l.pid = pg_backend_pid() and l.locktype = 'relation' and l.mode not in ('AccessShareLock', 'RowShareLock')`,
  )
  const touched = new Set(locked.map(({ name }) => name))
  const tables = await listTables(client)
  const recounted = await countRowsOf(
    client,
    tables.filter((name) => touched.has(name) && before.has(name)),
  )
  return new Map(tables.map((name) => [name, recounted.get(name) ?? before.get(name) ?? 0]))
}

async function listTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
  return rows.map(({ name }) => name)
}

async function countRowsOf(client: Client, tables: readonly string[]): Promise<RowCounts> {
  if (tables.length === 0) return new Map()
  const counts = tables.map((name) => `select '${name}' as name, count(*)::int8 as n from "${name}"`)
  const { rows } = await client.query<{ name: string; n: string }>(counts.join(' union all '))
  return new Map(rows.map((row) => [row.name, Number(row.n)]))
}

/** A migration that removes rows on purpose states it on a line `-- may shrink: <table>`. */
export function assertNothingLost(migration: { name: string; sql: string }, before: RowCounts, after: RowCounts): void {
  const allowed = new Set(Array.from(migration.sql.matchAll(/^-- may shrink: (\w+)/gm), (match) => match[1]))
  const lost = [...before].filter(([table, rows]) => (after.get(table) ?? 0) < rows && !allowed.has(table))
  if (lost.length === 0) return
  const what = lost.map(([table, rows]) => `${table}: ${rows} rows before, ${after.get(table) ?? 'no table'} after`)
  throw new Error(`The migration would lose data. ${what.join('; ')}`)
}
