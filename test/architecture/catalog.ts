import type { Client } from 'pg'

/** The tables of the application from PostgreSQL's catalogue, partitions folded into their parents. */
export type Catalog = {
  tables: string[]
  columns: Column[]
  keys: Key[]
  foreignKeys: ForeignKey[]
  indexes: Index[]
  triggers: { table: string; name: string }[]
}

export type Column = { table: string; name: string; type: string; identity: boolean; default: string | null }
/** `primary` or `unique`, with its columns in order. */
export type Key = { table: string; name: string; kind: 'primary' | 'unique'; columns: string[] }
export type ForeignKey = { table: string; name: string; columns: string[]; target: string; targetColumns: string[] }
/** An expression is null among the columns. Unique indexes without a constraint are here too. */
export type Index = { table: string; name: string; unique: boolean; columns: (string | null)[] }

/** Tables of ours: not of an extension, not a partition of another. */
const OURS = `
  select c.oid, c.relname from pg_class c
  where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

/** The names of a table's columns by their numbers, in the given order. */
const names = (table: string, numbers: string) => `
  (select array_agg(a.attname::text order by n.at) from unnest(${numbers}::int2[]) with ordinality n (attnum, at)
   left join pg_attribute a on a.attrelid = ${table} and a.attnum = n.attnum and n.attnum > 0)`

const COLUMNS = `
  with ours as (${OURS})
  select relname as table, attname as name, format_type(atttypid, atttypmod) as type, attidentity <> '' as identity,
    case when attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end as default
  from ours join pg_attribute a on attrelid = oid and attnum > 0 and not attisdropped
  left join pg_attrdef d on d.adrelid = attrelid and d.adnum = attnum
  order by relname, attnum`

const KEYS = `
  with ours as (${OURS})
  select relname as table, conname as name, case contype when 'p' then 'primary' else 'unique' end as kind,
    ${names('conrelid', 'conkey')} as columns
  from ours join pg_constraint k on conrelid = ours.oid and contype in ('p', 'u') order by 1, 2`

const FOREIGN_KEYS = `
  with ours as (${OURS})
  select relname as table, conname as name, ${names('conrelid', 'conkey')} as columns,
    confrelid::regclass::text as target, ${names('confrelid', 'confkey')} as "targetColumns"
  from ours join pg_constraint k on conrelid = ours.oid and contype = 'f' order by 1, 2`

const INDEXES = `
  with ours as (${OURS})
  select relname as table, indexrelid::regclass::text as name, indisunique as unique,
    ${names('indrelid', 'indkey')} as columns
  from ours join pg_index i on indrelid = ours.oid order by 1, 2`

const TRIGGERS = `
  with ours as (${OURS})
  select relname as table, tgname as name from ours join pg_trigger t on tgrelid = ours.oid and not tgisinternal order by 1, 2`

export async function readCatalog(client: Client): Promise<Catalog> {
  const rows = async <Row extends object>(text: string) => (await client.query<Row>(text)).rows
  const tables = await rows<{ relname: string }>(`${OURS} order by relname`)
  return {
    tables: tables.map(({ relname }) => relname),
    columns: await rows<Column>(COLUMNS),
    keys: await rows<Key>(KEYS),
    foreignKeys: await rows<ForeignKey>(FOREIGN_KEYS),
    indexes: await rows<Index>(INDEXES),
    triggers: await rows<{ table: string; name: string }>(TRIGGERS),
  }
}
