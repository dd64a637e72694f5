import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'

/** Migrated once per run and copied for each test file: a copy takes less time than the migrations, however many there will be. */
export const TEMPLATE = 'codeshelf_template'

export type TestDatabase = AsyncDisposable & { url: string }

/** An empty, migrated database of the caller's own. `await using database = await cloneDatabase()` drops it again. */
export async function cloneDatabase(): Promise<TestDatabase> {
  const adminUrl = inject('adminUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Always quicker than the default strategy, which goes through the log.
  await run(adminUrl, `create database ${name} template ${TEMPLATE} strategy file_copy`)
  return {
    url: withDatabase(adminUrl, name),
    // By force: a test that failed half-way may have left connections behind.
    [Symbol.asyncDispose]: () => run(adminUrl, `drop database if exists ${name} with (force)`),
  }
}

export function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

async function run(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
