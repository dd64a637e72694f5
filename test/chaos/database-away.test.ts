import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#platform/db/migrate.ts'
import { freePort } from '#platform/free-port.ts'
import { type Postgres, startPostgres } from '#platform/postgres/private-server.ts'
import { type Answer, keepAliveClient, longest, signInMany, startLoad } from './load.ts'
import { full, type Running, start, until } from './processes.ts'
import { openStore } from './store.ts'

const AWAY_SECONDS = full ? 12 : 2
const ROUNDS = full ? 3 : 1
const POOL_SIZE = 10
const CLIENTS = 12
const PEOPLE = full ? 120 : 40
/** Up to 3 s for a connection and 6 s for one statement, and what two busy cores add. Without `full` it is as long as a client waits. */
const LONGEST_MS = full ? 10_000 : 15_000

let postgres: Postgres
let web: Running
let port: number
let cookies: string[]
beforeAll(async () => {
  // A crash of the server must not lose what it confirmed, or the test would blame us for it; a crash of the machine may.
  postgres = await startPostgres({ settings: { fsync: 'off', max_connections: 40 } })
  await migrate(postgres.url('postgres'))
  port = await freePort()
  web = await start('web', {
    databaseUrl: postgres.url('postgres'),
    port,
    environment: { DATABASE_POOL_SIZE: `${POOL_SIZE}` },
  })
  cookies = await signInMany(port, PEOPLE)
})
afterAll(async () => {
  await web[Symbol.asyncDispose]()
  await postgres[Symbol.asyncDispose]()
})

describe('PostgreSQL stopped and started under load', () => {
  test.for(['fast', 'immediate'] as const)(
    '%s: /readyz turns 503 and back, the process survives, no request hangs longer than its timeout, no event is lost',
    { timeout: 60_000 + ROUNDS * (AWAY_SECONDS + 10) * 1000 },
    async (mode, { annotate }) => {
      await using load = startSignedInLoad()
      const ready = keepAliveClient(port)
      const isReady = async () => (await ready.send({ path: '/readyz' })).status === 200
      for (let round = 0; round < ROUNDS; round++) {
        await sleep(300)
        await postgres.stop(mode)
        await until('/readyz is 503', 20, async () => !(await isReady()))
        await sleep(AWAY_SECONDS * 1000)
        await postgres.restart()
        await until('/readyz is 200 again', 20, isReady)
        await until('people are served again', 20, async () => load.answers.at(-1)?.status === 200)
      }
      // Those who asked while it was away may be answered later, and in vain. Nobody may who asks from now on.
      const from = performance.now()
      const asked = () => load.answers.filter(({ sentAt }) => sentAt > from)
      await until('everybody is answered', 20, async () => asked().length > CLIENTS)
      await load.stop()
      ready.close()

      await annotate(`${mode}: ${load.answers.length} requests, the longest ${Math.round(longest(load.answers))} ms`)
      expect(web.running()).toBe(true)
      expect(statuses(asked())).toEqual([200])
      // While it was away people were told so: nobody was shown an empty shelf, and nobody waited in vain.
      expect(statuses(load.answers)).toEqual([200, 500])
      expect(longest(load.answers)).toBeLessThan(LONGEST_MS)
      const failed = load.answers.filter(({ status }) => status === 500)
      // Had they waited for their own events, they would have waited for the table to come back. Not the longest: a busy machine may stall.
      expect(medianMs(failed)).toBeLessThan((AWAY_SECONDS * 1000) / 2)
      await expectEvents(failed)
    },
  )

  test('connections that fall silent are given up after one timeout, and new ones take their place', async ({
    annotate,
  }) => {
    await using load = startSignedInLoad()
    // Until the pool is full: what is not frozen would serve them all.
    await until('every connection is in use', 20, async () => (await connections()).length === POOL_SIZE)
    await using frozen = await freeze()
    await sleep(100)
    const from = load.answers.length
    await until('people are served although the old connections stay silent', LONGEST_MS / 1000, async () => {
      await sleep(200)
      return load.answers.slice(Math.max(from, load.answers.length - 20)).filter(isServed).length === 20
    })
    await load.stop()

    await annotate(
      `silent: ${frozen.pids.length} connections, the longest request ${Math.round(longest(load.answers))} ms`,
    )
    expect(frozen.pids).toHaveLength(POOL_SIZE)
    expect(longest(load.answers)).toBeLessThan(LONGEST_MS)
    expect(web.running()).toBe(true)
  })
})

function startSignedInLoad() {
  return startLoad({
    port,
    clients: CLIENTS,
    // Failures of all rounds together must fit the buffer of the events: past 20,000 the oldest give way.
    pauseMs: full ? 40 : 10,
    next: (turn) => ({ path: '/dashboard', headers: { cookie: cookies[turn % cookies.length] ?? '' } }),
  })
}

const isServed = ({ status }: Answer) => status === 200

function medianMs(answers: readonly Answer[]): number {
  return answers.map(({ ms }) => ms).toSorted((a, b) => a - b)[answers.length >> 1] ?? 0
}

function statuses(answers: readonly Answer[]): number[] {
  return [...new Set(answers.map(({ status }) => status))].toSorted((a, b) => a - b)
}

/** Each failure was recorded once, although the table was away when it happened. */
async function expectEvents(failed: readonly Answer[]): Promise<void> {
  const expected = failed.map(({ headers }) => String(headers['x-request-id'])).toSorted()
  const recorded = async () => {
    const rows = await query<{ request_id: string }>(
      'select request_id from events where event = \'request_failed\' and request_id = any($1) order by request_id collate "C"',
      [expected],
    )
    return rows.map((row) => row.request_id)
  }
  await until('the events arrive', 20, async () => (await recorded()).length >= expected.length)
  expect(await recorded()).toEqual(expected)
}

async function query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  await using store = await openStore(postgres.url('postgres'))
  return (await store.client.query<Row>(text, values)).rows
}

async function connections(): Promise<number[]> {
  const rows = await query<{ pid: number }>("select pid from pg_stat_activity where application_name = 'codeshelf-web'")
  return rows.map(({ pid }) => pid)
}

/** Stops the server's side of every open connection without closing it, as a lost network does. */
async function freeze() {
  const pids = await connections()
  for (const pid of pids) await freezeIdle(pid)
  return {
    pids,
    async [Symbol.asyncDispose]() {
      for (const pid of pids) process.kill(pid, 'SIGCONT')
    },
  }
}

/** Between two statements: a process of PostgreSQL that is stopped with a lock on shared memory stops all others too. */
async function freezeIdle(pid: number): Promise<void> {
  for (;;) {
    process.kill(pid, 'SIGSTOP')
    while (!readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') T ')) await sleep(1)
    // PostgreSQL writes there what the process does: `postgres: user database 127.0.0.1(5432) idle`.
    if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', '').trimEnd().endsWith(' idle')) return
    process.kill(pid, 'SIGCONT')
    await sleep(1)
  }
}
