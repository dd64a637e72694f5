import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '#platform/postgres/private-server.ts'
import { type Catalog, ROWS, writeCatalog } from '../tools/row-types/sent.ts'
import { query, TEMPLATE, withDatabase } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A superuser's way into the test server. */
    adminUrl: string
    /** The same for each worker of a Citus cluster; empty on plain PostgreSQL. */
    citusWorkers: string[]
  }
}

/** One server per test run: `TEST_DATABASE_URL`'s if given, else a private one that is gone afterwards. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL']
  const postgres = given === undefined ? await startPostgres({ durable: false, settings: SETTINGS }) : undefined
  const adminUrl = postgres?.url('postgres') ?? given ?? ''
  await createTemplate(adminUrl)
  writeCatalog(ROWS, await readCatalog(withDatabase(adminUrl, TEMPLATE)))
  project.provide('adminUrl', adminUrl)
  project.provide('citusWorkers', [])
  return async () => postgres?.[Symbol.asyncDispose]()
}

const SETTINGS = {
  // Every test file opens its own pool, and nothing here is worth writing ahead.
  max_connections: 200,
  shared_buffers: '64MB',
  wal_level: 'minimal',
  max_wal_senders: 0,
  // A prepared statement gets a plan without its values from the sixth run on, and one that has no such plan fails only then.
  plan_cache_mode: 'force_generic_plan',
}

async function createTemplate(adminUrl: string): Promise<void> {
  const { migrate } = await import('#platform/db/migrate.ts')
  await query(adminUrl, `drop database if exists ${TEMPLATE} with (force)`)
  await query(adminUrl, `create database ${TEMPLATE}`)
  await migrate(withDatabase(adminUrl, TEMPLATE))
}

/** For `tools/row-types`. */
async function readCatalog(url: string): Promise<Catalog> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const types = await client.query<Catalog['types'][number]>(
      `select t.oid::int as oid, t.typname as name from pg_type t where t.typnamespace = 'pg_catalog'::regnamespace`,
    )
    const columns = await client.query<Catalog['columns'][number]>(
      `select c.oid::int as table, a.attnum as number, c.relname as "tableName", a.attname as name, a.attnotnull as "notNull"
      from pg_attribute a join pg_class c on c.oid = a.attrelid where c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped`,
    )
    return { types: types.rows, columns: columns.rows }
  } finally {
    await client.end()
  }
}
