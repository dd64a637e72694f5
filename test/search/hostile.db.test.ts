import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BOT_TOKEN, cookieOf, ORIGIN, type TestApp, testApp } from '../app.ts'
import type { Ask, Reply } from '../load/client.ts'
import { signWidget } from '../sign-widget.ts'
import { HOSTILE_PATTERNS, HOSTILE_QUERIES, HOSTILE_TEXTS } from './hostile.ts'

/** `SEARCH=full` has the numbers of a quiet machine; without it they are wide enough for one that others use too. */
const isFull = process.env['SEARCH'] === 'full'
const MAX_MS = isFull ? 300 : 5_000
/** For an answer that says what it did not search. */
const MAX_STOPPED_MS = isFull ? 1_500 : 15_000
const MAX_BLOCKED_MS = isFull ? 20 : 150
const TRIES = 5
const PATHS = ['/api/search', '/search'] as const

let app: TestApp
let client: Worker
beforeAll(async () => {
  app = await testApp({ RATE_LIMIT_FACTOR: '100000' })
  const auth = { id: 1, first_name: 'Dana', auth_date: Math.floor(app.clock.now.getTime() / 1000) }
  const signedIn = await app.visitor().post('/auth/messenger', signWidget(BOT_TOKEN, auth))
  const headers = { cookie: cookieOf(signedIn), origin: ORIGIN, 'content-type': 'application/json' }
  await saveTexts(headers)
  // Autovacuum would do it within a minute.
  await app.pool.query('analyze')
  const port = Number(new URL(await app.app.listen({ host: '127.0.0.1', port: 0 })).port)
  client = new Worker(new URL('../load/client.ts', import.meta.url), { workerData: { port, headers } })
  // Threads and engines that start with the first request are not what is measured.
  for (const q of ['total', '/x+y/', '/x+y/'])
    for (const path of PATHS) await measure(`${path}?q=${encodeURIComponent(q)}`)
}, 120_000)
afterAll(async () => {
  await client.terminate()
  await app[Symbol.asyncDispose]()
})

/** As files, as notes and in names of boards. */
async function saveTexts(headers: Record<string, string>): Promise<void> {
  const save = async (url: string, body: object): Promise<string> => {
    const { statusCode, body: text } = await app.app.inject({
      method: 'POST',
      url,
      headers,
      payload: JSON.stringify(body),
    })
    expect(statusCode, text.slice(0, 300)).toBe(201)
    return text
  }
  for (const [name, content] of Object.entries(HOSTILE_TEXTS))
    await save('/api/files', { file_name: `${name}.txt`, content })
  const saved = await save('/api/files', {
    file_name: 'plain.py',
    content: 'def total(items):\n    return sum(items)\n',
  })
  const id = /"file_id":"(\w+)"/.exec(saved)?.[1]
  for (const [title, text] of Object.entries(HOSTILE_TEXTS))
    await save(`/api/sticky-notes/${id}`, { title, content: Array.from(text).slice(0, 4_000).join('') })
  for (const name of Object.keys(HOSTILE_TEXTS).slice(0, 5)) await save('/api/note-boards', { name })
}

function send(ask: Ask): Promise<Reply> {
  const { promise, resolve } = Promise.withResolvers<Reply>()
  client.once('message', resolve)
  client.postMessage(ask)
  return promise
}

type Measured = Reply & { url: string; blockedMs: number; isStopped: boolean }

/** `blockedMs`: the most processor time that this thread, where the server runs, spent between two turns of its timers. */
async function measure(url: string): Promise<Measured> {
  const watch = watchBlocking()
  const reply = await send({ method: 'GET', url, keep: 'all' })
  const blockedMs = await watch.stop()
  const isStopped = /"unsearched":|The time was up|הזמן נגמר/.test(reply.body)
  return { ...reply, url, blockedMs, isStopped }
}

function watchBlocking() {
  let most = 0
  let isOver = false
  let before = process.threadCpuUsage()
  const run = async () => {
    while (!isOver) {
      await wait(1)
      const now = process.threadCpuUsage()
      most = Math.max(most, (now.user + now.system - before.user - before.system) / 1000)
      before = now
    }
  }
  const running = run()
  return {
    async stop() {
      isOver = true
      await running
      return most
    },
  }
}

const isSlow = ({ ms, isStopped, blockedMs }: Measured) =>
  blockedMs > MAX_BLOCKED_MS || ms > (isStopped ? MAX_STOPPED_MS : MAX_MS)

/** The best of some tries: a garbage collection or a neighbour on the same core can fall into any of them. */
async function best(url: string): Promise<Measured> {
  let found = await measure(url)
  for (let i = 1; i < TRIES && isSlow(found); i++) {
    const again = await measure(url)
    found = {
      ...found,
      blockedMs: Math.min(found.blockedMs, again.blockedMs),
      ...(again.ms < found.ms && { ms: again.ms, isStopped: again.isStopped }),
    }
  }
  return found
}

async function askAll(queries: readonly string[]): Promise<void> {
  const rows: Measured[] = []
  for (const [i, q] of queries.entries())
    for (const path of isFull ? PATHS : [PATHS[i % 2]])
      rows.push(await best(`${path}?q=${encodeURIComponent(q.toWellFormed())}`))
  const say = ({ url, status, ms, blockedMs, isStopped }: Measured) =>
    `${status} ${Math.round(ms)} ms${isStopped ? ' stopped' : ''}, blocked ${blockedMs.toFixed(1)} ms: ${decodeURIComponent(url).slice(0, 70)}`
  if (isFull) process.stdout.write(`${rows.map(say).join('\n')}\n`)
  expect(rows.filter(({ status }) => status >= 500 || status === 0).map(say)).toEqual([])
  expect(rows.filter(isSlow).map(say)).toEqual([])
}

test('hostile patterns over hostile texts are answered in time, or say what they did not search', async () => {
  await askAll(HOSTILE_PATTERNS.map((pattern) => `/${pattern.replaceAll('/', String.raw`\/`)}/`))
}, 600_000)

test('hostile queries and words in hostile texts are answered in time', async () => {
  const parts = Object.values(HOSTILE_TEXTS).map((text) => Array.from(text.slice(0, 60)).slice(0, 20).join(''))
  await askAll([...HOSTILE_QUERIES, ...parts.map((part) => `"${part.replaceAll(/["\\]/g, String.raw`\$&`)}"`)])
}, 600_000)
