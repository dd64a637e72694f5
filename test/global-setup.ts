import type { TestProject } from 'vitest/node'
import { startPostgres } from '#platform/postgres/private-server.ts'
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
