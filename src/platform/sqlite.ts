import { DatabaseSync } from 'node:sqlite'

export type SqliteRow = Record<string, unknown>
export type SqliteTables = Record<string, SqliteRow[]>

/** Which columns to read of which tables. Names come from our code, never from a request. */
export type SqliteQuery = Readonly<Record<string, readonly string[]>>

/**
 * Reads tables of somebody else's SQLite file. Null when it is not such a file, or lacks one of the tables or columns. Runs
 * in a worker thread, because the size of the file decides how long it takes.
 */
export function readSqlite(path: string, query: SqliteQuery, maxRows: number): SqliteTables | null {
  let database: DatabaseSync | null = null
  try {
    database = new DatabaseSync(path, { readOnly: true, allowExtension: false, defensive: true })
    // A hostile file may have views and triggers that call functions, and pages that point outside of themselves.
    database.exec('pragma trusted_schema = off; pragma cell_size_check = on; pragma mmap_size = 0')
    return readTables(database, query, maxRows)
  } catch {
    return null
  } finally {
    database?.close()
  }
}

function readTables(database: DatabaseSync, query: SqliteQuery, maxRows: number): SqliteTables | null {
  const tables: SqliteTables = {}
  const kind = database.prepare(
    "select 1 from sqlite_schema where name = ? and type = 'table' and sql like 'create table%'",
  )
  for (const [table, columns] of Object.entries(query)) {
    // A view with the name of the table could compute for ever.
    if (kind.get(table) === undefined) return null
    const wanted = columns.map((column) => `"${column}"`).join(', ')
    tables[table] = database.prepare(`select ${wanted} from "${table}" limit ${maxRows}`).all()
  }
  return tables
}
