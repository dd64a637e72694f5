import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { freePort } from '#platform/free-port.ts'
import { spawnOwned } from '#platform/owned-process.ts'
import { findZoekt, startZoekt } from '../test/zoekt.ts'
import { type HttpClient, openHttp } from './library-http.ts'
import { cookieOf } from './library-cases.ts'
import { openRecorder, type Recorder } from './library-record.ts'
import { HEAVY_USER } from './make-library.ts'
import { askBareZoekt, percentile } from './mirrors.ts'
import { measureTyping, typingLine } from './search-browser.ts'
import { type Asked, codeQueryOf, searchKinds } from './search-queries.ts'
import { foldersIn, openSearchData, SEARCH_SIZES, searchEnvironment } from './search-data.ts'
import { PROGRAM } from './stage.ts'

/**
 * `GET /api/search` of one person, beside the bare engines in the same run:
 *
 *     npm run build && ZOEKT_BIN=… node --import ./tools/tsx.ts bench/search.ts --size full --dir /tmp/search-data
 *
 * - **whole answer**: the request over one connection, as a browser waits for it.
 * - **PostgreSQL**: the statements of that request, through the bare driver, one after another.
 * - **zoekt**: the query of that request, nothing checked and nothing converted.
 * - **×**: the whole answer by the slowest engine that was asked.
 *
 * With `--git` the code index is not configured, so that git searches the repositories.
 */
const { values } = parseArgs({
  options: {
    size: { type: 'string', default: 'ci' },
    dir: { type: 'string' },
    rounds: { type: 'string', default: '40' },
    sources: { type: 'string', default: 'node_modules' },
    git: { type: 'boolean', default: false },
    /** Also types words into the page in Chromium. */
    browser: { type: 'boolean', default: false },
    /** Only rows whose title contains this. */
    only: { type: 'string', default: '' },
    /** Prints every request that takes longer than this many milliseconds. */
    slow: { type: 'string' },
  },
})
if (values.size !== 'ci' && values.size !== 'full') throw new Error('--size ci|full')
const bin = findZoekt()
if (bin === null) throw new Error('set ZOEKT_BIN')
const WARM_UP = 5
/** What the program asks zoekt for. */
const SHOWN = { files: 40, lines: 120, ms: 180 }

const dir = resolve(values.dir ?? mkdtempSync(join(tmpdir(), 'codeshelf-bench-')))
const folders = foldersIn(dir)
mkdirSync(folders.index, { recursive: true })
const zoekt = await startZoekt(bin, folders.index)
const library = await openSearchData(dir, SEARCH_SIZES[values.size], values.sources.split(','), zoekt)
const client = new Client({ connectionString: library.url })
await client.connect()
const port = await freePort()
const env = searchEnvironment(library.url, folders, values.git ? null : zoekt)
const web = spawnOwned(process.execPath, [PROGRAM, 'web'], {
  env: { ...env, PORT: `${port}` },
  stdio: ['ignore', 'inherit', 'inherit'],
})
try {
  const http = await untilListening()
  await using recorder = await openRecorder(library.url, env)
  const numbers = (await client.query<{ n: number }>('select index_number as n from mirrors')).rows.map(({ n }) => n)
  console.log(`load ${loadavg()[0]?.toFixed(1)}; milliseconds, p50 / p95, ${values.rounds} requests a row`)
  console.log('\n| | whole answer | PostgreSQL | zoekt | × p50 | × p95 | groups that stopped |')
  console.log('|---|--:|--:|--:|--:|--:|--:|')
  const kinds = await searchKinds(client, values.sources.split(','))
  for (const { title, next } of kinds)
    if (title.includes(values.only)) console.log(await row(title, next, { http, recorder, numbers }))
  http.close()
  if (values.browser) {
    const texts = Array.from({ length: Number(values.rounds) }, () => kinds[0]?.next().text ?? '')
    console.log(`\n${typingLine(await measureTyping(`http://127.0.0.1:${port}`, cookieOf(HEAVY_USER), texts))}`)
  }
} finally {
  await web.stop()
  await client.end()
  await library[Symbol.asyncDispose]()
  await zoekt[Symbol.asyncDispose]()
  if (values.dir === undefined) rmSync(dir, { recursive: true, force: true })
}

type Rig = { http: HttpClient; recorder: Recorder; numbers: readonly number[] }

/** Every request is another query, so that nothing is remembered; the engines take turns in going first. */
async function row(title: string, next: () => Asked, { http, recorder, numbers }: Rig): Promise<string> {
  const times = { whole: [] as number[], postgres: [] as number[], zoekt: [] as number[] }
  let stopped = 0
  for (let i = 0; i < Number(values.rounds) + WARM_UP; i++) {
    const asked = next()
    const ask = {
      method: 'GET' as const,
      path: `/api/search?q=${encodeURIComponent(asked.text)}`,
      cookie: cookieOf(HEAVY_USER),
    }
    const statements = await recorder.request(ask)
    const code = codeQueryOf(asked)
    const whole = async () => {
      const from = performance.now()
      const { status, body } = await http.ask(ask)
      const ms = performance.now() - from
      if (status !== 200) throw new Error(`${asked.text}: ${status} ${body.toString()}`)
      if (i >= WARM_UP) times.whole.push(ms)
      if (values.slow !== undefined && ms > Number(values.slow)) console.error(title, ms.toFixed(0), asked.text)
      const { groups } = JSON.parse(body.toString()) as { groups: { unsearched?: unknown }[] }
      stopped += groups.filter(({ unsearched }) => unsearched !== undefined).length
    }
    const bare = async () => {
      const postgres = await timed(async () => {
        for (const statement of statements) await client.query(statement)
      })
      const index = code && !values.git ? await timed(() => askBareZoekt(zoekt.url, code, { numbers, ...SHOWN })) : 0
      if (i < WARM_UP) return
      times.postgres.push(postgres)
      times.zoekt.push(index)
    }
    for (const turn of i % 2 === 0 ? [whole, bare] : [bare, whole]) await turn()
  }
  return rowOf(title, times, stopped)
}

type Times = Record<'whole' | 'postgres' | 'zoekt', number[]>

function rowOf(title: string, times: Times, stopped: number): string {
  const both = (list: readonly number[]) => `${percentile(list, 0.5).toFixed(1)} / ${percentile(list, 0.95).toFixed(1)}`
  const slowest = times.postgres.map((ms, i) => Math.max(ms, times.zoekt[i] ?? 0))
  const ratio = (share: number) => (percentile(times.whole, share) / percentile(slowest, share)).toFixed(2)
  const cells = [both(times.whole), both(times.postgres), both(times.zoekt), ratio(0.5), ratio(0.95), stopped]
  return `| ${title} | ${cells.join(' | ')} |`
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await run()
  return performance.now() - from
}

async function untilListening(): Promise<HttpClient> {
  for (let i = 0; i < 600 && web.running(); i++) {
    const http = await openHttp(port).catch(() => null)
    if (http) return http
    await sleep(50)
  }
  throw new Error('The server did not answer')
}
