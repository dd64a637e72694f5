import type { InjectOptions } from 'fastify'
import { pino } from 'pino'
import { afterAll, expect } from 'vitest'
import type { Role } from '#base/roles.ts'
import { eventCatalogue } from '#app/events.ts'
import { buildWeb } from '#app/web.ts'
import { loadConfig } from '#platform/config/config.ts'
import { openDatabase } from '#platform/db/pool.ts'
import { openEventSink } from '#platform/events/sink.ts'
import type { App } from '#platform/http/types.ts'
import { LOG_OPTIONS } from '#platform/log.ts'
import { createMetrics } from '#platform/metrics.ts'
import { SHARDING } from '../db/sharding.ts'
import { checkStatement } from './architecture/statements.ts'
import { cloneDatabase } from './database.ts'
import { wordsIn } from './events/leaks.ts'
import { keepSecret, witnessLine } from './events/witness.ts'
import { signWidget } from './sign-widget.ts'

export const BOT_TOKEN = 'test-bot-token'
export const ORIGIN = 'https://shelf.test'

/** Every statement that any test sends is held against the sharding rules when its file ends. */
const statements = new Set<string>()
afterAll(() => {
  const complaints = [...statements].flatMap((sql) =>
    checkStatement(sql, SHARDING).map((complaint) => ({ complaint, sql })),
  )
  expect(complaints).toEqual([])
})

export type TestApp = Awaited<ReturnType<typeof testApp>>
export type Answer = {
  status: number
  headers: Record<string, unknown>
  text: string
  bytes: Buffer
  body: Record<string, unknown>
}

/** The whole application on a database of its own, with a clock that the test moves. */
export async function testApp(environment: Record<string, string> = {}) {
  const database = await cloneDatabase()
  const config = loadConfig({
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: '8',
    BASE_URL: ORIGIN,
    MESSENGER_BOT_TOKEN: BOT_TOKEN,
    MESSENGER_BOT_NAME: 'test_bot',
    ASSETS_DIR: 'dist/none',
    ...environment,
  })
  const clock = { now: new Date('2026-11-15T09:30:00.123Z') }
  const lines: string[] = []
  const log = pino({ ...LOG_OPTIONS, level: 'info' }, { write: (line: string) => writeLine(lines, line) })
  const db = openDatabase({
    url: database.url,
    size: 8,
    applicationName: 'test',
    onStatement: (sql) => statements.add(sql),
  })
  const events = openEventSink(db.db, log, () => clock.now)
  const metrics = createMetrics({ pool: db.pool, events })
  const app = await buildWeb({ config, log, database: db, events, metrics, clock: () => clock.now })
  await app.ready()
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
      const address = `127.0.2.${people}`
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
        .executeTakeFirstOrThrow()
      if (role !== 'user') await db.db.updateTable('users').set({ role }).where('user_id', '=', row.user_id).execute()
      keepSecret(name, cookieOf(answer).split('=')[1] ?? '')
      return { id: row.user_id, name, ...client(app, { cookie: cookieOf(answer) }, address) }
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
}

export type TestUser = Awaited<ReturnType<TestApp['user']>>

export function cookieOf(answer: Answer): string {
  const header = answer.headers['set-cookie']
  return typeof header === 'string' ? (header.split(';')[0] ?? '') : ''
}

/** A browser's worth of headers; `raw` sends exactly what it is given. */
function client(app: App, headers: Record<string, string>, remoteAddress: string) {
  const send = async (options: InjectOptions): Promise<Answer> => {
    const response = await app.inject({ remoteAddress, ...options, headers: { ...headers, ...options.headers } })
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      bytes: response.rawPayload,
      body: parse(response.body),
    }
  }
  const write =
    (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE') =>
    (url: string, body?: unknown, extra: Record<string, string> = {}) => {
      keepSecret(...wordsIn(body))
      return send({
        method,
        url,
        headers: { origin: ORIGIN, ...(body !== undefined && { 'content-type': 'application/json' }), ...extra },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      })
    }
  return {
    raw: send,
    get: (url: string, extra: Record<string, string> = {}) => send({ method: 'GET', url, headers: extra }),
    page: (url: string, extra: Record<string, string> = {}) =>
      send({ method: 'GET', url, headers: { accept: 'text/html', ...extra } }),
    /** As a browser without script sends it. */
    form: (url: string, fields: Record<string, string>) =>
      send({
        method: 'POST',
        url,
        headers: { origin: ORIGIN, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(fields).toString(),
      }),
    post: write('POST'),
    put: write('PUT'),
    patch: write('PATCH'),
    delete: write('DELETE'),
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}
