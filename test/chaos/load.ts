import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { signWidget } from '../sign-widget.ts'
import { BOT_TOKEN } from './processes.ts'

export type Ask = { path: string; method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string }

/** `status` is 0 when no answer came: refused, reset, or not within the client's patience. `sentAt` is of `performance.now()`. */
export type Answer = {
  ask: Ask
  status: number
  sentAt: number
  ms: number
  headers: IncomingHttpHeaders
  error: string
}

/** Longer than any timeout of ours: a request that runs into it hangs. */
const PATIENCE_MS = 15_000

export type Client = { send(ask: Ask): Promise<Answer>; close(): void }

/** One connection that is kept alive and, unlike a browser, never sends anything twice: every mistake of ours is seen. */
export function keepAliveClient(port: number): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return { send: (ask) => send(agent, port, ask), close: () => agent.destroy() }
}

function send(agent: Agent, port: number, ask: Ask): Promise<Answer> {
  const sentAt = performance.now()
  const { path, method = 'GET', headers = {}, body } = ask
  return new Promise((resolve) => {
    const done = (status: number, received: IncomingHttpHeaders, error: string) =>
      resolve({ ask, status, sentAt, ms: performance.now() - sentAt, headers: received, error })
    const outgoing = request({ agent, host: '127.0.0.1', port, path, method, headers }, (response) => {
      response.on('error', (error) => done(0, {}, error.message))
      response.on('end', () => done(response.statusCode ?? 0, response.headers, ''))
      response.resume()
    })
    const timer = setTimeout(() => outgoing.destroy(new Error('no answer')), PATIENCE_MS)
    outgoing.on('close', () => clearTimeout(timer))
    outgoing.on('error', (error) => done(0, {}, error.message))
    outgoing.end(body)
  })
}

type Load = { port: number; clients: number; pauseMs?: number; next: (turn: number) => Ask }

const LONGEST_LOAD_MS = 120_000

/** Clients that ask one after another, as quickly as they are answered, until they are stopped; `await using` stops them when a test fails. */
export function startLoad({ port, clients, pauseMs = 0, next }: Load) {
  const answers: Answer[] = []
  const deadline = performance.now() + LONGEST_LOAD_MS
  let on = true
  let turn = 0
  const loop = async () => {
    const client = keepAliveClient(port)
    while (on && performance.now() < deadline) {
      answers.push(await client.send(next(turn++)))
      if (pauseMs > 0) await sleep(pauseMs)
    }
    client.close()
  }
  const loops = Array.from({ length: clients }, loop)
  const stop = async () => {
    on = false
    await Promise.all(loops)
  }
  return { answers, stop, [Symbol.asyncDispose]: stop }
}

/** Everything that was not a 200, in words. */
export function failures(answers: readonly Answer[]): string[] {
  return answers
    .filter(({ status }) => status !== 200)
    .map(({ ask, status, error, ms }) => `${ask.path}: ${status || error} after ${Math.round(ms)} ms`)
}

export const longest = (answers: readonly Answer[]): number => Math.max(0, ...answers.map(({ ms }) => ms))

/** Somebody's first sign-in, each from an address of their own. */
export function signInAsk(id: number): Ask & { hash: string } {
  const data = signWidget(BOT_TOKEN, { id, first_name: `Person ${id}`, auth_date: Math.floor(Date.now() / 1000) })
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': addressOf(id) }
  return { path: '/auth/messenger', method: 'POST', headers, body: JSON.stringify(data), hash: data.hash }
}

export function addressOf(n: number): string {
  return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
}

export function cookieOf({ headers }: Pick<Answer, 'headers'>): string {
  return headers['set-cookie']?.[0]?.split(';')[0] ?? ''
}

/** Cookies of that many people, for asking more than one person may. */
export async function signInMany(port: number, people: number): Promise<string[]> {
  const client = keepAliveClient(port)
  const cookies: string[] = []
  for (let id = 1; id <= people; id++) cookies.push(cookieOf(await client.send(signInAsk(id))))
  client.close()
  return cookies
}

/** The name under which the save of this turn stores its file. */
export const savedName = (turn: number): string => `file-${turn}.py`

/** A new file of one of these people, under a name of its own. */
export function saveFileAsk(cookies: readonly string[], turn: number): Ask {
  const person = turn % cookies.length
  return {
    path: '/api/files',
    method: 'POST',
    headers: {
      cookie: cookies[person] ?? '',
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': addressOf(person + 1),
    },
    body: JSON.stringify({ file_name: savedName(turn), content: `print(${turn})\n` }),
  }
}
