import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { type OwnedProcess, spawnOwned } from '#platform/owned-process.ts'
import { freePort } from '#platform/free-port.ts'
import { type Case, cookieOf, findCases } from './library-cases.ts'
import { openHttp } from './library-http.ts'
import { failedRequests, type Measured, measureCase, type Rig } from './library-measure.ts'
import { explainAll } from './library-plans.ts'
import { environment, openRecorder } from './library-record.ts'
import { memoryLine, tableOf, verdictOf, writeInto } from './library-report.ts'
import { HEAVY_USER, openLibrary, SIZES } from './make-library.ts'
import { PROGRAM } from './stage.ts'

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: 'ci' },
    /** Requests of each kind and number of clients. */
    rounds: { type: 'string' },
    /** A library of `make-library.ts` that is kept there. */
    dir: { type: 'string' },
    /** Only cases whose title holds this. */
    only: { type: 'string', default: '' },
    /** Writes the table into results.md and the plans into plans.md. */
    write: { type: 'boolean', default: false },
  },
})

async function main(): Promise<void> {
  if (values.size !== 'ci' && values.size !== 'full') throw new Error('--size ci|full')
  if (!existsSync(PROGRAM)) throw new Error('Run `npm run build` first')
  await using library = await openLibrary(SIZES[values.size], values.dir)
  const port = await freePort()
  const server = await serve(library.url, port)
  try {
    await using recorder = await openRecorder(library.url)
    const rounds = Number(values.rounds ?? (values.size === 'full' ? 200 : 40))
    const lines = await run({ port, webPid: server.child.pid ?? 0, url: library.url, recorder, rounds }, server)
    console.log(lines.join('\n'))
    if (values.write) writeInto('bench/results.md', lines.join('\n'))
  } finally {
    await server.stop()
  }
}

async function run(rig: Rig, server: OwnedProcess): Promise<string[]> {
  const client = new Client({ connectionString: rig.url })
  // When something fails the database goes first, and the failure is what should be read.
  client.on('error', () => {})
  await client.connect()
  const cases = await findCases(client, SIZES[values.size === 'full' ? 'full' : 'ci'])
  const wanted = cases.filter(({ title, who }) => `${title} ${who}`.includes(values.only))
  await soak(rig, wanted, server, 2)
  const memory = [memoryOf(server)]
  const measured: Measured[] = []
  for (const subject of wanted) {
    measured.push(await measureCase(rig, subject))
    memory.push(memoryOf(server))
    const last = measured.at(-1)
    if (last) console.error(verdictOf(last))
  }
  const walks = values.only === '' ? [await walk(rig, client, 'desc'), await walk(rig, client, 'asc')] : []
  memory.push(...(await soak(rig, wanted, server, 10)))
  const plans = await explainAll(rig, client, cases)
  if (values.write) writeFileSync('bench/plans.md', plans)
  await client.end()
  return [
    ...tableOf(measured),
    '',
    ...walks,
    memoryLine(memory),
    `Requests that failed and have no time: ${failedRequests()}.`,
  ]
}

async function serve(databaseUrl: string, port: number): Promise<OwnedProcess> {
  const env = { PATH: process.env['PATH'], ...environment(databaseUrl), PORT: `${port}`, METRICS_PORT: '0' }
  mkdirSync('test-results', { recursive: true })
  const log = openSync('test-results/library.log', 'w')
  const server = spawnOwned(process.execPath, [PROGRAM, 'web'], { env, stdio: ['ignore', log, log] })
  closeSync(log)
  for (let i = 0; i < 2_400 && server.running(); i++) {
    const http = await openHttp(port).catch(() => null)
    http?.close()
    if (http) return server
    await sleep(50)
  }
  throw new Error('The server did not answer')
}

/** Resident megabytes. */
function memoryOf({ child }: OwnedProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1000
}

/** Every file of the heavy user exactly once, in the order of the list. */
async function walk(rig: Rig, client: Client, direction: 'asc' | 'desc'): Promise<string> {
  const http = await openHttp(rig.port)
  const cookie = cookieOf(HEAVY_USER)
  const seen: string[] = []
  const from = performance.now()
  let pages = 0
  for (let cursor: string | null = ''; cursor !== null; pages++) {
    const path = `/api/files?sort=created_at_${direction}&cursor=${cursor}`
    const { status, body } = await http.ask({ method: 'GET', path, cookie })
    if (status !== 200) throw new Error(`${path}: ${status}`)
    const page = JSON.parse(body.toString()) as { items: { id: string }[]; next_cursor: string | null }
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.next_cursor
  }
  http.close()
  const seconds = (performance.now() - from) / 1000
  const { rows } = await client.query<{ id: string }>(
    `select replace(id::text, '-', '') as id from files where user_id = $1 and deleted_at is null order by created_at ${direction}, id ${direction}`,
    [HEAVY_USER],
  )
  const same = rows.length === seen.length && rows.every(({ id }, i) => id === seen[i])
  const unique = new Set(seen).size
  return `Walking all pages ${direction}: ${seen.length} files on ${pages} pages in ${seconds.toFixed(1)} s, ${unique} different, ${same ? 'the same set in the same order as the table ✓' : '**not what the table holds** ✗'}.`
}

/** Everything mixed, for a while: memory that grows would be seen here. */
async function soak(rig: Rig, cases: readonly Case[], server: OwnedProcess, rounds: number): Promise<number[]> {
  const asks = cases
    .filter(({ title }) => !/two letters|common parts|facets/.test(title))
    .flatMap(({ asks: all }) => all)
  const memory: number[] = []
  const http = await openHttp(rig.port)
  for (let round = 0; round < rounds; round++) {
    for (let n = 0; n < rig.rounds; n++) {
      const ask = asks[(round * rig.rounds + n) % asks.length]
      if (ask) await http.ask(ask)
    }
    memory.push(memoryOf(server))
  }
  http.close()
  return memory
}

await main()
