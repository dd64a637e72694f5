import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { signWidget } from '../test/sign-widget.ts'
import { type OwnedProcess, spawnOwned } from '#platform/owned-process.ts'
import { freePort } from '#platform/free-port.ts'
import { type Postgres, startPostgres } from '#platform/postgres/private-server.ts'

export type Stage = AsyncDisposable & {
  /** Starts a server with PORT and DATABASE_URL set and returns its address once it answers. */
  serve(args: string[]): Promise<string>
  /** Cookies of that many people with a first page of files each. */
  people(url: string, count: number): Promise<string[]>
}

export const BOT_TOKEN = 'bench-bot-token'
const FILES_EACH = 20
export const PROGRAM = 'dist/server/main.js'

/** A private PostgreSQL, migrated and seeded by the built program. */
export async function openStage(): Promise<Stage> {
  const postgres = await startPostgres()
  const servers: OwnedProcess[] = []
  await runToEnd(postgres, 'migrate')
  await runToEnd(postgres, 'seed')
  return {
    async serve(args) {
      const port = await freePort()
      const server = launch(postgres, args, port)
      servers.push(server)
      await untilAnswers(`http://127.0.0.1:${port}/readyz`, server)
      return `http://127.0.0.1:${port}`
    },
    async people(url, count) {
      const cookies: string[] = []
      for (let id = 1; id <= count; id++) cookies.push(await signIn(url, 100_000 + id))
      await giveFiles(url, cookies[0] ?? '', postgres)
      return cookies
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(servers.map((server) => server.stop()))
      await postgres[Symbol.asyncDispose]()
    },
  }
}

function launch(postgres: Postgres, args: string[], port: number): OwnedProcess {
  return spawnOwned(process.execPath, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      // Not production: only so does the cookie travel over plain HTTP. Nothing else that is measured depends on it.
      NODE_ENV: 'development',
      LOG_LEVEL: 'warn',
      DATABASE_URL: postgres.url('postgres'),
      PORT: `${port}`,
      BASE_URL: `http://127.0.0.1:${port}`,
      METRICS_PORT: '0',
      MESSENGER_BOT_TOKEN: BOT_TOKEN,
      // Sign-ins are counted by address, and everybody here comes from this one.
      TRUST_PROXY: '1',
    },
  })
}

async function runToEnd(postgres: Postgres, command: string): Promise<void> {
  const { child } = launch(postgres, [PROGRAM, command], 0)
  await once(child, 'exit')
  if (child.exitCode !== 0) throw new Error(`codeshelf ${command} failed`)
}

export async function untilAnswers(url: string, server: OwnedProcess): Promise<void> {
  for (let i = 0; i < 300 && server.running(); i++) {
    if (await fetch(url).catch(() => undefined)) return
    await sleep(50)
  }
  throw new Error(`${url} did not answer`)
}

export async function signIn(url: string, id: number): Promise<string> {
  const data = signWidget(BOT_TOKEN, { id, first_name: 'Bench', auth_date: Math.floor(Date.now() / 1000) })
  const address = `10.${(id >> 16) & 255}.${(id >> 8) & 255}.${id & 255}`
  const response = await post(`${url}/auth/messenger`, data, { 'x-forwarded-for': address })
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

/** One person saves them, and the rows that the list reads are copied to the others: saving them all would take longer than measuring. */
async function giveFiles(url: string, cookie: string, postgres: Postgres): Promise<void> {
  for (let n = 1; n <= FILES_EACH; n++) {
    const file = { file_name: `bench-${n}.py`, content: `print(${n})\n`, description: 'קובץ לדוגמה', tags: ['bench'] }
    await post(`${url}/api/files`, file, { cookie, 'sec-fetch-site': 'same-origin' })
  }
  const client = new Client({ connectionString: postgres.url('postgres') })
  await client.connect()
  await client.query(COPY_FILES)
  await client.query(COPY_COUNTS)
  await client.query('vacuum analyze')
  await client.end()
}

const OTHERS = `(select i.user_id from identities i where i.provider_uid > 100001) other,
  (select i.user_id from identities i where i.provider_uid = 100001) first`
const COPY_FILES = `insert into files select (jsonb_populate_record(f, jsonb_build_object('user_id', other.user_id, 'id', gen_random_uuid()))).*
  from ${OTHERS} join files f on f.user_id = first.user_id`
const COPY_COUNTS = `insert into file_counts select other.user_id, c.kind, c.name, c.n
  from ${OTHERS} join file_counts c on c.user_id = first.user_id`

export async function post(url: string, body: object, headers: Record<string, string>): Promise<Response> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`POST ${url}: ${response.status} ${await response.text()}`)
  return response
}
