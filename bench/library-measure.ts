import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Case } from './library-cases.ts'
import { backendOf, backendsOfWeb, schedOf, type Timed, timed } from './library-cpu.ts'
import { type Ask, type HttpClient, openHttp } from './library-http.ts'
import { isMain, type Recorder, type Statement } from './library-record.ts'

export type Times = { p50: number; p95: number; wall50: number; wall95: number }
export type Measured = {
  subject: Case
  /** Null when the program has no such address yet. */
  found: {
    http: Times
    httpFour: Times
    /** The statements that find the answer, through the bare driver. */
    bare: Times
    /** With who asks and the totals. */
    bareAll: Times
    /** Milliseconds of processor that one request takes. */
    cpu: { web: number; postgres: number }
    rounds: number
  } | null
}

export type Rig = { port: number; webPid: number; url: string; recorder: Recorder; rounds: number }

const CLIENTS = 4
const WARM_UP = 10
/** On a busy machine the slowest rows would take an hour: after this long they end with fewer rounds, and say how many. */
const ENOUGH_MS = 30_000
const QUIET_LOAD = 6
const QUIETER_WITHIN_MS = 30_000

/** Request and bare query in turn, so that a busy moment of the machine falls on both; then four clients at once. */
export async function measureCase(rig: Rig, subject: Case): Promise<Measured> {
  await untilQuieter()
  const http = await openHttp(rig.port)
  const client = new Client({ connectionString: rig.url })
  client.on('error', () => {})
  await client.connect()
  try {
    const first = await http.ask(askOf(subject)(0))
    if (first.status >= 300) return { subject, found: null }
    const recorded = await record(rig.recorder, subject)
    const turns = { subject, http, client, recorded, webPid: rig.webPid }
    await takeTurns(turns, 0, WARM_UP)
    const times = await takeTurns(turns, WARM_UP, rig.rounds)
    return { subject, found: { ...times, httpFour: summary(await fourClients(rig, askOf(subject))) } }
  } finally {
    http.close()
    await client.end()
  }
}

type Turns = { subject: Case; http: HttpClient; client: Client; recorded: Statement[][]; webPid: number }

/** The pool closes connections that are idle and opens others, so the processes behind them are looked up now and then. */
const LOOK_EVERY = 5

async function takeTurns({ subject, http, client, recorded, webPid }: Turns, from: number, rounds: number) {
  const asked = askOf(subject)
  const bare = [process.pid, await backendOf(client)]
  const times = { http: [] as Timed[], bare: [] as Timed[], bareAll: [] as Timed[] }
  const cpu = { web: 0, postgres: 0 }
  const started = performance.now()
  for (let turn = from; turn < from + rounds && performance.now() - started < ENOUGH_MS; turn += LOOK_EVERY) {
    const backends = await backendsOfWeb(client)
    const before = { web: schedOf([webPid]), postgres: schedOf(backends) }
    for (let each = turn; each < Math.min(turn + LOOK_EVERY, from + rounds); each++) {
      const statements = recorded[each % recorded.length] ?? []
      await reset(client, subject)
      const all = await timed(bare, () => replay(client, statements))
      times.bareAll.push(all)
      times.bare.push(subject.save ? all : await timed(bare, () => replay(client, statements.filter(isMain))))
      // Never the one that was just asked of the bare driver: that would find everything in the processor's cache.
      times.http.push(...(await timedAsk([process.pid, webPid, ...backends], http, asked(each + 1))))
    }
    cpu.web += schedOf([webPid]).ran - before.web.ran
    cpu.postgres += Math.max(0, schedOf(backends).ran - before.postgres.ran)
  }
  const n = times.http.length
  return {
    http: summary(times.http),
    bare: summary(times.bare),
    bareAll: summary(times.bareAll),
    cpu: { web: cpu.web / n, postgres: cpu.postgres / n },
    rounds: n,
  }
}

function askOf({ asks, save }: Case): (n: number) => Ask {
  return (n) => {
    const ask = save ? save.ask(n) : asks[n % asks.length]
    if (!ask) throw new Error('Nothing to ask')
    return ask
  }
}

async function record(recorder: Recorder, { asks, save }: Case): Promise<Statement[][]> {
  const recorded: Statement[][] = []
  for (const ask of save ? [save.recorded] : asks) {
    // Twice: the first may find a session to touch.
    if (!save) await recorder.request(ask)
    recorded.push(await recorder.request(ask))
  }
  return recorded
}

async function replay(client: Client, statements: readonly Statement[]): Promise<void> {
  for (const statement of statements) await client.query(statement)
}

/** So that the recorded version can be written again. */
async function reset(client: Client, { save }: Case): Promise<void> {
  if (save)
    await client.query('delete from file_versions where user_id = $1 and file_id = $2 and version > 1', [
      save.userId,
      save.fileId,
    ])
}

/** A machine that stands still for seconds runs into the timeouts of the pool. Such a request has no time; many of them end the run. */
const MAX_FAILED = 50
let failed = 0

export function failedRequests(): number {
  return failed
}

async function timedAsk(pids: readonly number[], http: HttpClient, ask: Ask): Promise<Timed[]> {
  let status = 0
  const time = await timed(pids, async () => {
    status = (await http.ask(ask)).status
  })
  if (status < 300) return [time]
  if (status < 500 || ++failed > MAX_FAILED) throw new Error(`${ask.method} ${ask.path}: ${status}`)
  console.error(`${ask.method} ${ask.path}: ${status}`)
  return []
}

/** Waits for the others on the machine, but not for ever. */
async function untilQuieter(): Promise<void> {
  const deadline = performance.now() + QUIETER_WITHIN_MS
  while ((loadavg()[0] ?? 0) > QUIET_LOAD && performance.now() < deadline) await sleep(2_000)
}

async function fourClients(rig: Rig, asked: (n: number) => Ask): Promise<Timed[]> {
  const times: Timed[] = []
  const each = Math.ceil(rig.rounds / CLIENTS)
  const started = performance.now()
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, i) => {
      const http = await openHttp(rig.port)
      for (let n = 0; n < each && performance.now() - started < ENOUGH_MS; n++)
        times.push(...(await timedAsk([], http, asked(1_000_000 * (i + 1) + n))))
      http.close()
    }),
  )
  return times
}

function summary(times: readonly Timed[]): Times {
  const at = (share: number, list: number[]) =>
    list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? 0
  const own = times.map((time) => time.own)
  const wall = times.map((time) => time.wall)
  return { p50: at(0.5, own), p95: at(0.95, own), wall50: at(0.5, wall), wall95: at(0.95, wall) }
}
