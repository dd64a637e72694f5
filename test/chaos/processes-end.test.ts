import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { freePort } from '#platform/free-port.ts'
import { cloneDatabase } from '../database.ts'
import {
  addressOf,
  type Answer,
  type Ask,
  cookieOf,
  failures,
  keepAliveClient,
  signInAsk,
  signInMany,
  startLoad,
} from './load.ts'
import { full, type Running, start, until } from './processes.ts'
import { brokenRows, leader, openStore, sessionsByPerson, waitingForLocks } from './store.ts'

const REPLACEMENTS = full ? 10 : 2
const PEOPLE = full ? 60 : 20
const KILLS = full ? 30 : 3
const SIGN_INS = 24
/** The share of the connections that one network has while nobody knows yet whose requests they are. */
const LOOKUPS_OF_ONE_NETWORK = 4
/** `LEASE_SECONDS`, one tick of the next worker, and what a busy machine adds: without `full` that of a third of the speed. */
const TAKEN_OVER_WITHIN_SECONDS = 15 + 4 + (full ? 3 : 20)

// All beside each other: one waits for a lease to run out while the others work.
describe.concurrent('kill -TERM under load', { timeout: 120_000 + REPLACEMENTS * 10_000 }, () => {
  test('no failed request while one web process takes over from another', async ({ annotate }) => {
    await using database = await cloneDatabase()
    const setting = { databaseUrl: database.url, port: await freePort() }
    let serving = await start('web', setting)
    await using load = startLoad({
      port: setting.port,
      clients: 8,
      next: pages(await signInMany(setting.port, PEOPLE)),
    })
    const codes: (number | null)[] = []
    for (let i = 0; i < REPLACEMENTS; i++) {
      const old = serving
      serving = await start('web', setting)
      await sleep(200)
      codes.push(await old.end('SIGTERM'))
      await sleep(200)
    }
    await load.stop()
    await serving[Symbol.asyncDispose]()

    await annotate(`${load.answers.length} requests over ${REPLACEMENTS} replacements`)
    expect(failures(load.answers)).toEqual([])
    expect(load.answers.length).toBeGreaterThan(200)
    expect(codes).toEqual(Array.from({ length: REPLACEMENTS }, () => 0))
  })

  test('requests in flight are finished before the process leaves with 0, and nobody new is let in', async () => {
    await using database = await cloneDatabase()
    await using rival = await openStore(database.url)
    await using store = await openStore(database.url)
    const setting = { databaseUrl: database.url, port: await freePort() }
    await using web = await start('web', setting)
    const cookies = await signInMany(setting.port, LOOKUPS_OF_ONE_NETWORK)
    await rival.client.query('begin; lock table users in access exclusive mode')
    const slow = Promise.all(
      cookies.map((cookie) => keepAliveClient(setting.port).send({ path: '/dashboard', headers: { cookie } })),
    )
    const areAllWaiting = async () => (await waitingForLocks(store)) === LOOKUPS_OF_ONE_NETWORK
    await until('all of them wait for the lock', 20, areAllWaiting)

    const ended = web.end('SIGTERM')
    await until('nobody new is let in', 20, async () => {
      const late = keepAliveClient(setting.port)
      const { error } = await late.send({ path: '/healthz' })
      late.close()
      return error.includes('ECONNREFUSED')
    })
    await rival.client.query('commit')
    const answers = await slow

    expect(answers.map(({ status }) => status)).toEqual(cookies.map(() => 200))
    expect(answers.every(({ headers }) => headers.connection === 'close')).toBe(true)
    expect(await ended).toBe(0)
  })
})

describe.concurrent('kill -9', { timeout: 120_000 + KILLS * 10_000 }, () => {
  test('of the web process during sign-ins: no broken session, what was answered holds, the rest can be tried again', async ({
    annotate,
  }) => {
    await using database = await cloneDatabase()
    await using store = await openStore(database.url)
    const setting = { databaseUrl: database.url, port: await freePort() }
    const attempts: Answer[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      await using web = await start('web', setting)
      attempts.push(...(await signInsUntilKilled(web, setting.port, kill)))
    }
    const cutOff = attempts.filter(({ status }) => status === 0)
    await annotate(`${attempts.length} sign-ins, ${cutOff.length} of them cut off`)
    expect(new Set(attempts.map(({ status }) => status))).toEqual(new Set([200, 0]))
    expect(await brokenRows(store)).toEqual({ sessions: 0, users: 0, identities: 0 })

    await using _web = await start('web', setting)
    const before = await sessionsByPerson(store)
    for (const attempt of attempts) await expectWhole(setting.port, attempt, before.get(idOf(attempt)) ?? 0)
    expect([...(await sessionsByPerson(store)).values()]).toEqual(attempts.map(() => 1))
    expect(await brokenRows(store)).toEqual({ sessions: 0, users: 0, identities: 0 })
  })

  test('of the worker that leads: the other one leads when the lease has run out, with a greater epoch', async ({
    annotate,
  }) => {
    await using database = await cloneDatabase()
    await using store = await openStore(database.url)
    const setting = { databaseUrl: database.url, port: await freePort() }
    const workers = await Promise.all([start('worker', setting), start('worker', setting)])
    await using one = workers[0]
    await using two = workers[1]
    await until('one of them leads', 20, async () => (await leader(store)) !== undefined)
    const led = await leader(store)
    const [first, second] = led?.holder === holder(one) ? [one, two] : [two, one]

    const killedAt = Date.now()
    await first.end('SIGKILL')
    await until('the second leads', TAKEN_OVER_WITHIN_SECONDS, async () => {
      await sleep(200)
      return (await leader(store))?.holder === holder(second)
    })
    await annotate(`the second worker led after ${((Date.now() - killedAt) / 1000).toFixed(1)} s`)
    expect(await leader(store)).toEqual({ holder: holder(second), epoch: Number(led?.epoch) + 1 })
    expect(await second.end('SIGTERM')).toBe(0)
  })
})

/** A probe, a public page and a signed-in page by turns. */
function pages(cookies: string[]) {
  return (turn: number): Ask => {
    if (turn % 3 === 0) return { path: '/healthz' }
    if (turn % 3 === 1) return { path: '/', headers: { 'x-forwarded-for': addressOf(turn), accept: 'text/html' } }
    return { path: '/dashboard', headers: { cookie: cookies[turn % cookies.length] ?? '' } }
  }
}

/** Many people at once; the process is killed when a few of them, each time another few, have been answered. */
async function signInsUntilKilled(web: Running, port: number, kill: number): Promise<Answer[]> {
  const killAfter = 1 + Math.floor(Math.random() * (SIGN_INS / 2))
  let answered = 0
  const signIn = async (id: number) => {
    const client = keepAliveClient(port)
    const answer = await client.send(signInAsk(id))
    answered += 1
    if (answered === killAfter) await web.end('SIGKILL')
    client.close()
    return answer
  }
  return Promise.all(Array.from({ length: SIGN_INS }, (_, i) => signIn(kill * 1_000 + i + 1)))
}

/** A hash is spent together with the session that it opened, or not at all. */
async function expectWhole(port: number, { ask, status, headers }: Answer, sessions: number): Promise<void> {
  const client = keepAliveClient(port)
  const again = await client.send(ask)
  expect({ sessions, status: again.status }).toEqual(
    sessions === 0 ? { sessions: 0, status: 200 } : { sessions: 1, status: 401 },
  )
  if (status === 200) {
    expect(sessions).toBe(1)
    const page = await client.send({ path: '/dashboard', headers: { cookie: cookieOf({ headers }) } })
    expect(page.status).toBe(200)
  }
  client.close()
}

function idOf({ ask }: Answer): number {
  const data = JSON.parse(ask.body ?? '{}') as { id?: number }
  return data.id ?? 0
}

function holder({ pid }: Running): string {
  return `${hostname()}:${pid}`
}
