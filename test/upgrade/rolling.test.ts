import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { migrate } from '#platform/db/migrate.ts'
import { freePort } from '#platform/free-port.ts'
import { type Answer, addressOf, type Ask, keepAliveClient, longest, signInMany, startLoad } from '../chaos/load.ts'
import { BOT_TOKEN, type Running, start } from '../chaos/processes.ts'
import { openStore, type Store } from '../chaos/store.ts'
import { emptyDatabase, query } from '../database.ts'
import { signWidget } from '../sign-widget.ts'

/** A built checkout of the release that is upgraded: `ROLLING=../codeshelf-0.1.0 npm run test:rolling`. */
const OLD = ['--enable-source-maps', join(resolve(process.env['ROLLING'] ?? ''), 'dist/server/main.js')]
/** `ROLLING_SESSIONS=300000` fills the tables that migration 0025 locks. */
const SESSIONS = Number(process.env['ROLLING_SESSIONS'] ?? 1_000)
const PEOPLE = 40
const CLIENTS = 8
const PHASE_MS = 4_000
const FIRST_NEW = 500_000

test(
  'no request fails while processes of release 0.1.0 and of this one run during the upgrade',
  { timeout: 300_000 },
  async ({ annotate }) => {
    await using database = await emptyDatabase()
    await query(database.url, gunzipSync(readFileSync('test/fixtures/upgrade/0.1.0.sql.gz')).toString())
    await query(database.url, MANY_SESSIONS)
    await using store = await openStore(database.url)
    const setting = {
      databaseUrl: database.url,
      port: await freePort(),
      environment: { RATE_LIMIT_FACTOR: '1000', NODE_ENV: 'development' },
    }
    const old = { ...setting, program: OLD }
    const [oldWeb, oldWorker] = await Promise.all([start('web', old), start('worker', old)])
    const requests = await prepare(setting.port)
    const phases: Record<string, Answer[]> = {}
    await using load = startLoad({ port: setting.port, clients: CLIENTS, pauseMs: 10, next: requests })
    let done = 0
    const phase = async (name: string, during: () => Promise<unknown> = () => sleep(PHASE_MS)) => {
      await during()
      phases[name] = load.answers.slice(done)
      done = load.answers.length
    }

    await phase('0.1.0 alone')
    await phase('migration', () => migrate(database.url))
    const createdBefore = (await newPeople(store)).length
    await phase('0.1.0 on the new schema')
    const started = await Promise.all([start('web', setting), start('worker', setting)])
    await using newWeb = started[0]
    await using newWorker = started[1]
    await phase('both')
    await phase('stop of 0.1.0', () => Promise.all([oldWeb, oldWorker].map((each) => each.end('SIGTERM'))))
    await phase('this release alone')
    await load.stop()

    for (const [name, answers] of Object.entries(phases)) await annotate(`${name}: ${summary(answers)}`)
    expect(load.answers.filter(isFailed).map(inWords)).toEqual([])
    for (const each of [oldWeb, oldWorker, newWeb, newWorker]) expect(errorsIn(each)).toEqual([])
    expect((await newPeople(store)).length).toBeGreaterThan(createdBefore)
    // People whom 0.1.0 created after the migration sign in here, to the same account.
    const users = await countUsers(store)
    const client = keepAliveClient(setting.port)
    for (const id of await newPeople(store)) expect((await client.send(signIn(id))).status).toBe(200)
    client.close()
    expect(await countUsers(store)).toBe(users)
    expect(await peopleWithoutMethod(store)).toBe(0)
  },
)

const MANY_SESSIONS = `
  insert into sessions (user_id, id, token_hash, user_agent, created_at, last_seen_at, expires_at, ends_at)
    select 1000000 + n, gen_random_uuid(), sha256(n::text::bytea), 'Firefox', now(), now(), now() + interval '30 days', now() + interval '90 days'
    from generate_series(1, ${SESSIONS}) n;
  insert into session_keys (token_hash, user_id, session_id, ends_at) select token_hash, user_id, id, ends_at from sessions
    where user_id > 1000000;
  insert into identities (provider, provider_uid, user_id, created_at)
    select 'messenger', user_id, user_id, now() from sessions where user_id > 1000000;
  insert into users (user_id, first_name, created_at, last_sign_in_at)
    select user_id, 'Somebody', now(), now() from sessions where user_id > 1000000;
  analyze`

/** Reads, saves, notes, sign-ins of known people and of new ones by turns, each person with a file. */
async function prepare(port: number): Promise<(turn: number) => Ask> {
  const cookies = await signInMany(port, PEOPLE)
  const files: string[] = []
  for (const [i, cookie] of cookies.entries()) {
    const response = await fetch(`http://127.0.0.1:${port}/api/files`, {
      method: 'POST',
      ...bodyOf(write(cookie, i, { file_name: 'a.py', content: 'a\nb\n' })),
    })
    files.push(z.object({ file_id: z.string() }).parse(await response.json()).file_id)
  }
  return (turn) => {
    const person = turn % PEOPLE
    const [cookie = '', file = ''] = [cookies[person], files[person]]
    const read = (path: string): Ask => ({ path, headers: { cookie, 'x-forwarded-for': addressOf(person + 1) } })
    const round = Math.floor(turn / PEOPLE)
    const asks: (() => Ask)[] = [
      () => read('/dashboard'),
      () => read('/api/files'),
      () => ({
        path: '/api/files',
        ...write(cookie, person, { file_name: `f${turn}.py`, content: `print(${turn})\n` }),
      }),
      () => ({
        path: `/api/sticky-notes/${file}`,
        ...write(cookie, person, { content: `note ${turn}`, line_start: 1, line_end: 2 }),
      }),
      () => signIn(FIRST_NEW + turn),
      () => signIn(person + 1),
      () => read(`/file/${file}`),
      () => read(`/api/sticky-notes/${file}`),
    ]
    return (asks[(turn + round) % asks.length] ?? (() => read('/')))()
  }
}

function write(cookie: string, person: number, body: object): Omit<Ask, 'path'> {
  const headers = { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  return {
    method: 'POST',
    headers: { ...headers, 'x-forwarded-for': addressOf(person + 1) },
    body: JSON.stringify(body),
  }
}

function bodyOf({ headers = {}, body = '' }: Omit<Ask, 'path'>) {
  return { headers, body }
}

/** With a field of its own: a signed claim is accepted once, and the time in it has whole seconds. */
function signIn(id: number): Ask {
  const fields = { id, first_name: `Person ${id}`, auth_date: Math.floor(Date.now() / 1000), nonce: Math.random() }
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': addressOf(id) }
  return { path: '/auth/messenger', method: 'POST', headers, body: JSON.stringify(signWidget(BOT_TOKEN, fields)) }
}

const isFailed = ({ status }: Answer) => status !== 200 && status !== 201
const inWords = ({ ask, status, error }: Answer) => `${ask.method ?? 'GET'} ${ask.path}: ${status || error}`

function summary(answers: readonly Answer[]): string {
  const failed = answers.filter(isFailed).length
  return `${answers.length} requests, ${failed} failed, longest ${Math.round(longest(answers))} ms`
}

const errorsIn = (process: Running) =>
  process
    .log()
    .split('\n')
    .filter((line) => /"level":(?:50|60|"error"|"fatal")/.test(line))

async function numberOf({ client }: Store, sql: string): Promise<number> {
  return (await client.query<{ n: number }>(sql)).rows[0]?.n ?? 0
}

/** Messenger ids of everybody whose first sign-in was under load. */
async function newPeople({ client }: Store): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `select provider_uid::int as id from identities where provider_uid between ${FIRST_NEW} and 999999`,
  )
  return rows.map(({ id }) => id)
}

const countUsers = (store: Store) => numberOf(store, 'select count(*)::int as n from users')
const peopleWithoutMethod = (store: Store) =>
  numberOf(
    store,
    `select count(*)::int as n from identities i where not exists (
       select from sign_in_methods m where m.user_id = i.user_id and m.method = 'messenger' and m.subject = i.provider_uid::text)`,
  )
