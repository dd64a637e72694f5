import { DatabaseSync } from 'node:sqlite'

/** Which columns to read of which tables, and how much. Names come from our code, never from a request. */
export type SqliteAsk = {
  path: string
  tables: Readonly<Record<string, readonly string[]>>
  maxRows: number
  /** Of all texts together. */
  maxBytes: number
}

/** Texts and numbers; anything else is null. */
export type SqliteRow = Record<string, string | number | null>
/** `foreign`: not a database, or one without these tables and columns. */
export type SqliteAnswer =
  | { outcome: 'read'; tables: Record<string, SqliteRow[]> }
  | { outcome: 'foreign' | 'too_large' }

/**
 * The JSON may be this many times as long as its texts may be together. Quotes and line breaks of code are escaped with two bytes, control characters
 * with six.
 */
export const MAX_ESCAPED = 2

/** Imported lazily, so that the bundle keeps it as a separate file, from which a process can start. */
export const here = new URL(import.meta.url)
/** The first argument of that process. An import does nothing. */
export const MARK = 'read-sqlite-tables'

if (process.argv[2] === MARK)
  process.stdout.write(JSON.stringify(readDatabase(JSON.parse(process.argv[3] ?? '{}') as SqliteAsk)))

function readDatabase(ask: SqliteAsk): SqliteAnswer {
  try {
    using database = new DatabaseSync(ask.path, {
      readOnly: true,
      allowExtension: false,
      defensive: true,
      // A function such as `zeroblob` could make a value of a gigabyte.
      limits: { length: ask.maxBytes },
    })
    // A hostile file may have views and triggers that call functions, and pages that point outside of themselves.
    database.exec('pragma trusted_schema = off; pragma cell_size_check = on; pragma mmap_size = 0')
    return readTables(database, ask)
  } catch {
    return { outcome: 'foreign' }
  }
}

function readTables(database: DatabaseSync, { tables, maxRows, maxBytes }: SqliteAsk): SqliteAnswer {
  const found: Record<string, SqliteRow[]> = {}
  let left = maxBytes
  let leftEscaped = MAX_ESCAPED * maxBytes
  for (const [table, columns] of Object.entries(tables)) {
    if (!isPlainTable(database, table)) return { outcome: 'foreign' }
    const wanted = columns.map((column) => `"${column}"`).join(', ')
    const rows: SqliteRow[] = []
    // Row by row: all of them at once could be larger than the memory of the process.
    for (const row of database.prepare(`select ${wanted} from "${table}" limit ${maxRows}`).iterate()) {
      const plain = Object.fromEntries(Object.entries(row).map(([column, value]) => [column, plainValue(value)]))
      left -= Object.values(plain).reduce<number>(
        (sum, value) => sum + (typeof value === 'string' ? value.length : 8),
        0,
      )
      leftEscaped -= JSON.stringify(plain).length
      if (left < 0 || leftEscaped < 0) return { outcome: 'too_large' }
      rows.push(plain)
    }
    found[table] = rows
  }
  return { outcome: 'read', tables: found }
}

/** A view, a virtual table or a generated column computes its values, and could do so for ever. */
function isPlainTable(database: DatabaseSync, table: string): boolean {
  const declared = "select 1 from sqlite_schema where name = ? and type = 'table' and sql like 'create table%'"
  const computed = 'select 1 from pragma_table_xinfo(?) where hidden <> 0'
  return database.prepare(declared).get(table) !== undefined && database.prepare(computed).get(table) === undefined
}

function plainValue(value: unknown): string | number | null {
  return typeof value === 'string' || typeof value === 'number' ? value : null
}
