import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { createECDH, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { migrate } from '#platform/db/migrate.ts'
import { newVapidPair } from '#platform/push/vapid.ts'
import { type OwnedProcess, spawnOwned } from '#platform/owned-process.ts'
import { startPostgres } from '#platform/postgres/private-server.ts'

/**
 * Many reminders due in the same minute, a tenth of the people without a device, one push service that is slow and one that fails.
 * Prints how late the others got theirs, the memory of the workers, and how many pushes per second that is beside the `web-push`
 * library alone on the same cores. With `--kill-every-ms` one worker after another is killed and started again.
 */
const { values } = parseArgs({
  options: {
    reminders: { type: 'string', default: '2000' },
    people: { type: 'string', default: '1000' },
    'slow-ms': { type: 'string', default: '2000' },
    workers: { type: 'string', default: '1' },
    'kill-every-ms': { type: 'string', default: '0' },
    'good-only': { type: 'boolean', default: false },
    bare: { type: 'boolean', default: false },
  },
})
const REMINDERS = Number(values.reminders)
const PEOPLE = Number(values.people)
const SLOW_MS = Number(values['slow-ms'])
const WORKERS = Number(values.workers)
const KILL_EVERY_MS = Number(values['kill-every-ms'])

/** Of every hundred people, so many are with the slow service and so many with the failing one. */
const SLOW_PERCENT = values['good-only'] ? 0 : 5
const FAILING_PERCENT = values['good-only'] ? 0 : 5
const ALONE_PERCENT = 10
const EXPECTED = Math.round(REMINDERS * (1 - (SLOW_PERCENT + FAILING_PERCENT + ALONE_PERCENT) / 100))

/** `good`: when each push arrived. `topics`: how often each note was pushed. */
type Counts = { good: number[]; topics: Map<string, number>; slow: number; failing: number }

function pushService(
  answer: (respond: (status: number) => void, topic: string) => void,
): Promise<{ port: number; server: Server }> {
  const server = createServer((request, response) => {
    request.resume()
    const topic = String(request.headers['topic'] ?? '')
    request.on('end', () => answer((status) => response.writeHead(status).end(), topic))
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1')
  return once(server, 'listening').then(() => {
    const address = server.address()
    return { port: typeof address === 'object' && address ? address.port : 0, server }
  })
}

const device = createECDH('prime256v1')
device.generateKeys()
const DEVICE_KEYS = [device.getPublicKey('base64url'), randomBytes(16).toString('base64url')]
const VAPID = newVapidPair()

async function fill(client: Client, { good, slow, failing }: Services, due: Date): Promise<void> {
  await client.query(
    `insert into users (user_id, role, first_name, created_at, last_sign_in_at)
     select 100000 + i, 'user', 'x', now(), now() from generate_series(1, $1::int) i`,
    [PEOPLE],
  )
  await client.query(
    `insert into notes (user_id, id, kind, repo_name, repo_path, title, content, search_title, search_body, pos_x, pos_y, width,
       height, color, is_minimized, mode, created_at, updated_at)
     select 100001 + i % $2::int, gen_random_uuid(), 'repo', 'a/b', 'c.py', '', 'note ' || i, '', '', 0, 0, 250, 200, 'yellow', false,
       'anchored', now(), now() from generate_series(1, $1::int) i`,
    [REMINDERS, PEOPLE],
  )
  await client.query(
    `insert into push_subscriptions (user_id, endpoint_hash, endpoint, host, p256dh, auth, device, created_at)
     select 100000 + i, md5(i::text), 'http://' || host || '/' || i, host, $5, $6, 'x', now()
     from (select i, '127.0.0.1:' || case
         when i % 100 < ${SLOW_PERCENT} then $2::text
         when i % 100 < ${SLOW_PERCENT + FAILING_PERCENT} then $3::text
         else $4::text end as host
       from generate_series(1, $1::int) i where i % 100 < ${100 - ALONE_PERCENT}) people`,
    [PEOPLE, slow.port, failing.port, good.port, ...DEVICE_KEYS],
  )
  await client.query(
    `insert into reminders (user_id, note_id, remind_at, status, push_at)
     select user_id, id, $1::timestamptz, 'pending', $1::timestamptz from notes`,
    [due],
  )
  await client.query('vacuum analyze')
}

async function plan(client: Client): Promise<string> {
  const { rows } = await client.query<Record<'QUERY PLAN', string>>(
    `explain (analyze, buffers, costs off) select user_id, note_id from reminders where push_at <= now() order by push_at limit 500 for update skip locked`,
  )
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

const percentile = (sorted: readonly number[], p: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? 0
/** Seconds of processor, ours and the kernel's for us. */
const cpuOf = (pid: number) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')
  return (Number(fields[13]) + Number(fields[14])) / 100
}
const memoryOf = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

type Services = Record<'good' | 'slow' | 'failing', { port: number; server: Server }>

async function startServices(counts: Counts): Promise<Services> {
  return {
    good: await pushService((respond, topic) => {
      counts.good.push(Date.now())
      counts.topics.set(topic, (counts.topics.get(topic) ?? 0) + 1)
      respond(201)
    }),
    slow: await pushService((respond) => {
      counts.slow += 1
      setTimeout(() => respond(201), SLOW_MS)
    }),
    failing: await pushService((respond) => {
      counts.failing += 1
      respond(503)
    }),
  }
}

function startWorker(url: string): OwnedProcess {
  return spawnOwned(process.execPath, ['--import', './tools/tsx.ts', 'src/main.ts', 'worker'], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'development',
      DATABASE_URL: url,
      METRICS_PORT: '0',
      MESSENGER_BOT_TOKEN: 'x',
      VAPID_PUBLIC_KEY: VAPID.publicKey,
      VAPID_PRIVATE_KEY: VAPID.privateKey,
      VAPID_SUBJECT: 'mailto:a@example.org',
      PUSH_TEST_ENDPOINTS: 'true',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

const LONGEST_MS = 30 * 60_000

async function main(): Promise<void> {
  await using postgres = await startPostgres({ settings: { shared_buffers: '512MB' } })
  const url = postgres.url('postgres')
  await migrate(url)
  const client = new Client({ connectionString: url })
  await client.connect()
  const counts: Counts = { good: [], topics: new Map(), slow: 0, failing: 0 }
  const services = await startServices(counts)
  const due = new Date(Date.now() + 20_000 + REMINDERS / 10)
  await fill(client, services, due)
  console.log(await plan(client))
  const workers = Array.from({ length: WORKERS }, () => startWorker(url))
  await sleep(Math.max(0, due.getTime() - Date.now()))
  const { memory, cpu, kills } = await watch(url, workers, counts, due)
  report(due, counts, memory, cpu)
  if (KILL_EVERY_MS > 0) await reportKills(client, counts, kills)
  for (const worker of workers) await worker.stop('SIGKILL')
  await client.end()
  if (values.bare) for (const signing of ['sign-each', 'sign-once']) await bare(services.good.port, signing)
  for (const { server } of Object.values(services)) {
    server.closeAllConnections()
    server.close()
  }
}

/** Until everybody of the good service was told. Kills one worker after another when asked to. */
async function watch(url: string, workers: OwnedProcess[], counts: Counts, due: Date) {
  const pids = () => workers.flatMap(({ child }) => child.pid ?? [])
  const cpuNow = () => pids().reduce((sum, pid) => sum + cpuOf(pid), 0)
  const cpuBefore = cpuNow()
  const memory: number[] = []
  let [kills, killedAt] = [0, Date.now()]
  while (counts.topics.size < EXPECTED && Date.now() < due.getTime() + LONGEST_MS) {
    memory.push(Math.max(...pids().map(memoryOf)))
    await sleep(200)
    if (KILL_EVERY_MS === 0 || Date.now() - killedAt < KILL_EVERY_MS) continue
    killedAt = Date.now()
    const at = kills++ % workers.length
    await workers[at]?.stop('SIGKILL')
    workers[at] = startWorker(url)
  }
  return { memory, cpu: cpuNow() - cpuBefore, kills }
}

/** A push may arrive twice only when its sender died between sending it and recording the answer. */
async function reportKills(client: Client, counts: Counts, kills: number): Promise<void> {
  const { rows } = await client.query<{ topic: string }>(
    "select replace(note_id::text, '-', '') as topic from reminder_deliveries where interrupted > 0",
  )
  const withTheDead = new Set(rows.map(({ topic }) => topic))
  const twice = [...counts.topics].filter(([, times]) => times > 1).map(([topic]) => topic)
  const unexplained = twice.filter((topic) => !withTheDead.has(topic))
  console.log(
    `${kills} workers killed: ${EXPECTED - counts.topics.size} lost, ${twice.length} twice, ${unexplained.length} of them not with a worker that died`,
  )
}

const BARE_PUSHES = 20_000

/** As many processes of the library as there are cores for it. */
async function bare(port: number, signing: string): Promise<void> {
  const processes = Math.min(WORKERS, availableParallelism())
  const parameters = [`http://127.0.0.1:${port}/1`, ...DEVICE_KEYS, String(BARE_PUSHES / processes), signing]
  const rates = await Promise.all(
    Array.from({ length: processes }, async () => {
      const { child } = spawnOwned(process.execPath, ['bench/bare-push.ts', ...parameters], {
        env: { PATH: process.env['PATH'], VAPID_PUBLIC_KEY: VAPID.publicKey, VAPID_PRIVATE_KEY: VAPID.privateKey },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      return child.stdout === null ? 0 : Number(await text(child.stdout))
    }),
  )
  const sum = rates.reduce((all, rate) => all + rate, 0)
  console.log(`web-push alone, ${signing}, ${processes} processes: ${sum.toFixed(0)} a second`)
}

function report(due: Date, counts: Counts, memory: number[], cpu: number): void {
  const late = counts.good.map((at) => (at - due.getTime()) / 1000).toSorted((a, b) => a - b)
  const last = late.at(-1) ?? 1
  console.log(
    `${REMINDERS} due at one moment for ${PEOPLE} people, ${WORKERS} workers: ${counts.topics.size} of ${EXPECTED} told by the good service`,
  )
  console.log(
    `lateness s: p50 ${percentile(late, 0.5).toFixed(1)}, p99 ${percentile(late, 0.99).toFixed(1)}, last ${last.toFixed(1)}`,
  )
  // The processor time of a killed worker is gone with it.
  const each = KILL_EVERY_MS > 0 ? '' : `, ${((cpu / late.length) * 1000).toFixed(2)} ms of worker CPU a push`
  console.log(`${(late.length / last).toFixed(0)} a second${each}`)
  console.log(`meanwhile the slow service was asked ${counts.slow} times, the failing one ${counts.failing} times`)
  console.log(`worker memory MB: first ${memory[0]?.toFixed(0)}, most ${Math.max(...memory).toFixed(0)}`)
}

await main()
