import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { withDatabase } from '#platform/backup/connection.ts'
import { migrate } from '#platform/db/migrate.ts'
import { findCitusSources, startCitus } from '../test/citus/cluster.ts'
import { type OwnedProcess, spawnOwned } from '../tools/owned-process.ts'
import { freePort } from '../tools/ports.ts'
import { startPostgres } from '../tools/postgres.ts'
import { cpuMsOf, descendantsOf, parentOf } from '../tools/process-tree.ts'
import { backendOf } from './library-cpu.ts'
import { type Ask, type HttpClient, openHttp } from './library-http.ts'
import { BOT_TOKEN, post, PROGRAM, signIn, untilAnswers } from './stage.ts'

/**
 * The same requests to two web processes, one on plain PostgreSQL and one on Citus with two workers, in turn, so that a busy moment
 * of the machine falls on both. Prints p50 and the processor time of web process and database for each kind.
 * `CITUS_SOURCES=… node --import ./tools/tsx.ts bench/citus.ts [--rounds 300]`, after `npm run build`.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '300' } } })
const ROUNDS = Number(values.rounds)
const PEOPLE = 30
const FILES_EACH = 40
const WARM_UP = 20

type Person = { cookie: string; files: string[] }
type Engine = { name: string; client: HttpClient; web: OwnedProcess; postmasters: number[]; people: Person[] }

type Kind = { title: string; ask: (person: Person, turn: number) => Ask }

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

const KINDS: readonly Kind[] = [
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

async function openEngine(name: string, url: string, nodes: readonly string[]): Promise<Engine> {
  await migrate(url)
  const port = await freePort()
  const web = spawnOwned(process.execPath, [PROGRAM, 'web'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'development',
      LOG_LEVEL: 'error',
      DATABASE_URL: url,
      PORT: `${port}`,
      BASE_URL: `http://127.0.0.1:${port}`,
      METRICS_PORT: '0',
      MESSENGER_BOT_TOKEN: BOT_TOKEN,
      RATE_LIMIT_FACTOR: '1000',
      TRUST_PROXY: '1',
    },
  })
  const origin = `http://127.0.0.1:${port}`
  await untilAnswers(`${origin}/readyz`, web)
  const people: Person[] = []
  for (let id = 1; id <= PEOPLE; id++) people.push(await createPerson(origin, id))
  for (const node of [url, ...nodes]) await run(node, 'vacuum analyze')
  const postmasters = await Promise.all([url, ...nodes].map(postmasterOf))
  return { name, client: await openHttp(port), web, postmasters, people }
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

const cpuOf = ({ web, postmasters }: Engine) => ({
  web: cpuMs([web.child.pid ?? 0]),
  database: cpuMs(postmasters.flatMap(descendantsOf)),
})

type Measured = { p50: number; web: number; database: number }

async function measure(engines: readonly Engine[], { title, ask }: Kind): Promise<Measured[]> {
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
  for (let turn = 0; turn < ROUNDS; turn++)
    for (const [i, engine] of engines.entries()) times[i]?.push(await send(engine, turn))
  return engines.map((engine, i) => {
    const after = cpuOf(engine)
    const sorted = (times[i] ?? []).toSorted((a, b) => a - b)
    return {
      p50: sorted[Math.floor(sorted.length / 2)] ?? 0,
      web: (after.web - (before[i]?.web ?? 0)) / ROUNDS,
      database: (after.database - (before[i]?.database ?? 0)) / ROUNDS,
    }
  })
}

async function main(): Promise<void> {
  const sources = findCitusSources()
  if (sources === null) throw new Error('Set CITUS_SOURCES')
  await using postgres = await startPostgres({ durable: false })
  await using cluster = await startCitus(sources)
  const inCodeshelf = (url: string) => withDatabase(url, 'codeshelf')
  const plain = await openEngine('PostgreSQL', postgres.url('postgres'), [])
  const citus = await openEngine('Citus', inCodeshelf(cluster.coordinatorUrl), cluster.workerUrls.map(inCodeshelf))
  console.log(
    '| Request | PostgreSQL p50, ms | Citus p50, ms | Ratio | CPU web, ms | CPU database, ms | Ratio of CPU |',
  )
  console.log('|---|---|---|---|---|---|---|')
  for (const kind of KINDS) {
    const [a, b] = await measure([plain, citus], kind)
    if (!a || !b) throw new Error('Nothing was measured')
    const pair = (first: number, second: number) => `${first.toFixed(1)} → ${second.toFixed(1)}`
    const cpu = (b.web + b.database) / (a.web + a.database)
    console.log(
      `| ${kind.title} | ${a.p50.toFixed(2)} | ${b.p50.toFixed(2)} | ${(b.p50 / a.p50).toFixed(2)} | ` +
        `${pair(a.web, b.web)} | ${pair(a.database, b.database)} | ${cpu.toFixed(2)} |`,
    )
  }
  for (const { client, web } of [plain, citus]) {
    client.close()
    await web.stop()
  }
}

await main()
