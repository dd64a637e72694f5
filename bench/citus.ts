import { parseArgs } from 'node:util'
import { withDatabase } from '#platform/backup/connection.ts'
import { findCitusSources, startCitus } from '../test/citus/cluster.ts'
import { startPostgres } from '#platform/postgres/private-server.ts'
import { closeEngines, KINDS, measure, openEngine } from './installations.ts'

/**
 * The same requests to two web processes, one on plain PostgreSQL and one on Citus with two workers, in turn, so that a busy moment
 * of the machine falls on both. Prints p50 and the processor time of web process and database for each kind.
 * `CITUS_SOURCES=… node --import ./tools/tsx.ts bench/citus.ts [--rounds 300]`, after `npm run build`.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '300' } } })
const ROUNDS = Number(values.rounds)

async function main(): Promise<void> {
  const sources = findCitusSources()
  if (sources === null) throw new Error('Set CITUS_SOURCES')
  await using postgres = await startPostgres({ durable: false })
  await using cluster = await startCitus(sources)
  const inCodeshelf = (url: string) => withDatabase(url, 'codeshelf')
  const plain = await openEngine({ name: 'PostgreSQL', url: postgres.url('postgres') })
  const nodes = cluster.workerUrls.map(inCodeshelf)
  const citus = await openEngine({ name: 'Citus', url: inCodeshelf(cluster.coordinatorUrl), nodes })
  console.log(
    '| Request | PostgreSQL p50, ms | Citus p50, ms | Ratio | CPU web, ms | CPU database, ms | Ratio of CPU |',
  )
  console.log('|---|---|---|---|---|---|---|')
  for (const kind of KINDS) {
    const [a, b] = await measure([plain, citus], kind, ROUNDS)
    const pair = (first: number, second: number) => `${first.toFixed(1)} → ${second.toFixed(1)}`
    const cpu = (b.web + b.database) / (a.web + a.database)
    console.log(
      `| ${kind.title} | ${a.p50.toFixed(2)} | ${b.p50.toFixed(2)} | ${(b.p50 / a.p50).toFixed(2)} | ` +
        `${pair(a.web, b.web)} | ${pair(a.database, b.database)} | ${cpu.toFixed(2)} |`,
    )
  }
  await closeEngines([plain, citus])
}

await main()
