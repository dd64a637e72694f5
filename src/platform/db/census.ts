import type { Client } from 'pg'

export type RowCounts = ReadonlyMap<string, number>

/** Exact row counts of every table: estimates would not notice one lost row. */
export async function countRows(client: Client): Promise<RowCounts> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
  if (tables.length === 0) return new Map()
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int8 as n from "${name}"`)
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
