import { setTimeout as sleep } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'
import { migrate } from '#platform/db/migrate.ts'
import { query, TEMPLATE, withDatabase } from '../database.ts'
import { findCitusSources, LOG_MULTI_SHARD, startCitus } from './cluster.ts'

/** One Citus cluster per test run. Test files clone its template database, as they do on plain PostgreSQL. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const sources = findCitusSources()
  if (sources === null) throw new Error('NO CITUS: set CITUS_SOURCES to the folder with its sources and scripts')
  // The script turns it off. Then a move of a shard may lose the last acknowledged writes: see docs/citus.md.
  const safe = { synchronous_commit: 'on' }
  const cluster = await startCitus(sources, { max_connections: '300', ...safe, ...LOG_MULTI_SHARD })
  try {
    await createTemplate(cluster.coordinatorUrl, cluster.workerUrls)
  } catch (error) {
    await cluster[Symbol.asyncDispose]()
    throw error
  }
  project.provide('adminUrl', cluster.coordinatorUrl)
  project.provide('citusWorkers', cluster.workerUrls)
  return async () => cluster[Symbol.asyncDispose]()
}

async function createTemplate(coordinator: string, workers: readonly string[]): Promise<void> {
  const nodes = [coordinator, ...workers]
  for (const node of nodes) {
    await query(node, `create database ${TEMPLATE}`)
    await query(withDatabase(node, TEMPLATE), 'create extension citus')
  }
  const template = withDatabase(coordinator, TEMPLATE)
  await query(template, `select citus_set_coordinator_host('127.0.0.1', ${new URL(coordinator).port})`)
  for (const worker of workers) await query(template, `select citus_add_node('127.0.0.1', ${new URL(worker).port})`)
  const { distributed } = await migrate(template)
  if (!distributed) throw new Error('The template was not distributed')
  // The maintenance daemon of Citus keeps a connection open, and a database with connections cannot be cloned.
  for (const node of nodes) {
    await query(node, `alter database ${TEMPLATE} allow_connections false`)
    await query(node, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${TEMPLATE}'`)
  }
  await sleep(500)
}
