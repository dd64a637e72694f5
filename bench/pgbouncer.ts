import { parseArgs } from 'node:util'
import { startPgBouncer } from '../test/pgbouncer/pgbouncer.ts'
import { startPostgres } from '#platform/postgres/private-server.ts'
import { closeEngines, KINDS, measure, openEngine } from './installations.ts'

/**
 * The same requests to two web processes, one connected to PostgreSQL and one through PgBouncer in transaction mode, in turn.
 * `PGBOUNCER=… node --import ./tools/tsx.ts bench/pgbouncer.ts [--rounds 300]`, after `npm run build`.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '300' } } })

async function main(rounds: number): Promise<void> {
  await using postgres = await startPostgres({ durable: false })
  await using pooled = await startPostgres({ durable: false })
  await using bouncer = await startPgBouncer(pooled, {})
  const direct = await openEngine({ name: 'direct', url: postgres.url('postgres') })
  const through = { url: bouncer.url, pid: bouncer.pid() }
  const engine = await openEngine({ name: 'PgBouncer', url: pooled.url('postgres'), through })
  console.log(
    '| Request | Direct p50, ms | PgBouncer p50, ms | Ratio | CPU web, ms | CPU PostgreSQL, ms | CPU PgBouncer, ms | Ratio of CPU |',
  )
  console.log('|---|---|---|---|---|---|---|---|')
  for (const kind of KINDS) {
    const [a, b] = await measure([direct, engine], kind, rounds)
    const pair = (first: number, second: number) => `${first.toFixed(2)} → ${second.toFixed(2)}`
    const cpu = (b.web + b.database + b.between) / (a.web + a.database)
    console.log(
      `| ${kind.title} | ${a.p50.toFixed(2)} | ${b.p50.toFixed(2)} | ${(b.p50 / a.p50).toFixed(2)} | ` +
        `${pair(a.web, b.web)} | ${pair(a.database, b.database)} | ${b.between.toFixed(2)} | ${cpu.toFixed(2)} |`,
    )
  }
  await closeEngines([direct, engine])
}

await main(Number(values.rounds))
