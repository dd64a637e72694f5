import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'

export type Loader = Disposable & {
  /** `columns` is a list in parentheses, or empty for all columns. */
  copy(table: string, columns: string, lines: readonly string[]): Promise<void>
}

/** Loads rows with COPY from a file that the server reads, because the driver has no COPY. */
export function openLoader(client: Client): Loader {
  const dir = mkdtempSync(join(tmpdir(), 'codeshelf-library-'))
  chmodSync(dir, 0o755)
  return {
    async copy(table, columns, lines) {
      const path = join(dir, table)
      writeFileSync(path, lines.join(''), { mode: 0o644 })
      await client.query(`copy ${table} ${columns} from '${path}'`)
    },
    [Symbol.dispose]: () => rmSync(dir, { recursive: true }),
  }
}

/** Drops all indexes but the keys and returns their definitions: building an index at once is many times quicker than row by row. */
export async function dropIndexes(client: Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = any($1::text[]::regclass[]) and not i.indisprimary`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

export function* chunksOf<T>(all: Iterable<T>, size: number): Generator<T[]> {
  let chunk: T[] = []
  for (const each of all) {
    chunk.push(each)
    if (chunk.length < size) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

/** Prints how long a step of a long load took. */
export async function step(what: string, run: () => Promise<unknown>): Promise<void> {
  const from = performance.now()
  await run()
  console.error(`${what}: ${((performance.now() - from) / 1000).toFixed(1)} s`)
}
