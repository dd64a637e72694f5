import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { once } from 'node:events'

export type OwnedProcess = {
  child: ChildProcess
  running(): boolean
  /** Resolves when it has ended, with how: `code 1` or `SIGKILL`. */
  ended(): Promise<string>
  /** Sends the signal and waits for the end; after `timeoutMs` it is killed. Safe to call twice. */
  stop(signal?: NodeJS.Signals, timeoutMs?: number): Promise<void>
}

export type OwnedOptions = SpawnOptions & {
  /** What it is sent when we die without stopping it. */
  lastSignal?: 'TERM' | 'INT' | 'QUIT'
  /** Then removed. */
  temporaryDir?: string
}

/**
 * A child that never outlives us, even when we are killed with -9, and that Ctrl-C does not reach by itself:
 * whoever owns several stops them in order.
 */
export function spawnOwned(command: string, args: string[], options: OwnedOptions): OwnedProcess {
  const { lastSignal = 'TERM', temporaryDir = '', ...spawnOptions } = options
  const child = spawn(command, args, { ...spawnOptions, detached: true })
  const running = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null
  const watchdog = spawnWatchdog(child.pid ?? 0, lastSignal, temporaryDir, spawnOptions)
  child.once('exit', () => watchdog.kill())
  return {
    child,
    running,
    async ended() {
      if (running()) await once(child, 'exit')
      return child.signalCode ?? `code ${child.exitCode}`
    },
    async stop(signal = 'SIGTERM', timeoutMs = 30_000) {
      if (!running()) return
      const exited = once(child, 'exit')
      child.kill(signal)
      const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
      await exited
      clearTimeout(timer)
    },
  }
}

/** A shell whose stdin ends the moment we do, when no handler of ours could run any more. */
function spawnWatchdog(pid: number, signal: string, dir: string, { uid, gid }: SpawnOptions): ChildProcess {
  const untilGone = `while kill -0 ${pid}; do sleep 0.1; done`
  const script = `read _; kill -${signal} ${pid}; if [ -n "$0" ]; then ${untilGone}; rm -rf "$0"; fi`
  const owner = { ...(uid !== undefined && { uid }), ...(gid !== undefined && { gid }) }
  const watchdog = spawn('sh', ['-c', script, dir], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    ...owner,
  })
  watchdog.unref()
  return watchdog
}
