import { setTimeout as sleep } from 'node:timers/promises'
import { type OwnedProcess, spawnOwned } from '#platform/owned-process.ts'
import type { Environment } from '#platform/config/environment.ts'
import { type FromServer, isFromServer, type ToServer } from './messages.ts'

/**
 * By default the young generation of V8 grows to three times 16 MB and stays there while the process is idle. For one person 4 MB are no
 * slower.
 */
const NODE_FLAGS = ['--max-semi-space-size=4']
/** The server starts with that size: growing to it costs 30 ms of garbage collection while the modules are loaded. */
const SERVER_FLAGS = [...NODE_FLAGS, '--min-semi-space-size=4']

export function launchServer(options: readonly string[], env: Environment): OwnedProcess {
  return launch(['serve', ...options], env, SERVER_FLAGS)
}

export function launchRunner(env: Environment): OwnedProcess {
  return launch(['runner'], env, NODE_FLAGS)
}

/** Starts `codeshelf <command>` of this installation. */
function launch(command: readonly string[], env: Environment, flags: readonly string[]): OwnedProcess {
  const program = process.argv[1] ?? ''
  return spawnOwned(process.execPath, [...flags, ...process.execArgv, program, ...command], {
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}

/** Lets a server connect, and waits for its first report. Null: it ended without one. */
export function connectServer(
  { child }: OwnedProcess,
  environment: Record<string, string>,
): Promise<FromServer | null> {
  return new Promise((resolve) => {
    child.on('message', (message) => isFromServer(message) && resolve(message))
    child.once('exit', () => resolve(null))
    // A server that has ended cannot be sent to. While its end is not noticed yet the message fails, which without a callback would be an
    // uncaught error and end everything; the end is reported above.
    if (child.connected) child.send({ kind: 'database_ready', environment } satisfies ToServer, () => undefined)
    else resolve(null)
  })
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
/** A process that lived longer is not in a loop of crashes. */
const STABLE_MS = 60_000

type Kept = { ended: () => Promise<string> }

/**
 * Starts a process again whenever it ends, after a pause that doubles while it keeps crashing. A start that fails counts as a crash:
 * PostgreSQL refuses one while a process of its killed predecessor still runs.
 */
export async function keepAlive(
  name: string,
  first: Kept,
  again: () => Promise<Kept>,
  isStopping: () => boolean,
): Promise<void> {
  let pause = FIRST_PAUSE_MS
  let from = performance.now()
  let how = await first.ended()
  while (!isStopping()) {
    if (performance.now() - from > STABLE_MS) pause = FIRST_PAUSE_MS
    process.stderr.write(`${name} ended (${how}) and starts again in ${pause / 1000} s\n`)
    await sleep(pause)
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    if (isStopping()) return
    from = performance.now()
    how = await again().then((kept) => kept.ended(), failureOf)
  }
}

const failureOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
