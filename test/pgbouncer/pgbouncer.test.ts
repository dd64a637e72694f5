import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createBackup } from '#platform/backup/create.ts'
import { migrate } from '#platform/db/migrate.ts'
import { freePort } from '#platform/free-port.ts'
import { type Postgres, startPostgres } from '#platform/postgres/private-server.ts'
import { type Answer, type Ask, longest, saveFileAsk, signInMany, startLoad } from '../chaos/load.ts'
import { type Running, start, until } from '../chaos/processes.ts'
import { fillReminders, judge } from '../chaos/reminders.ts'
import { openStore, type Store } from '../chaos/store.ts'
import { startPushService } from '../push-service.ts'
import { PUSH_ENVIRONMENT } from '../vapid.ts'
import { type PgBouncer, startPgBouncer, supportsNamedStatements } from './pgbouncer.ts'

const SERVER_CONNECTIONS = 10
const WEB_PROCESSES = 2
const CLIENTS = 200
const PEOPLE = 100
const LOAD_SECONDS = 10
const RESTARTED_FOR_MS = 1_000
/** Up to 3 s for a connection and 6 s for one statement, and what two busy cores add. */
const LONGEST_MS = 10_000
const ADMIN = '1'

// In session mode each connection of Codeshelf needs one of its own to PostgreSQL.
const mode = supportsNamedStatements() ? 'transaction' : 'session'
const settings =
  mode === 'transaction'
    ? { default_pool_size: SERVER_CONNECTIONS }
    : { pool_mode: 'session', default_pool_size: 100, max_prepared_statements: null }
const poolSize = mode === 'transaction' ? CLIENTS / WEB_PROCESSES : 20

let postgres: Postgres
let bouncer: PgBouncer
let store: Store
const port = await freePort()
const webs: Running[] = []
let cookies: string[]
beforeAll(async () => {
  postgres = await startPostgres({ durable: false, settings: { max_connections: 150 } })
  await migrate(postgres.url('postgres'))
  store = await openStore(postgres.url('postgres'))
  await store.client.query("alter role postgres set statement_timeout = '5s'")
  bouncer = await startPgBouncer(postgres, settings)
  const environment = { ADMIN_IDS: ADMIN, DATABASE_POOL_SIZE: `${poolSize}`, RATE_LIMIT_FACTOR: '1000' }
  for (let i = 0; i < WEB_PROCESSES; i++) webs.push(await start('web', { databaseUrl: bouncer.url, port, environment }))
  cookies = await signInMany(port, PEOPLE)
})
afterAll(async () => {
  await Promise.all(webs.map((web) => web[Symbol.asyncDispose]()))
  await bouncer[Symbol.asyncDispose]()
  await store[Symbol.asyncDispose]()
  await postgres[Symbol.asyncDispose]()
})

describe(`PgBouncer in ${mode} mode`, () => {
  test('files, notes, reminders and a background job work', { timeout: 90_000 }, async () => {
    await using service = await startPushService()
    await fillReminders(store.client, service, { people: 20, notesEach: 3, overSeconds: 2 })
    await using _worker = await start('worker', {
      databaseUrl: bouncer.url,
      port: await freePort(),
      environment: PUSH_ENVIRONMENT,
    })

    const file = await request('/api/files', { file_name: 'a.py', content: 'print(1)\n' })
    const note = await request(`/api/sticky-notes/${file.file_id}`, { content: 'remember', line_start: 1 })
    await request(`/api/sticky-notes/note/${note.id}/reminder`, { preset: '1h', tz: 'UTC' })
    expect(await request('/api/sticky-notes/reminders/ahead')).toMatchObject({ count: 1 })
    expect(await request('/api/files')).toMatchObject({ items: [{ file_name: 'a.py' }] })

    await post('/admin/jobs/check_counters/run')
    await until('the job that the admin started is completed', 30, async () => {
      const { jobs } = Jobs.parse(await request('/api/admin/jobs'))
      const runs = jobs.find(({ job_id: id }) => id === 'check_counters')?.runs ?? []
      return runs.some(({ trigger, status }) => trigger === 'manual' && status === 'completed')
    })
    await until('all reminders are pushed', 30, async () => service.received.length >= 60)
    expect(await judge(store.client, service.received, new Map())).toMatchObject({
      reminders: 60,
      missing: 0,
      twice: 0,
    })
  })

  test(
    `no request of ${CLIENTS} clients fails on fewer server connections`,
    { timeout: 60_000 },
    async ({ annotate }) => {
      await using load = startMixedLoad(CLIENTS)
      let most = 0
      const ends = Date.now() + LOAD_SECONDS * 1000
      while (Date.now() < ends) {
        most = Math.max(most, (await serverConnections()).length)
        await sleep(200)
      }
      await load.stop()
      await annotate(
        `${load.answers.length} requests on at most ${most} server connections, the longest ${Math.round(longest(load.answers))} ms`,
      )
      expect(failed(load.answers)).toEqual([])
      expect(load.answers.length).toBeGreaterThan(CLIENTS)
      expect(most).toBeLessThanOrEqual(mode === 'transaction' ? SERVER_CONNECTIONS : WEB_PROCESSES * poolSize)
    },
  )

  // SIGINT, which `systemctl restart` sends, waits for the end of transactions; in session mode until every client has left. SIGTERM
  // ends versions before 1.23 at once, and newer ones when every client has left. A pool under load never leaves.
  test.for([mode === 'transaction' ? 'SIGINT' : 'SIGTERM', 'SIGKILL'] as const)(
    'requests are served again after PgBouncer ended with %s and started again under load',
    { timeout: 90_000 },
    async (signal, { annotate }) => {
      await using load = startMixedLoad(40)
      await sleep(1_000)
      await bouncer.stop(signal)
      await sleep(RESTARTED_FOR_MS)
      await bouncer.start()
      const started = performance.now()
      await untilServed(load.answers)
      const ms = Math.round(performance.now() - started)
      const recovered = load.answers.length
      await sleep(1_000)
      await load.stop()
      await annotate(
        `${signal}: ${failed(load.answers).length} of ${load.answers.length} requests failed; served again ${ms} ms after the start`,
      )
      expect(failed(load.answers.slice(recovered))).toEqual([])
      expect(longest(load.answers)).toBeLessThan(LONGEST_MS)
      expect(webs.every((web) => web.running())).toBe(true)
    },
  )

  test('statements that wait for a lock end by the timeout of the role, and later requests are served', async () => {
    const statuses = () => Promise.all(cookies.slice(0, 30).map((cookie) => statusOf('/api/files', cookie)))
    {
      await using rival = await openStore(postgres.url('postgres'))
      await rival.client.query('set statement_timeout = 0; begin; lock table files in access exclusive mode')
      const locked = await statuses()
      // 503: PostgreSQL ended the statement. 500: PgBouncer had no connection for it in time.
      expect(locked).toContain(503)
      expect(locked.every((status) => status >= 500)).toBe(true)
    }
    expect(new Set(await statuses())).toEqual(new Set([200]))
  })

  test(
    'requests are served again although server connections stay silent',
    { timeout: 60_000 },
    async ({ annotate }) => {
      await using load = startMixedLoad(40)
      await sleep(1_000)
      const pids = await serverConnections()
      for (const pid of pids) process.kill(pid, 'SIGSTOP')
      try {
        await untilServed(load.answers)
      } finally {
        for (const pid of pids) process.kill(pid, 'SIGCONT')
      }
      await load.stop()
      await annotate(`${pids.length} silent connections, the longest request ${Math.round(longest(load.answers))} ms`)
      expect(pids.length).toBeGreaterThan(1)
      expect(longest(load.answers)).toBeLessThan(LONGEST_MS)
    },
  )

  test('migrate and backup refuse an address that leads to PgBouncer', async () => {
    await expect(migrate(bouncer.url)).rejects.toThrow('DATABASE_DIRECT_URL')
    const backup = createBackup({ databaseUrl: bouncer.url, dir: '/nonexistent', toolsDir: null, now: new Date() })
    await expect(backup).rejects.toThrow('DATABASE_DIRECT_URL')
  })
})

const Reply = z.looseObject({ file_id: z.string().optional(), id: z.string().optional() })
const Jobs = z.object({
  jobs: z.array(z.object({ job_id: z.string(), runs: z.array(z.object({ trigger: z.string(), status: z.string() })) })),
})

const headersOf = (cookie: string) => ({
  cookie,
  'sec-fetch-site': 'same-origin',
  'content-type': 'application/json',
})

async function request(path: string, body?: object): Promise<z.output<typeof Reply>> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: headersOf(cookies[0] ?? ''),
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return Reply.parse(await response.json())
}

async function post(path: string): Promise<void> {
  const headers = { ...headersOf(cookies[0] ?? ''), 'content-type': 'application/x-www-form-urlencoded' }
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, redirect: 'manual' })
  if (response.status !== 303) throw new Error(`${path}: ${response.status}`)
}

async function statusOf(path: string, cookie: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: headersOf(cookie) })
  await response.arrayBuffer()
  return response.status
}

/** Of five requests two read a page, two a list, and one saves a file. */
function startMixedLoad(clients: number) {
  const turns = { saves: Date.now() }
  const next = (turn: number): Ask => {
    if (turn % 5 === 0) return saveFileAsk(cookies, turns.saves++)
    return {
      path: turn % 2 === 0 ? '/dashboard' : '/api/files',
      headers: { cookie: cookies[turn % cookies.length] ?? '' },
    }
  }
  return startLoad({ port, clients, pauseMs: 5, next })
}

function failed(answers: readonly Answer[]): string[] {
  return answers
    .filter(({ status }) => status !== 200 && status !== 201)
    .map(({ ask, status, error }) => `${ask.path}: ${status || error}`)
}

async function untilServed(answers: readonly Answer[]): Promise<void> {
  const from = answers.length
  await until('40 requests in a row are served', 20, async () => {
    const last = answers.slice(Math.max(from, answers.length - 40))
    return last.length === 40 && failed(last).length === 0
  })
}

/** The processes of PostgreSQL that PgBouncer is connected to. */
async function serverConnections(): Promise<number[]> {
  const { rows } = await store.client.query<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  )
  return rows.map(({ pid }) => pid)
}
