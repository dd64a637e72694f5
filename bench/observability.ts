import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { openWebParts } from '#app/parts.ts'
import { buildWeb } from '#app/web.ts'
import { loadConfig } from '#platform/config/config.ts'
import { migrate } from '#platform/db/migrate.ts'
import { openDatabase } from '#platform/db/pool.ts'
import { openEventSink } from '#platform/events/sink.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { signWidget } from '../test/sign-widget.ts'
import { startPostgres } from '#platform/postgres/private-server.ts'
import { loadObservations } from './observability-load.ts'

/**
 * Thirty days of events, then every question of the observability page through the whole application, for each time range:
 *
 *     node --import ./tools/tsx.ts bench/observability.ts --events 50000000 --rounds 30 --plans
 *
 * `bare`: the statements of that one answer, sent once more through the driver with the same values, one after the other.
 * What the application adds is who is it, may they, the schema and the JSON. Each answer is asked for `--rounds` times after
 * a first one that warms up. `--dir` keeps the data from one run to the next. The goal is 300 ms at p95.
 */
const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '500000' },
    rounds: { type: 'string', default: '20' },
    dir: { type: 'string' },
    plans: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
})
const GOAL_MS = 300
const RANGES = ['1h', '6h', '24h', '7d', '30d']
const QUESTIONS = [
  'alerts',
  'alerts?q=bench',
  'aggregations',
  ...['alerts_count', 'response_time', 'error_rate', 'requests_per_minute', 'events_count'].map(
    (metric) => `timeseries?metric=${metric}`,
  ),
  'timeseries?metric=events_count&granularity=5m',
  'timeseries?metric=response_time&granularity=5m',
  'replay',
  'replay?severity=critical',
  'replay?info=true',
  'replay?type=rare_thing',
  'replay?type=business_metric',
  'replay?q=push',
]

type Statement = { text: string; values: readonly unknown[] }

await using postgres = await startPostgres({
  ...(values.dir !== undefined && { dir: values.dir }),
  // Nothing that is measured writes.
  durable: false,
  settings: {
    wal_level: 'minimal',
    max_wal_senders: 0,
    shared_buffers: '512MB',
    maintenance_work_mem: '512MB',
    max_wal_size: '8GB',
    max_parallel_maintenance_workers: 2,
  },
})
const url = postgres.url('postgres')
await migrate(url)
const now = await loadObservations(url, Number(values.events), new Date())

const seen: string[] = []
const database = openDatabase({ url, size: 8, applicationName: 'bench', onStatement: (text) => seen.push(text) })
const recorder = recordValues(database)
const app = await openApp()
const cookie = await signInAsAdmin()

console.log(
  `${Number(values.events).toLocaleString('en')} events over 30 days; milliseconds, ${values.rounds} rounds\n`,
)
console.log('| question | range | rows | p50 | p95 | bare p50 | × bare |\n|---|---|--:|--:|--:|--:|--:|')
let worst = 0
const plans: string[] = []
for (const question of QUESTIONS) {
  for (const range of RANGES) {
    const path = `/api/observability/${question}${question.includes('?') ? '&' : '?'}timerange=${range}`
    if (path.includes(values.only)) await measure(question, range, path)
  }
}
await measureExport()
console.log(
  `\nworst p95 ${worst.toFixed(0)} ms: ${worst < GOAL_MS ? 'within' : 'NOT within'} the goal of ${GOAL_MS} ms`,
)
if (values.plans) console.log(`\n${plans.join('\n')}`)
await app.close()
await database.close()

async function measure(question: string, range: string, path: string): Promise<void> {
  const { statements, body } = await recorder.during(() => ask(path))
  const rounds = Number(values.rounds)
  const [ours, bare]: [number[], number[]] = [[], []]
  for (let i = 0; i < rounds; i++) {
    ours.push(await timed(() => ask(path)))
    bare.push(
      await timed(async () => {
        for (const { text, values: given } of statements) await database.pool.query({ text, values: [...given] })
      }),
    )
  }
  const [p50, p95, bare50] = [at(ours, 0.5), at(ours, 0.95), at(bare, 0.5)]
  worst = Math.max(worst, p95)
  const cells = [p50, p95, bare50, p50 / bare50].map((ms) => ms.toFixed(1))
  console.log(`| \`${question}\` | ${range} | ${rowsOf(body)} | ${cells.join(' | ')} |`)
  if (values.plans && range === '30d') await explain(path, statements)
}

async function explain(path: string, statements: readonly Statement[]): Promise<void> {
  for (const { text, values: given } of statements.filter(({ text: each }) =>
    / (events|event_counts|request_counts|alerts) /.test(each),
  )) {
    const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>({
      text: `explain (analyze, buffers, costs off, timing off, summary off) ${text}`,
      values: [...given],
    })
    const plan = executed(rows.map((row) => row['QUERY PLAN']))
    plans.push(`### ${path}\n\n\`\`\`\n${text.trim()}\n\n${plan.join('\n')}\n\`\`\`\n`)
  }
}

/** Without the partitions that were planned and never asked. */
function executed(lines: readonly string[]): string[] {
  let skipping = -1
  return lines.filter((line) => {
    const depth = line.search(/\S/)
    if (skipping >= 0 && depth > skipping) return false
    skipping = line.includes('never executed') ? depth : -1
    return skipping < 0
  })
}

/** One whole export of a day with everything in it, over the network: how fast, and how much memory it takes on the way. */
async function measureExport(): Promise<void> {
  const from = performance.now()
  const before = process.memoryUsage().rss
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const answer = await fetch(`${address}/api/observability/export?timerange=24h&info=true&format=ndjson`, {
    headers: { cookie },
  })
  const [newline] = Buffer.from('\n')
  let [bytes, lines, peak] = [0, 0, before]
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    for (const byte of chunk) if (byte === newline) lines += 1
    peak = Math.max(peak, process.memoryUsage().rss)
  }
  const seconds = ((performance.now() - from) / 1000).toFixed(1)
  const mb = (size: number) => `${(size / 1e6).toFixed(0)} MB`
  console.log(
    `\nexport of a day with information: ${lines.toLocaleString('en')} lines, ${mb(bytes)} in ${seconds} s, at most +${mb(peak - before)} of memory`,
  )
}

async function ask(path: string): Promise<Record<string, unknown>> {
  const answer = await app.inject({ url: path, headers: { cookie } })
  if (answer.statusCode === 400 && answer.body.includes('granularity_too_fine')) return {}
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`)
  return answer.json()
}

function rowsOf(body: Record<string, unknown>): number {
  const list = [body['alerts'], body['data'], body['events'], body['top_events']].find(Array.isArray)
  return list?.length ?? 0
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await run()
  return performance.now() - from
}

function at(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
}

async function openApp() {
  const config = loadConfig({
    NODE_ENV: 'test',
    DATABASE_URL: url,
    BASE_URL: 'http://bench.test',
    MESSENGER_BOT_TOKEN: 'bench',
    ADMIN_IDS: '7',
    ASSETS_DIR: 'dist/none',
    RATE_LIMIT_FACTOR: '100000',
  })
  const log = pino({ level: 'silent' })
  const clock = () => now
  const events = openEventSink(database.db, log, clock)
  const metrics = createMetrics({ pool: database.pool, events })
  const parts = { config, log, database, installation: 'bench', events, metrics, clock }
  const built = await buildWeb(await openWebParts(parts))
  await built.ready()
  return built
}

async function signInAsAdmin(): Promise<string> {
  // A widget's hash is good once, and kept data remembers those of earlier runs.
  const fields = { id: 7, first_name: `Noa ${randomUUID()}`, auth_date: Math.floor(now.getTime() / 1000) }
  const answer = await app.inject({
    method: 'POST',
    url: '/auth/messenger',
    headers: { origin: 'http://bench.test', 'content-type': 'application/json' },
    payload: JSON.stringify(signWidget('bench', fields)),
  })
  return String(answer.headers['set-cookie']).split(';')[0] ?? ''
}

/** Listens to what the driver is asked while an answer is made. */
function recordValues({ pool }: { pool: typeof database.pool }) {
  const statements: Statement[] = []
  let isOn = false
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    Object.assign(client, {
      query: (...args: unknown[]) => {
        const [given] = args
        if (isOn && typeof given === 'object' && given !== null && 'text' in given && 'values' in given)
          statements.push({ text: String(given.text), values: given.values as unknown[] })
        return query(...args)
      },
    })
  })
  return {
    async during(run: () => Promise<Record<string, unknown>>) {
      statements.length = 0
      isOn = true
      const body = await run()
      isOn = false
      return { statements: [...statements], body }
    },
  }
}
