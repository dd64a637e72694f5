import { z } from 'zod'
import type { TestApp } from './app.ts'
import { EXPORTED } from './export-tables.ts'

const Row = z.record(z.string(), z.unknown())
type Row = z.output<typeof Row>

/** Derived tables that an import rebuilds at once. */
const REBUILT = ['search_docs', 'file_activity']

/**
 * Every row of every exported table, and of those that an import rebuilds, read with SQL. Ids are replaced by labels that are the same
 * on both sides of an import, and columns that must differ are left out.
 */
export async function tablesOf(app: TestApp, userId: string): Promise<Record<string, Row[]>> {
  const labels = await labelsOf(app, userId)
  const tables: Record<string, Row[]> = {}
  for (const table of [...Object.keys(EXPORTED), ...REBUILT]) {
    const { rows } = await app.pool.query(`select to_jsonb(t) as row from ${table} t where t.user_id = $1`, [userId])
    const left = new Set(['user_id', ...Object.keys(EXPORTED[table]?.except ?? {})])
    const withLabels = z
      .array(z.object({ row: Row }))
      .parse(rows)
      .map(({ row }) =>
        Object.fromEntries(
          Object.entries(row)
            .filter(([column]) => !left.has(column))
            .map(([column, value]) => [column, typeof value === 'string' ? labelled(labels, value) : value]),
        ),
      )
    const keyed = withLabels.map((row) => ({ row, key: JSON.stringify(row) }))
    tables[table] = keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ row }) => row)
  }
  return tables
}

/** Ids inside a text, as in the query of a view, have no dashes. */
function labelled(labels: ReadonlyMap<string, string>, value: string): string {
  const withDashes = (id: string) => id.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5')
  return (
    labels.get(value) ??
    value.replaceAll(/(?<=\b(?:file|board)=)[0-9a-f]{32}/g, (id) => labels.get(withDashes(id)) ?? id)
  )
}

/** The key of a share with users of the installation is its id, without dashes. */
const LABELS = `
  select id::text, concat('file ', file_name, created_at, deleted_at) as label from files where user_id = $1
  union all select id::text, case when is_default then 'default board' else 'board ' || left(id::text, 28) end from boards where user_id = $1
  union all select id::text, 'view ' || left(id::text, 28) from views where user_id = $1
  union all select id::text, 'note ' || left(id::text, 28) from notes where user_id = $1
  union all select id::text, 'share ' || left(id::text, 28) from shares where user_id = $1
  union all select replace(id::text, '-', ''), 'share ' || left(id::text, 28) from shares where user_id = $1 and kind = 'internal'
  union all select id::text, 'repository ' || name from repos where user_id = $1`

async function labelsOf(app: TestApp, userId: string): Promise<Map<string, string>> {
  const { rows } = await app.pool.query<{ id: string; label: string }>(LABELS, [userId])
  return new Map(rows.map(({ id, label }) => [id, label]))
}
