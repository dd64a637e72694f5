import type { QueryResult } from 'pg'
import { pino } from 'pino'
import { openWebParts } from '#app/parts.ts'
import { buildWeb } from '#app/web.ts'
import type { UserId } from '#base/ids.ts'
import { loadConfig } from '#platform/config/config.ts'
import { type Db, openDatabase } from '#platform/db/pool.ts'
import { openEventSink } from '#platform/events/sink.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import type { Ask } from './library-http.ts'

/** As the application handed it to the driver: text, values, and the name it is prepared under. */
export type Statement = { text: string; values?: unknown[]; name?: string }

export type Recorder = AsyncDisposable & {
  db: Db
  /** What the application asks of the database for this request. */
  request(ask: Ask): Promise<Statement[]>
  /** The same for any use of the store. */
  during(run: () => Promise<unknown>): Promise<Statement[]>
}

/** The application in this process, to learn the very statements that are then sent through the bare driver. */
export async function openRecorder(url: string, env: NodeJS.ProcessEnv = environment(url)): Promise<Recorder> {
  const { database, statements } = openListening(url)
  const log = pino({ level: 'silent' })
  const config = loadConfig(env)
  const clock = () => new Date()
  const events = openEventSink(database.db, log, clock)
  const metrics = createMetrics({ pool: database.pool, events })
  const parts = { config, log, database, installation: 'bench', events, metrics, clock }
  const app = await buildWeb(await openWebParts(parts))
  await app.ready()
  const during = async (run: () => Promise<unknown>): Promise<Statement[]> => {
    statements.length = 0
    await run()
    // Events are written now and then, by nobody's request.
    return statements.splice(0).filter(({ text }) => !/"events"|into events/.test(text))
  }
  return {
    db: database.db,
    during,
    request: ({ method, path, cookie, body }) =>
      during(() =>
        app.inject({
          method,
          url: path,
          headers: {
            cookie,
            accept: 'text/html, application/json',
            'content-type': 'application/json',
            'sec-fetch-site': 'same-origin',
          },
          ...(body !== undefined && { payload: body }),
        }),
      ),
    async [Symbol.asyncDispose]() {
      await app.close()
      await events.close()
      await database.close()
    },
  }
}

function openListening(url: string) {
  const statements: Statement[] = []
  const database = openDatabase({ url, size: 1, applicationName: 'bench-recorder' })
  database.pool.on('connect', (client) => {
    const send = client.query.bind(client)
    const query = (statement: Statement, answered: (error: Error, result: QueryResult) => void) => {
      statements.push({ ...statement, values: [...(statement.values ?? [])] })
      return send(statement, answered)
    }
    Object.assign(client, { query })
  })
  return { database, statements }
}

/** What the recorded server and the measured one share. */
export function environment(databaseUrl: string): Record<string, string> {
  return {
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    DATABASE_URL: databaseUrl,
    MESSENGER_BOT_TOKEN: 'bench-bot-token',
    MESSENGER_BOT_NAME: 'bench_bot',
    // One person asks here more often in a second than the limit allows in a minute. The limits are on and count, they end later.
    RATE_LIMIT_FACTOR: '1000000',
  }
}

/** Those that look for the answer; the others say who asks and what the totals are. */
export function isMain({ text }: Statement): boolean {
  return !/\b(sessions|users|file_counts|search_tiers)\b/.test(text) || /\bfiles\b/.test(text)
}

export function userOf(id: number): UserId {
  return String(id) as UserId
}
