import { Client } from 'pg'
import { migrate } from '#platform/db/migrate.ts'
import { type OwnedProcess, spawnOwned } from '#platform/owned-process.ts'
import { freePort } from '#platform/free-port.ts'
import { cpuMsOf, descendantsOf, parentOf } from '../tools/process-tree.ts'
import { backendOf } from './library-cpu.ts'
import { type Ask, type HttpClient, openHttp } from './library-http.ts'
import { BOT_TOKEN, post, PROGRAM, signIn, untilAnswers } from './stage.ts'

const PEOPLE = 30
const FILES_EACH = 40
const WARM_UP = 20

type Person = { cookie: string; files: string[] }

/** A web process on a database of its own kind. */
export type Engine = {
  name: string
  client: HttpClient
  web: OwnedProcess
  postmasters: number[]
  /** Processes between the web process and the database. */
  between: number[]
  people: Person[]
}

export type Kind = { title: string; ask: (person: Person, turn: number) => Ask }

const get = (title: string, path: (person: Person, turn: number) => string): Kind => ({
  title,
  ask: (person, turn) => ({ method: 'GET', path: path(person, turn), cookie: person.cookie }),
})
const fileOf = ({ files }: Person, turn: number) => files[turn % files.length] ?? ''
const postAsk = (path: string, cookie: string, body: object): Ask => ({
  method: 'POST',
  path,
  cookie,
  body: JSON.stringify(body),
})

export const KINDS: readonly Kind[] = [
  get('list, JSON', () => '/api/files'),
  get('list, page', () => '/files'),
  get('search, JSON', () => '/api/files?q=needle'),
  get('file, JSON', (person, turn) => `/api/files/${fileOf(person, turn)}`),
  get('file, page', (person, turn) => `/file/${fileOf(person, turn)}`),
  {
    title: 'save a version',
    ask: ({ cookie }, turn) =>
      postAsk('/api/files', cookie, { file_name: `file-${turn % FILES_EACH}.py`, content: textOf(turn + FILES_EACH) }),
  },
  {
    title: 'toggle the star',
    ask: (person, turn) =>
      postAsk(`/api/files/bulk-${turn % 2 === 0 ? 'favorite' : 'unfavorite'}`, person.cookie, {
        file_ids: [fileOf(person, turn >> 1)],
      }),
  },
]

function textOf(n: number): string {
  const lines = Array.from({ length: 60 }, (_, i) => `value_${i} = compute(${n + i})  # needle ${i}`)
  return `${lines.join('\n')}\n`
}

type Wanted = {
  name: string
  /** Of the database itself. */
  url: string
  /** What the web process connects to, unless it is the database itself. */
  through?: { url: string; pid: number }
  /** Further servers of the database. */
  nodes?: readonly string[]
}

/** Migrates the database, starts a web process on it and saves the files of some people. */
export async function openEngine({ name, url, through, nodes = [] }: Wanted): Promise<Engine> {
  await migrate(url)
  const port = await freePort()
  const web = startWeb(through?.url ?? url, port)
  const origin = `http://127.0.0.1:${port}`
  await untilAnswers(`${origin}/readyz`, web)
  const people: Person[] = []
  for (let id = 1; id <= PEOPLE; id++) people.push(await createPerson(origin, id))
  for (const node of [url, ...nodes]) await run(node, 'vacuum analyze')
  const postmasters = await Promise.all([url, ...nodes].map(postmasterOf))
  return { name, client: await openHttp(port), web, postmasters, between: through ? [through.pid] : [], people }
}

function startWeb(databaseUrl: string, port: number): OwnedProcess {
  return spawnOwned(process.execPath, [PROGRAM, 'web'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'development',
      LOG_LEVEL: 'error',
      DATABASE_URL: databaseUrl,
      PORT: `${port}`,
      BASE_URL: `http://127.0.0.1:${port}`,
      METRICS_PORT: '0',
      MESSENGER_BOT_TOKEN: BOT_TOKEN,
      RATE_LIMIT_FACTOR: '1000',
      TRUST_PROXY: '1',
    },
  })
}

async function createPerson(origin: string, id: number): Promise<Person> {
  const cookie = await signIn(origin, id)
  const files: string[] = []
  for (let i = 0; i < FILES_EACH; i++) {
    const file = { file_name: `file-${i}.py`, content: textOf(i) }
    const saved = await post(`${origin}/api/files`, file, { cookie, 'sec-fetch-site': 'same-origin' })
    const { file_id: fileId } = (await saved.json()) as { file_id: string }
    files.push(fileId)
  }
  return { cookie, files }
}

async function run(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}

/** A backend is a child of its postmaster. */
async function postmasterOf(url: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const postmaster = parentOf(await backendOf(client))
  await client.end()
  return postmaster
}

const cpuMs = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + cpuMsOf(pid), 0)

const cpuOf = ({ web, postmasters, between }: Engine) => ({
  web: cpuMs([web.child.pid ?? 0]),
  database: cpuMs(postmasters.flatMap(descendantsOf)),
  between: cpuMs(between),
})

export type Measured = { p50: number; web: number; database: number; between: number }

/** The same requests to each engine in turn, so that a busy moment of the machine falls on all of them. CPU is in ms per request. */
export async function measure(
  engines: readonly Engine[],
  { title, ask }: Kind,
  rounds: number,
): Promise<[Measured, Measured]> {
  const times: number[][] = engines.map(() => [])
  const send = async ({ client, people, name }: Engine, turn: number) => {
    const person = people[turn % people.length]
    if (!person) throw new Error('There is nobody')
    const started = performance.now()
    const { status } = await client.ask(ask(person, turn))
    if (status >= 400) throw new Error(`${name}, ${title}: ${status}`)
    return performance.now() - started
  }
  for (let turn = 0; turn < WARM_UP; turn++) for (const engine of engines) await send(engine, turn)
  const before = engines.map(cpuOf)
  for (let turn = 0; turn < rounds; turn++)
    for (const [i, engine] of engines.entries()) times[i]?.push(await send(engine, turn))
  const [first, second] = engines.map((engine, i) => perRequest(times[i] ?? [], before[i], cpuOf(engine)))
  if (!first || !second) throw new Error('Two engines are compared')
  return [first, second]
}

type Cpu = ReturnType<typeof cpuOf>

function perRequest(times: readonly number[], before: Cpu | undefined, after: Cpu): Measured {
  const sorted = times.toSorted((a, b) => a - b)
  const spent = (part: keyof Cpu) => (after[part] - (before?.[part] ?? 0)) / times.length
  return {
    p50: sorted[Math.floor(sorted.length / 2)] ?? 0,
    web: spent('web'),
    database: spent('database'),
    between: spent('between'),
  }
}

export async function closeEngines(engines: readonly Engine[]): Promise<void> {
  for (const { client, web } of engines) {
    client.close()
    await web.stop()
  }
}
