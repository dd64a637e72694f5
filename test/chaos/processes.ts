import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type OwnedProcess, spawnOwned } from '#platform/owned-process.ts'
import { COMPILE_CACHE } from '../compile-cache.ts'
import { witnessLogFile } from '../events/witness.ts'

/** `CHAOS=full` repeats what CI does once or twice. */
export const full = process.env['CHAOS'] === 'full'

export const BOT_TOKEN = 'chaos-bot-token'

const LOGS = 'test-results/chaos'
const START_TIMEOUT_MS = 30_000

export type Running = AsyncDisposable & {
  pid: number
  running(): boolean
  /** Sends the signal, waits for the end and says how it left: a code, or null when it was killed. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
  log(): string
}

type Setting = {
  databaseUrl: string
  port: number
  environment?: Record<string, string>
  /** What node runs; our sources unless said. */
  program?: readonly string[]
}

const SOURCES = ['--import', './tools/tsx.ts', 'src/main.ts']

/** What each says when it is ready. */
const READY = { web: 'Server listening', worker: 'worker ready', 'git-node': 'git node ready' }

/** One process of ours from its sources, as an operator starts it; returns when it says that it serves. */
export async function start(command: keyof typeof READY, setting: Setting): Promise<Running> {
  mkdirSync(LOGS, { recursive: true })
  const file = `${LOGS}/${command}-${randomUUID()}.log`
  witnessLogFile(file)
  const owned = launch(command, file, setting)
  const log = () => readFileSync(file, 'utf8')
  await saying(READY[command], log, owned)
  return {
    pid: owned.child.pid ?? 0,
    running: () => owned.running(),
    log,
    async end(signal) {
      await owned.stop(signal)
      return owned.child.exitCode
    },
    [Symbol.asyncDispose]: () => owned.stop('SIGKILL'),
  }
}

/** Runs a command that is expected to end by itself. */
export async function runToEnd(
  command: 'web' | 'worker' | 'seed',
  setting: Setting,
): Promise<{ code: number | null; log: string }> {
  mkdirSync(LOGS, { recursive: true })
  const file = `${LOGS}/${command}-${randomUUID()}.log`
  const owned = launch(command, file, setting)
  const timer = setTimeout(() => void owned.stop('SIGKILL'), START_TIMEOUT_MS)
  if (owned.running()) await once(owned.child, 'exit')
  clearTimeout(timer)
  return { code: owned.child.exitCode, log: readFileSync(file, 'utf8') }
}

function launch(command: string, file: string, setting: Setting): OwnedProcess {
  const { databaseUrl, port, environment, program = SOURCES } = setting
  const log = openSync(file, 'w')
  const owned = spawnOwned(process.execPath, [...program, command], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'development',
      ...COMPILE_CACHE,
      DATABASE_URL: databaseUrl,
      PORT: `${port}`,
      BASE_URL: `http://127.0.0.1:${port}`,
      METRICS_PORT: '0',
      MESSENGER_BOT_TOKEN: BOT_TOKEN,
      // Addresses are counted by the rate limits; a test that is many people sends many of them.
      TRUST_PROXY: '1',
      ...environment,
    },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  return owned
}

/** The log and not the port: another process may answer on the same one. */
async function saying(words: string, log: () => string, owned: OwnedProcess): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS
  while (!log().includes(words)) {
    if (!owned.running() || Date.now() > deadline) throw new Error(`It did not start:\n${log()}`)
    await sleep(30)
  }
}

/** Asks until it is so; throws with the sentence when it never becomes so. */
export async function until(what: string, seconds: number, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + seconds * 1000
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`Not within ${seconds} s: ${what}`)
    await sleep(50)
  }
}
