import { sql } from 'kysely'
import type { UserId } from '#base/ids.ts'
import type { Db } from './pool.ts'

type Table = { name: string; keys: string[]; parents: string[] }
type Order = { first: readonly string[]; keep: readonly string[] }

/** Small enough for the statement timeout. */
const BATCH = 1_000

/**
 * Deletes every row of a user in every table with a `user_id` column. The tables come from the catalogue, so that a new table is
 * included without a change here. Each batch is one statement; an interrupted run can be repeated. Returns the number of rows.
 */
export async function eraseUser(db: Db, userId: UserId, { first, keep }: Order): Promise<number> {
  const tables = (await tablesOfPeople(db)).filter(({ name }) => !keep.includes(name))
  let rows = 0
  for (const table of childrenFirst(tables, first)) rows += await erase(db, userId, table)
  return rows
}

async function erase(db: Db, userId: UserId, { name, keys }: Table): Promise<number> {
  const table = sql.table(name)
  const key = sql.join(keys.map((column) => sql.ref(column)))
  let rows = 0
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${table} where user_id = ${userId} and (${key}) in (
        select ${key} from ${table} where user_id = ${userId} limit ${BATCH}
      )
    `.execute(db)
    rows += Number(numAffectedRows)
    if (numAffectedRows < BigInt(BATCH)) return rows
  }
}

async function tablesOfPeople(db: Db): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.relname as name,
      array(select k.attname::text from pg_index i join pg_attribute k on k.attrelid = c.oid and k.attnum = any(i.indkey)
        where i.indrelid = c.oid and i.indisprimary) as keys,
      coalesce((select json_agg(distinct p.relname) from pg_constraint f join pg_class p on p.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid), '[]') as parents
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped
    )
    order by c.relname
  `.execute(db)
  return rows
}

/** Referring tables come before the referred ones; the named ones come first of all. */
function childrenFirst(tables: readonly Table[], first: readonly string[]): Table[] {
  const ordered = tables.filter(({ name }) => first.includes(name))
  let left = tables.filter(({ name }) => !first.includes(name))
  while (left.length > 0) {
    const free = left.filter(({ name }) => !left.some(({ parents }) => parents.includes(name)))
    if (free.length === 0) throw new Error(`Tables have circular foreign keys: ${left.map((t) => t.name).join(', ')}`)
    ordered.push(...free)
    left = left.filter((table) => !free.includes(table))
  }
  return ordered
}
