import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { freePort } from '#platform/free-port.ts'
import { DEFAULT_BODY_BYTES } from '#platform/http/body-limits.ts'
import { testApp } from '../app.ts'
import { type Answer, saveFileAsk, signInMany, startLoad } from '../chaos/load.ts'
import { type Running, start } from '../chaos/processes.ts'
import { cloneDatabase } from '../database.ts'
import type { Order, Report, Settings } from './hostile-client.ts'
import type { BodyRoute } from './hostile-inputs.ts'

const isFull = process.env['LOAD'] === 'full'
/** `LOAD=full` has the limits of a quiet machine. In the gate the other core runs other tests. */
const LIMITS = isFull
  ? { p99: 50, max: 250, memoryMb: 300, ratio: 3 }
  : { p99: 400, max: 1_500, memoryMb: 400, ratio: 20 }
const MIXED_SECONDS = isFull ? 300 : 10
const ORDINARY = 20
const JSON_FAMILIES = ['many small values', 'many keys', 'deep', 'long list of issues']
const IMPORT_FAMILIES = ['manifests', 'zip directories', 'databases', 'trees', 'packs']
const FAMILIES = [...JSON_FAMILIES, ...IMPORT_FAMILIES]
const STOPPED_WITHIN_MS = 10_000

let database: Awaited<ReturnType<typeof cloneDatabase>>
let web: Running
let cookies: string[]
let settings: Settings
const environment = { RATE_LIMIT_FACTOR: '100000' }

beforeAll(async () => {
  database = await cloneDatabase()
  const port = await freePort()
  web = await start('web', { databaseUrl: database.url, port, environment })
  cookies = await signInMany(port, ORDINARY + 1)
  const cookie = cookies.at(-1) ?? ''
  settings = { port, cookie, token: await createToken(port, cookie), routes: await routesWithBody() }
  // The first request of each kind starts threads and loads modules, which is not what is measured.
  for (const family of ['manifests', 'databases', 'trees']) await attack({ family })
}, 300_000)
afterAll(async () => {
  await web[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

/** Every route that reads JSON, with the size and the fields of its body. */
async function routesWithBody(): Promise<BodyRoute[]> {
  await using app = await testApp()
  const isJson = /^\/(api|auth|mcp)/
  return app.routes
    .filter(({ takesBody, rawBody, url, auth }) => takesBody && !rawBody && isJson.test(url) && auth !== 'admin')
    .map(({ method, url, bodyLimit, schema }) => ({
      method,
      url,
      maxBytes: (bodyLimit ?? DEFAULT_BODY_BYTES) - 100,
      fields: schema.body instanceof z.ZodObject ? Object.keys(schema.body.shape) : ['x'],
    }))
}

async function createToken(port: number, cookie: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/tokens`, {
    method: 'POST',
    headers: { cookie, origin: `http://127.0.0.1:${port}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'git', scopes: ['read', 'write'] }),
  })
  return z.object({ token: z.string() }).parse(await answer.json()).token
}

async function attack(order: Order): Promise<Report> {
  const client = new Worker(new URL('./hostile-client.ts', import.meta.url), { workerData: settings })
  client.postMessage(order)
  const [report] = (await once(client, 'message')) as [Report]
  await client.terminate()
  return report
}

type Timing = { p50: number; p99: number; max: number; failed: number }

function timingOf(answers: readonly Answer[]): Timing {
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0)
  return {
    p50: at(0.5),
    p99: at(0.99),
    max: Math.round(times.at(-1) ?? 0),
    failed: answers.filter(({ status }) => status >= 400 || status === 0).length,
  }
}

/** What /healthz and the memory do while `work` runs. */
async function watching<T>(work: () => Promise<T>): Promise<{ result: T; health: Timing; memoryMb: number }> {
  const before = memoryOf(web.pid)
  let most = before
  const sampling = setInterval(() => (most = Math.max(most, memoryOf(web.pid))), 100)
  await using load = startLoad({ port: settings.port, clients: 1, pauseMs: 10, next: () => ({ path: '/healthz' }) })
  const result = await work()
  await load.stop()
  clearInterval(sampling)
  return { result, health: timingOf(load.answers), memoryMb: Math.round(most - before) }
}

/** MB of a process and everything below it. */
function memoryOf(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8')
        const field = (key: string) => Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)?.[1] ?? 0)
        return [{ id: Number(name), parent: field('PPid'), mb: field('VmRSS') / 1024 }]
      } catch {
        return []
      }
    })
  const sum = (id: number): number =>
    children.reduce((total, each) => total + (each.id === id ? each.mb : each.parent === id ? sum(each.id) : 0), 0)
  return sum(pid)
}

describe('the server under attack', { timeout: 900_000 }, () => {
  test.each(FAMILIES)('answers others, keeps its memory and lives while one person sends %s', async (family) => {
    const idle = await watching(() => sleep(1_500))
    const { result, health, memoryMb } = await watching(() => attack({ family }))
    process.stdout.write(
      `${family}: ${result.sent} sent ${JSON.stringify(result.statuses)}, slowest ${Math.round(result.slowestMs)} ms; /healthz p99 ${health.p99} max ${health.max} ms (idle ${idle.health.p99}, ${idle.health.max}); memory + ${memoryMb} MB\n`,
    )
    expect(web.running()).toBe(true)
    expect(Object.keys(result.statuses).filter((status) => status === '0' || status === '500')).toEqual([])
    expect(health.failed).toBe(0)
    expect(health.max).toBeLessThanOrEqual(LIMITS.max)
    expect(health.p99).toBeLessThanOrEqual(LIMITS.p99)
    expect(memoryMb).toBeLessThanOrEqual(LIMITS.memoryMb)
  })

  test(`serves ${ORDINARY} people while one sends every attack for ${MIXED_SECONDS} s`, async () => {
    const people = cookies.slice(0, ORDINARY)
    const ordinary = () =>
      startLoad({ port: settings.port, clients: 4, pauseMs: 100, next: (turn) => ordinaryAsk(people, turn) })
    const quiet = ordinary()
    await sleep(MIXED_SECONDS * (isFull ? 200 : 500))
    await quiet.stop()
    await using attacked = ordinary()
    const report = await attack({ family: 'all', seconds: MIXED_SECONDS })
    await attacked.stop()
    const [before, during] = [timingOf(quiet.answers), timingOf(attacked.answers)]
    process.stdout.write(
      `ordinary people: quiet ${JSON.stringify(before)}, attacked ${JSON.stringify(during)} by ${report.sent}\n`,
    )
    expect(during.failed).toBe(0)
    expect(during.p99).toBeLessThanOrEqual(LIMITS.ratio * Math.max(before.p99, 10))
  })

  test.each(isFull ? FAMILIES : ['trees', 'packs'])('SIGTERM ends the process in time during %s', async (family) => {
    const port = await freePort()
    await using other = await start('web', { databaseUrl: database.url, port, environment })
    const client = new Worker(new URL('./hostile-client.ts', import.meta.url), { workerData: { ...settings, port } })
    client.postMessage({ family, seconds: 30 } satisfies Order)
    await sleep(1_500)
    const from = performance.now()
    await other.end('SIGTERM')
    expect(performance.now() - from).toBeLessThan(STOPPED_WITHIN_MS)
    await client.terminate()
  })
})

let saves = 0

/** What people do: pages, lists and a save now and then. */
function ordinaryAsk(people: readonly string[], turn: number) {
  const cookie = people[turn % people.length] ?? ''
  const paths = ['/dashboard', '/files', '/api/files', '/api/stats', '/api/search?q=print']
  if (turn % 6 === 5) return saveFileAsk(people, (saves += 1) * 1_000)
  return { path: paths[turn % paths.length] ?? '/files', headers: { cookie } }
}
