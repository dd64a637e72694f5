import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { Client } from 'pg'
import { withDatabase } from '#platform/backup/connection.ts'
import { spawnOwned } from '#platform/owned-process.ts'
import { findCitusSources, KEPT_LOG, LOG_MULTI_SHARD, startCitus } from './cluster.ts'
import { isAllowed } from './allowed.ts'
import { multiShardStatements } from './multi-shard.ts'

/**
 * `node --import ./tools/tsx.ts test/citus/drive.ts <command …>` runs a command against a Citus cluster of its own, which it
 * finds in DATABASE_URL and CONFORMANCE_DATABASE_URL. Afterwards it lists the statements that went to more than one shard, and
 * fails when one of them is not in `allowed.ts`.
 */
async function main([command, ...parameters]: readonly string[]): Promise<boolean> {
  const sources = findCitusSources()
  if (command === undefined || sources === null) throw new Error('Set CITUS_SOURCES and give a command')
  mkdirSync('test-results', { recursive: true })
  const succeeded = await runOn(sources, command, parameters)
  const statements = multiShardStatements(readFileSync(KEPT_LOG, 'utf8'))
  const others = statements.filter((statement) => !isAllowed(statement))
  for (const { application, sql, times } of others)
    print(`not allowed on several shards, ${times} times by ${application}: ${sql}`)
  print(`${statements.length} statements on several shards, ${others.length} of them not allowed`)
  return succeeded && others.length === 0
}

async function runOn(sources: string, command: string, parameters: readonly string[]): Promise<boolean> {
  await using cluster = await startCitus(sources, { ...LOG_MULTI_SHARD, 'citus.enable_stat_counters': 'on' })
  const url = withDatabase(cluster.coordinatorUrl, 'codeshelf')
  const { child } = spawnOwned(command, [...parameters], {
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: url, CONFORMANCE_DATABASE_URL: url },
  })
  await once(child, 'exit')
  await printCounters(url)
  return child.exitCode === 0
}

async function printCounters(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ single: string; multi: string }>(`
    select query_execution_single_shard as single, query_execution_multi_shard as multi
    from citus_stat_counters where name = current_database()`)
  await client.end()
  print(`executed on one shard: ${rows[0]?.single}, on several: ${rows[0]?.multi}`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1
