import { readdir, readFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { projectRoot } from '../project-root.ts'
import { assertNothingLost, countRows, recountRows } from './row-counts.ts'
import { assertDirect } from './refuse-pooler.ts'
import { assertHebrewIsSearchable } from './locale.ts'
import { splitStatements } from './split-sql.ts'
import { isWorthRetrying } from './violations.ts'

export type MigrationReport = { applied: string[]; distributed: boolean }

/** The same advisory lock in every installation: of two concurrent `migrate` commands the second finds nothing to do. */
const MIGRATION_LOCK = 7_267_001

const folder = join(projectRoot, 'db')

/** Runs before the first migration touches a database with data, such as a backup. When it throws, nothing is migrated. */
export type BeforeMigration = (pending: readonly string[]) => Promise<void>

/** Migrates a database to the newest schema, forward only. Each migration is one transaction and must not lose a row. */
export async function migrate(databaseUrl: string, before?: BeforeMigration): Promise<MigrationReport> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'codeshelf-migrate' })
  await client.connect()
  try {
    await assertDirect(client)
    // Behind PgBouncer the timeouts of requests are settings of the role, and they would end a long migration.
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz(3) not null)`)
    const pending = await findPending(client)
    const applied = pending.map(({ name }) => name)
    if (before && applied.length > 0 && (await holdsAnything(client))) await before(applied)
    for (const migration of pending) await apply(client, migration)
    await assertHebrewIsSearchable(client)
    return { applied, distributed: await distribute(client) }
  } finally {
    await client.end()
  }
}

async function findPending(client: Client): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  )
  const done = new Map(rows.map((row) => [row.name, row.checksum]))
  const known = await readMigrations()
  assertNotNewer([...done.keys()], known)
  const changed = known.find(({ name, checksum }) => done.has(name) && done.get(name) !== checksum)
  if (changed)
    throw new Error(`Migration ${changed.name} was changed after it was applied. Add a new migration instead.`)
  return known.filter(({ name }) => !done.has(name))
}

async function holdsAnything(client: Client): Promise<boolean> {
  return [...(await countRows(client))].some(([table, rows]) => table !== 'schema_migrations' && rows > 0)
}

type Migration = { name: string; sql: string; checksum: string }

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(join(folder, 'migrations'))).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, 'migrations', name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** A statement that waits for a lock makes all requests wait that need the same table, so it gives up and the migration starts again. */
const LOCK_TIMEOUT_MS = 2_000
const LOCK_TRIES = 30

async function apply(client: Client, migration: Migration): Promise<void> {
  for (let triesLeft = LOCK_TRIES - 1; ; triesLeft--) {
    try {
      return await applyOnce(client, migration)
    } catch (error) {
      await client.query('rollback')
      if (triesLeft === 0 || !isWorthRetrying(error))
        throw new Error(`Migration ${migration.name} failed and was rolled back`, { cause: error })
      await sleep(1_000)
    }
  }
}

async function applyOnce(client: Client, migration: Migration): Promise<void> {
  // Both counts are of one snapshot: otherwise a row that a running process deletes meanwhile would look like one that the migration lost.
  await client.query(`begin isolation level repeatable read; set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
  const before = await countRows(client)
  for (const statement of splitStatements(migration.sql)) await client.query(statement)
  assertNothingLost(migration, before, await recountRows(client, before))
  await client.query('insert into schema_migrations values ($1, $2, now())', [migration.name, migration.checksum])
  await client.query('commit')
}

/** Does nothing on plain PostgreSQL; with Citus the tables are distributed by their keys. */
async function distribute(client: Client): Promise<boolean> {
  const { rows } = await client.query("select from pg_extension where extname = 'citus'")
  if (rows.length === 0) return false
  await client.query(await readFile(join(folder, 'distribute.sql'), 'utf8'))
  return true
}

/** Migrations that this database lacks, all of them when it is empty; start-up refuses to serve an older schema. Throws when the schema is newer. */
export async function pendingMigrations(run: (sql: string) => Promise<{ name: string }[]>): Promise<string[]> {
  const table = await run("select 'schema_migrations' as name where to_regclass('schema_migrations') is not null")
  const applied = (table.length > 0 ? await run('select name from schema_migrations') : []).map(({ name }) => name)
  const known = await readMigrations()
  assertNotNewer(applied, known)
  return known.map(({ name }) => name).filter((name) => !applied.includes(name))
}

/**
 * An older program on a newer schema does not know what the new columns mean: release 0.1.0 showed the hidden lines of a share. Processes that run
 * while a newer release migrates go on until they are stopped; none may start afterwards.
 */
function assertNotNewer(applied: readonly string[], known: readonly Migration[]): void {
  const newer = applied.filter((name) => known.every((migration) => migration.name !== name)).toSorted()
  if (newer.length === 0) return
  throw new Error(
    `A newer release has migrated this database (${newer.join(', ')}), and this one would misread it. Start the newer release, or restore the ` +
      'backup that was made before the upgrade: see "Going back" in docs/upgrade.md.',
  )
}
