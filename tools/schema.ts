import type { Client } from 'pg'

type Column = {
  table_name: string
  column_name: string
  type: string
  not_null: boolean
  fallback: string | null
  generated: boolean
}
type Definition = { table_name: string; name: string; definition: string }
type Table = { name: string; partition_key: string | null; options: string | null }

/** The schema as PostgreSQL holds it, read from its catalogue: the same text on 15 and 18, where pg_dump differs. */
export async function readSchema(client: Client) {
  const tables = await client.query<Table>(`
    select c.relname as name, pg_get_partkeydef(c.oid) as partition_key, array_to_string(c.reloptions, ', ') as options
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`)
  const columns = await client.query<Column>(`
    select c.relname as table_name, a.attname as column_name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as not_null,
      pg_get_expr(d.adbin, d.adrelid) as fallback, a.attgenerated <> '' as generated
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`)
  const constraints = await client.query<Definition>(`
    select c.relname as table_name, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where c.relnamespace = 'public'::regnamespace and not c.relispartition and k.contype in ('p', 'u', 'f', 'c') order by c.relname, k.contype desc, k.conname`)
  const indexes = await client.query<Definition>(`
    select t.relname as table_name, i.relname as name, pg_get_indexdef(i.oid) as definition
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where t.relnamespace = 'public'::regnamespace and not t.relispartition and not exists (select from pg_constraint k where k.conindid = i.oid)
    order by 1, 2`)
  return { tables: tables.rows, columns: columns.rows, constraints: constraints.rows, indexes: indexes.rows }
}

export type Schema = Awaited<ReturnType<typeof readSchema>>

export function schemaSql(schema: Schema): string {
  const parts = schema.tables.map((table) => {
    const columns = schema.columns.filter((column) => column.table_name === table.name).map(columnSql)
    const constraints = schema.constraints
      .filter((constraint) => constraint.table_name === table.name)
      .map(({ name, definition }) => `  constraint ${name} ${definition}`)
    const partition = table.partition_key === null ? '' : ` partition by ${table.partition_key}`
    const options = table.options ? ` with (${table.options})` : ''
    const indexes = schema.indexes
      .filter((index) => index.table_name === table.name)
      .map(({ definition }) => `${definition};\n`)
    return `create table ${table.name} (\n${[...columns, ...constraints].join(',\n')}\n)${partition}${options};\n${indexes.join('')}`
  })
  return `-- The schema that db/migrations lead to. Made by \`npm run generate\`; do not edit.\n\n${parts.join('\n')}`
}

function columnSql({ column_name, type, not_null, fallback, generated }: Column): string {
  const value =
    fallback === null ? '' : generated ? ` generated always as (${fallback}) stored` : ` default ${fallback}`
  return `  ${column_name} ${type}${not_null ? ' not null' : ''}${value}`
}

const TYPES: [RegExp, string][] = [
  [/^text\[\]$/, 'string[]'],
  [/^integer\[\]$/, 'number[]'],
  [/^(integer|smallint|real|double precision)$/, 'number'],
  [/^boolean$/, 'boolean'],
  [/^bytea$/, 'Buffer'],
  [/^timestamp/, 'Date'],
  // A day without a clock; a Date would drag a time zone in.
  [/^date$/, 'string'],
  [/^jsonb$/, 'Json'],
  // 64-bit numbers do not fit a JavaScript number; user ids are opaque to us anyway.
  [/^(bigint|text|uuid)$/, 'string'],
]

/** The same schema as Kysely's types. */
export function schemaTypes(schema: Schema): string {
  const tables = schema.tables.map(({ name }) => {
    const columns = schema.columns
      .filter((column) => column.table_name === name)
      .map(
        (column) =>
          `    ${column.column_name}: ${columnType(column, unionsOf(schema.constraints.filter((constraint) => constraint.table_name === name)))}`,
      )
    return `  ${name}: {\n${columns.join('\n')}\n  }`
  })
  const body = tables.join('\n')
  const json = body.includes('Json') ? 'type Json = ColumnType<unknown, string, string>\n\n' : ''
  const heading = '// Made by `npm run generate` from the migrated database; do not edit.\n'
  return `${heading}${importsFor(body)}\n${json}export type Tables = {\n${body}\n}\n`
}

function importsFor(body: string): string {
  const kysely = ['Generated', 'GeneratedAlways'].filter((name) => body.includes(`${name}<`))
  if (body.includes('Json')) kysely.unshift('ColumnType')
  const ids = [...new Set(Object.values(IDS))].filter((name) => body.includes(`${name}`)).toSorted()
  return `import type { ${kysely.join(', ')} } from 'kysely'\nimport type { ${ids.join(', ')} } from '#base/ids.ts'\n`
}

/** Columns that hold a branded id, so that a note's id cannot be asked of the files. */
const IDS: Record<string, string> = {
  user_id: 'UserId',
  file_id: 'FileId',
  'files.id': 'FileId',
  note_id: 'NoteId',
  'notes.id': 'NoteId',
  board_id: 'BoardId',
  'boards.id': 'BoardId',
  session_id: 'SessionId',
  'sessions.id': 'SessionId',
}

/** `check (role in ('user', 'admin'))` is a union in TypeScript too. */
function unionsOf(constraints: readonly Definition[]): Map<string, string> {
  const found = constraints.map(({ definition }) =>
    /^CHECK \(\((\w+) = (?:ANY \(ARRAY\[(.*)\]\)|('[^']*'::text))\)\)$/.exec(definition),
  )
  return new Map(
    found.flatMap((match) => {
      const values = match?.[2] ?? match?.[3]
      return match?.[1] && values?.includes('::text')
        ? [[match[1], values.replaceAll('::text', '').split(', ').join(' | ')]]
        : []
    }),
  )
}

function columnType(column: Column, unions: Map<string, string>): string {
  const { table_name, column_name, type, not_null, fallback, generated } = column
  const plain = TYPES.find(([pattern]) => pattern.test(type))?.[1]
  if (!plain)
    throw new Error(`${table_name}.${column_name} is ${type}: say in tools/schema.ts what that is in TypeScript`)
  const exact = IDS[`${table_name}.${column_name}`] ?? IDS[column_name] ?? unions.get(column_name) ?? plain
  const nullable = not_null ? exact : `${exact} | null`
  if (generated) return `GeneratedAlways<${nullable}>`
  return fallback === null ? nullable : `Generated<${nullable}>`
}
