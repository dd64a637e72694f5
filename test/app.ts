import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect } from 'vitest'
import type { UserId } from '#base/ids.ts'
import type { Role } from '#base/roles.ts'
import { eventCatalogue } from '#app/events.ts'
import { openTextThreads, openWebParts } from '#app/parts.ts'
import { buildWeb } from '#app/web.ts'
import { loadConfig } from '#platform/config/config.ts'
import { COMMAND_CONNECT_TIMEOUT_MS, openDatabase } from '#platform/db/pool.ts'
import { openEventSink } from '#platform/events/sink.ts'
import { LOG_OPTIONS } from '#platform/log.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import type { Threads } from '#platform/threads.ts'
import { type Answer, client, ORIGIN } from './client.ts'
import { cloneDatabase, type TestDatabase } from './database.ts'
import { witnessAnswer, witnessDocument } from './declared.ts'
import { keepSecret, witnessLine } from './events/witness.ts'
import { witnessStatement } from './sent-statements.ts'
import { signWidget } from './sign-widget.ts'

export { type Answer, ORIGIN, problemOf, replyOf } from './client.ts'
export const BOT_TOKEN = 'test-bot-token'

export type TestApp = Awaited<ReturnType<typeof testApp>>

/** Of all applications in this process of the test runner, and closed with it: to start one thread takes a second of processor time. */
let sharedThreads: Threads | undefined
function openSharedThreads(): Threads {
  sharedThreads ??= openTextThreads()
  return { run: sharedThreads.run, close: () => Promise.resolve() }
}

/** The whole application on a database of its own, or on the given one, with a clock that the test moves. */
export async function testApp(environment: Record<string, string> = {}, threads?: Threads, given?: TestDatabase) {
  const database = given ?? (await cloneDatabase())
  const config = loadConfig({
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: '8',
    BASE_URL: ORIGIN,
    MESSENGER_BOT_TOKEN: BOT_TOKEN,
    MESSENGER_BOT_NAME: 'test_bot',
    ASSETS_DIR: 'dist/none',
    SPOOL_DIR: join(tmpdir(), 'codeshelf-test-spool'),
    ...environment,
  })
  const clock = { now: new Date('2026-11-15T09:30:00.123Z') }
  const lines: string[] = []
  const log = pino({ ...LOG_OPTIONS, level: 'info' }, { write: (line: string) => writeLine(lines, line) })
  const db = openDatabase({
    url: database.url,
    size: 8,
    applicationName: 'test',
    // On a busy machine a connection can take longer than a request of a person may wait for one.
    connectTimeoutMs: COMMAND_CONNECT_TIMEOUT_MS,
    onStatement: witnessStatement,
  })
  const events = openEventSink(db.db, log, () => clock.now)
  const metrics = createMetrics({ pool: db.pool, events })
  const parts = { config, log, database: db, installation: 'test', events, metrics, clock: () => clock.now }
  const app = await buildWeb(await openWebParts(parts, threads ?? openSharedThreads()))
  await app.ready()
  witnessDocument(app.swagger())
  let people = 0

  return {
    app,
    config,
    db: db.db,
    pool: db.pool,
    clock,
    events,
    /** What was logged, one JSON line each: events included. */
    lines,
    routes: app.routeTable(),
    eventCatalogue,
    advance: (seconds: number) => {
      clock.now = new Date(clock.now.getTime() + seconds * 1000)
    },
    visitor: () => client(app, {}, '127.0.1.1'),
    /** Somebody who signed in the way people do. */
    async user(name: string, role: Role = 'user') {
      people += 1
      const messengerId = 50_000 + people
      const address = `127.0.${2 + (people >> 8)}.${people & 255}`
      const data = signWidget(BOT_TOKEN, {
        id: messengerId,
        first_name: name,
        auth_date: Math.floor(clock.now.getTime() / 1000),
      })
      const answer = await client(app, {}, address).post('/auth/messenger', data)
      expect(answer.status).toBe(200)
      const row = await db.db
        .selectFrom('identities')
        .select('user_id')
        .where('provider_uid', '=', String(messengerId))
        .where('provider', '=', 'messenger')
        .executeTakeFirstOrThrow()
      if (role !== 'user') await db.db.updateTable('users').set({ role }).where('user_id', '=', row.user_id).execute()
      const cookie = cookieOf(answer)
      keepSecret(name, cookie.split('=')[1] ?? '')
      return { id: row.user_id, name, cookie, ...client(app, { cookie }, address) }
    },
    /** Makes the sessions of a user as if the user had just signed in: some actions need a proof of the last ten minutes. */
    async confirm({ id }: { id: UserId }) {
      await db.db
        .updateTable('sessions')
        .set({ created_at: clock.now, proved_at: clock.now })
        .where('user_id', '=', id)
        .execute()
    },
    async [Symbol.asyncDispose]() {
      await app.close()
      await events.close()
      await db.close()
      await database[Symbol.asyncDispose]()
    },
  }
}

function writeLine(lines: string[], line: string): void {
  lines.push(line)
  witnessLine(line)
  witnessAnswer(line)
}

export type TestUser = Awaited<ReturnType<TestApp['user']>>

export function cookieOf(answer: Pick<Answer, 'headers'>): string {
  const header = answer.headers['set-cookie']
  return typeof header === 'string' ? (header.split(';')[0] ?? '') : ''
}
