import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BOT_TOKEN, cookieOf, ORIGIN, type TestApp, testApp } from '../app.ts'
import { signWidget } from '../sign-widget.ts'
import type { Ask, Reply, TextSpec } from './client.ts'
import { FAMILIES } from './families.ts'
import { LEFT_OUT, type Made, nameOf, reasonToSkip, type Step, stepsFor } from './routes.ts'

const isFull = process.env['LOAD'] === 'full'
/** `LOAD=full` measures the sizes of the contract and how the time grows from one to the next; CI has the limit for the smallest. */
const SIZES = isFull ? [64_000, 256_000, 2 * 1024 * 1024] : [64_000]
/** 36 ms were measured in a first try. The gate allows for a machine of a third of the speed, which would repeat every try and fail. */
const MAX_MAIN_MS = isFull ? 50 : 100
const MAX_GROWTH = 6
/** The clock of processor time ticks every four milliseconds; less than two ticks are no measure to grow from. */
const SMALLEST_MS = 8
/** Waiting for a thread and both attempts at colouring. */
const MAX_TOTAL_MS = 30_000
const TRIES = 8
/** Just below what fails a limit or a ratio: such a request is measured again. */
const SUSPICIOUS_MS = 0.8 * MAX_MAIN_MS

type Measured = { route: string; family: string; bytes: number; mainMs: number; totalMs: number; status: number }

let app: TestApp
let client: Worker
let board: string
let steps: Step[]
beforeAll(async () => {
  app = await testApp({ RATE_LIMIT_FACTOR: '100000' })
  const signedIn = await app.visitor().post('/auth/messenger', {
    ...signWidget(BOT_TOKEN, { id: 1, first_name: 'Dana', auth_date: Math.floor(app.clock.now.getTime() / 1000) }),
  })
  steps = stepsFor(app.routes)
  const port = Number(new URL(await app.app.listen({ host: '127.0.0.1', port: 0 })).port)
  const headers = { cookie: cookieOf(signedIn), origin: ORIGIN }
  client = new Worker(new URL('./client.ts', import.meta.url), { workerData: { port, headers } })
  const made = await send({ method: 'POST', url: '/api/note-boards', body: { as: 'json', fields: { name: 'Load' } } })
  board = /"id":"(\w+)"/.exec(made.body)?.[1] ?? ''
  // Code that runs for the first time is interpreted, which is not what is measured.
  for (let i = 0; i < 3; i++) await round('many short lines', 2_000)
})
afterAll(async () => {
  await client.terminate()
  await app[Symbol.asyncDispose]()
})

function send(ask: Ask): Promise<Reply> {
  const { promise, resolve } = Promise.withResolvers<Reply>()
  client.once('message', resolve)
  client.postMessage(ask)
  return promise
}

let rounds = 0
let digit = 0
const nextDigit = () => (digit = (digit % 8) + 1)

/** Processor time of this thread while one request is answered: the server runs here, the client and the tasks do not. */
async function measure(step: Step, made: Made, text: TextSpec): Promise<Reply & { mainMs: number }> {
  const bytes = step.takes === null ? text.bytes : Math.min(text.bytes, step.takes)
  const ask = { ...step.ask(made), ...(step.takes !== null && { text: { ...text, bytes, digit: nextDigit() } }) }
  const before = process.threadCpuUsage()
  const reply = await send(ask)
  const { user, system } = process.threadCpuUsage(before)
  return { ...reply, mainMs: (user + system) / 1000 }
}

async function tryOnce(family: string, bytes: number): Promise<Measured[]> {
  const made: Made = { board, round: String((rounds += 1)) }
  const rows: Measured[] = []
  for (const step of steps) {
    const { mainMs, ms: totalMs, status, body } = await measure(step, made, { family, bytes, digit: 0 })
    for (const [field, name] of Object.entries(step.keeps ?? {}))
      made[name] = new RegExp(`"${field}":"([\\w-]+)"`).exec(body)?.[1] ?? ''
    rows.push({ route: step.route, family, bytes, mainMs, totalMs, status })
  }
  return rows
}

/** The best try of each step: a collection of garbage can fall into any request; what the request itself costs is in every try. */
async function round(family: string, bytes: number): Promise<Measured[]> {
  let best = await tryOnce(family, bytes)
  for (let i = 1; i < TRIES && best.some(({ mainMs }) => mainMs > SUSPICIOUS_MS); i++) {
    const again = await tryOnce(family, bytes)
    best = best.map((row, n) => [row, again[n] ?? row].toSorted((a, b) => a.mainMs - b.mainMs)[0] ?? row)
  }
  return best
}

test('every route of the table is driven or left out for a reason', () => {
  const driven = new Set(steps.map(({ route }) => route))
  const routes = app.routes.filter(({ method }) => method !== 'HEAD')
  expect(routes.filter((route) => !driven.has(nameOf(route)) && !reasonToSkip(route)).map(nameOf)).toEqual([])
  const names = routes.map(nameOf)
  expect([...driven].filter((route) => !names.includes(route))).toEqual([])
  expect(LEFT_OUT.filter(({ routes: those }) => !names.some((name) => those.test(name)))).toEqual([])
})

test(
  `every route answers pathological texts of up to ${SIZES.at(-1)} bytes without holding the event loop`,
  async () => {
    const rows: Measured[] = []
    for (const family of Object.keys(FAMILIES)) for (const bytes of SIZES) rows.push(...(await round(family, bytes)))
    if (isFull) process.stdout.write(`${report(rows)}\n`)
    const broken = rows.filter(({ status }) => status >= 500 || status === 0)
    expect(broken).toEqual([])
    // A refused read shows no text: it needs a step with its query, or a reason to be left out.
    expect(rows.filter(({ route, status }) => route.startsWith('GET ') && status >= 400)).toEqual([])
    expect(rows.filter(({ mainMs }) => mainMs > MAX_MAIN_MS)).toEqual([])
    expect(rows.filter(({ totalMs }) => totalMs > MAX_TOTAL_MS)).toEqual([])
    expect(grownTooMuch(rows)).toEqual([])
  },
  isFull ? 3_600_000 : 600_000,
)

/** From the first size to the second, which is four times as much. */
function grownTooMuch(rows: readonly Measured[]): string[] {
  const [small, large] = SIZES
  return rows.flatMap((row, i) => {
    const before = rows[i - steps.length]
    if (!before || row.bytes !== large || before.bytes !== small) return []
    const growth = row.mainMs / Math.max(before.mainMs, SMALLEST_MS)
    return growth > MAX_GROWTH ? [`${row.route} ${row.family}: ${before.mainMs} → ${row.mainMs} ms`] : []
  })
}

/** The worst of each route over all families, as a table for bench/results.md. */
function report(rows: readonly Measured[]): string {
  const worst = (of: readonly Measured[], by: 'mainMs' | 'totalMs') => of.toSorted((a, b) => b[by] - a[by])[0]
  const table = [...Map.groupBy(rows, ({ route }) => route)].map(([route, of]) => {
    const cells = SIZES.map((bytes) => {
      const there = of.filter((row) => row.bytes === bytes)
      const [main, total] = [worst(there, 'mainMs'), worst(there, 'totalMs')]
      return `${Math.round(main?.mainMs ?? 0)} (${main?.family ?? ''}) · ${((total?.totalMs ?? 0) / 1000).toFixed(1)} s (${total?.family ?? ''})`
    })
    return `| ${route} | ${cells.join(' | ')} |`
  })
  const head = SIZES.map((bytes) => `${Math.round(bytes / 1000)} kB`).join(' | ')
  return [`| Route | ${head} |`, `|---|${SIZES.map(() => '---').join('|')}|`, ...table].join('\n')
}
