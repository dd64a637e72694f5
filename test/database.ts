import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { inject } from 'vitest'
import { withDatabase } from '#platform/backup/connection.ts'

export { withDatabase }

/** Migrated once per run and copied for each test file: a copy takes less time than the migrations, however many there will be. */
export const TEMPLATE = 'codeshelf_template'

export type TestDatabase = AsyncDisposable & { url: string }

/** An empty, migrated database of the caller's own. `await using database = await cloneDatabase()` drops it again. */
export async function cloneDatabase(): Promise<TestDatabase> {
  return createDatabase(TEMPLATE)
}

/** A database of the caller's own without tables. */
export async function emptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template1')
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const adminUrl = inject('adminUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Always quicker than the default strategy, which goes through the log.
  await onEveryNode(`create database ${name} template ${template} strategy file_copy`)
  return {
    url: withDatabase(adminUrl, name),
    // By force: a test that failed half-way may have left connections behind.
    [Symbol.asyncDispose]: () => retryDrop(() => onEveryNode(`drop database if exists ${name} with (force)`)),
  }
}

/** A database on Citus is one database of the same name on each node. */
async function onEveryNode(sql: string): Promise<void> {
  await Promise.all([inject('adminUrl'), ...inject('citusWorkers')].map((node) => query(node, sql)))
}

/** The maintenance daemon of Citus may reconnect between the forced disconnect and the drop. */
async function retryDrop(
  drop: () => Promise<void>,
  triesLeft = inject('citusWorkers').length === 0 ? 0 : 20,
): Promise<void> {
  try {
    await drop()
  } catch (error) {
    if (triesLeft === 0) throw error
    await sleep(100)
    await retryDrop(drop, triesLeft - 1)
  }
}

export async function query(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
