import { existsSync, mkdirSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { withDatabase } from '#platform/backup/connection.ts'
import { migrate } from '#platform/db/migrate.ts'
import { findCitusSources, startCitus } from '../test/citus/cluster.ts'
import { spawnOwned } from '#platform/owned-process.ts'
import { freePort } from '#platform/free-port.ts'
import { startPostgres } from '#platform/postgres/private-server.ts'
import { parentOf } from '../tools/process-tree.ts'
import { backendOf } from './library-cpu.ts'
import { openHttp } from './library-http.ts'
import { environment } from './library-record.ts'
import { writeInto } from './library-report.ts'
import { SETTINGS } from './make-library.ts'
import { type Cost, type Engine, measureAll } from './scale-measure.ts'
import { type Crowd, FILES_EACH, fillCrowd, makeTemplates, randomPeople } from './scale-people.ts'
import { PROGRAM, untilAnswers } from './stage.ts'

/** The same requests in turn to installations with different numbers of people, or on Citus with different numbers of workers. */
const { values } = parseArgs({
  options: {
    size: { type: 'string', default: 'ci' },
    /** Compares PostgreSQL, Citus with one worker and Citus with two, each with the same people. */
    citus: { type: 'boolean', default: false },
    /** Keeps the databases there, so that another run need not fill them. */
    dir: { type: 'string' },
    /** Writes the table into results.md. */
    write: { type: 'boolean', default: false },
  },
})

const SIZES = {
  ci: { people: [100, 1_000, 10_000], onCitus: 1_000, active: 60, rounds: 30, passes: 1 },
  full: { people: [10_000, 100_000, 1_000_000], onCitus: 100_000, active: 2_000, rounds: 500, passes: 5 },
}
const SPARE = 20
const AT_MOST = 1.2

const SERVER = {
  shared_buffers: '1GB',
  // It would start at another moment in each size, and the loader has vacuumed everything.
  autovacuum: 'off',
  // Citus prepares each transaction under a name of its own, which would evict the counters of other statements.
  'pg_stat_statements.track_utility': 'off',
}
const COUNTERS = 'pg_stat_statements'
/** Lets the loader write rows without WAL. */
const PLAIN = { ...SETTINGS, ...SERVER, wal_level: 'minimal', max_wal_senders: 0, shared_preload_libraries: COUNTERS }

/** A filled database. `urls` are all servers of a cluster, the one that takes statements first. */
type Filled = { title: string; urls: readonly string[]; crowd: Crowd }
type Run = (typeof SIZES)['full'] & { templates: Crowd['templates']; stack: AsyncDisposableStack }

async function fillPlain(run: Run, title: string, people: number, durable: boolean): Promise<Filled> {
  const kept = values.dir === undefined ? {} : { dir: join(values.dir, `people-${people}`) }
  const postgres = run.stack.use(await startPostgres({ settings: PLAIN, durable, ...kept }))
  const url = postgres.url('postgres')
  const crowd = { people, templates: run.templates }
  await migrate(url)
  if (!(await hasUsers(url))) await fillCrowd([url], crowd)
  // Empties the shared buffers, so that the first visits to the smallest installation are as cold as those to the largest.
  await postgres.restart()
  return { title, urls: [url], crowd }
}

async function fillCitus(run: Run, workers: 1 | 2): Promise<Filled> {
  const sources = findCitusSources()
  if (sources === null) throw new Error('Set CITUS_SOURCES')
  mkdirSync('test-results', { recursive: true })
  const settings = { ...SERVER, shared_preload_libraries: `citus,${COUNTERS}` }
  const cluster = run.stack.use(await startCitus(sources, settings))
  const [coordinator = '', ...all] = [cluster.coordinatorUrl, ...cluster.workerUrls].map((url) =>
    withDatabase(url, 'codeshelf'),
  )
  for (const unused of all.slice(workers)) await removeNode(coordinator, new URL(unused).port)
  const urls = [coordinator, ...all.slice(0, workers)]
  const crowd = { people: run.onCitus, templates: run.templates }
  await migrate(coordinator)
  await fillCrowd(urls, crowd)
  return { title: `Citus, workers: ${workers}`, urls, crowd }
}

async function hasUsers(url: string): Promise<boolean> {
  await using stack = new AsyncDisposableStack()
  const { rows } = await (await connect(stack, url)).query('select from users limit 1')
  return rows.length > 0
}

async function removeNode(coordinator: string, port: string): Promise<void> {
  await using stack = new AsyncDisposableStack()
  await (await connect(stack, coordinator)).query("select citus_remove_node('127.0.0.1', $1::int)", [port])
}

async function connect(stack: AsyncDisposableStack, url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  // When something fails the server may stop first, and the failure is what should be read.
  client.on('error', () => {})
  await client.connect()
  stack.defer(() => client.end())
  return client
}

async function openEngine(run: Run, { title, urls, crowd }: Filled): Promise<Engine> {
  const nodes = await Promise.all(urls.map((url) => connect(run.stack, url)))
  // Citus creates it on the workers too.
  await nodes[0]?.query(`create extension if not exists ${COUNTERS}`)
  const port = await freePort()
  const own = { PORT: `${port}`, BASE_URL: `http://127.0.0.1:${port}`, METRICS_PORT: '0', RATE_LIMIT_FACTOR: '1' }
  const web = spawnOwned(process.execPath, [PROGRAM, 'web'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { PATH: process.env['PATH'], ...environment(urls[0] ?? ''), ...own },
  })
  run.stack.defer(() => web.stop())
  await untilAnswers(`http://127.0.0.1:${port}/readyz`, web)
  const http = await openHttp(port)
  run.stack.defer(() => http.close())
  const people = randomPeople(crowd, run.active + SPARE)
  return {
    title,
    http,
    webPid: web.child.pid ?? 0,
    nodes,
    // A backend is a child of its postmaster.
    postmasters: (await Promise.all(nodes.map(backendOf))).map(parentOf),
    active: people.slice(0, run.active),
    spare: people.slice(run.active),
  }
}

const HEAD = `| Request | | p50 / p95 | × | CPU: web + database | × | blocks found + read | WAL, kB | first visit: p50 / p95 | CPU | blocks found + read | |
|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|`

type Compared = Record<'cost' | 'base' | 'first', Cost | undefined>

function lineOf(kind: string, title: string, { cost, base, first }: Compared): string {
  if (!cost || !base || !first) throw new Error('Nothing was measured')
  const pair = (a: number, between: string, b: number, digits = 2) =>
    `${a.toFixed(digits)} ${between} ${b.toFixed(digits)}`
  const time = cost.p50 / base.p50
  const cpu = (cost.web + cost.database) / (base.web + base.database)
  const verdict = time <= AT_MOST && cpu <= AT_MOST ? '✓' : '✗'
  const cells = [
    pair(cost.p50, '/', cost.p95),
    time.toFixed(2),
    pair(cost.web, '+', cost.database),
    cpu.toFixed(2),
    pair(cost.hit, '+', cost.read, 1),
    cost.wal.toFixed(1),
    pair(first.p50, '/', first.p95),
    pair(first.web, '+', first.database),
    pair(first.hit, '+', first.read, 1),
    // Citus is compared with itself by the reader: the limit is for growth in people.
    cost === base || values.citus ? '' : verdict,
  ]
  return `| ${[kind, title, ...cells].join(' | ')} |`
}

async function fillAll(run: Run): Promise<Filled[]> {
  const filled: Filled[] = []
  if (values.citus) {
    filled.push(await fillPlain(run, 'PostgreSQL', run.onCitus, false))
    for (const workers of [1, 2] as const) filled.push(await fillCitus(run, workers))
  } else
    for (const people of run.people)
      filled.push(await fillPlain(run, `${people.toLocaleString('en')} people`, people, true))
  return filled
}

async function main(): Promise<void> {
  if (values.size !== 'ci' && values.size !== 'full') throw new Error('--size ci|full')
  if (!existsSync(PROGRAM)) throw new Error('Run `npm run build` first')
  await using stack = new AsyncDisposableStack()
  const run = { ...SIZES[values.size], templates: makeTemplates(), stack }
  const engines: Engine[] = []
  // All are filled first: a web process closes a connection that waits for minutes without a request.
  for (const filled of await fillAll(run)) engines.push(await openEngine(run, filled))
  const rows = await measureAll(engines, run)
  const machine = `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, load ${loadavg()[0]?.toFixed(0)}`
  const sample = `${FILES_EACH} files a person, ${run.active} active people, median of ${run.passes} passes of ${run.rounds} requests`
  const lines = rows.flatMap(({ kind, first, again }) =>
    engines.map(({ title }, i) => lineOf(kind, title, { cost: again[i], base: again[0], first: first[i] })),
  )
  const table = [`${machine}; ${sample}; milliseconds.`, '', HEAD, ...lines].join('\n')
  console.log(table)
  if (values.write) writeInto('bench/results.md', table, values.citus ? 'scale-citus' : 'scale')
}

await main()
