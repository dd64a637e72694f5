import { AsyncLocalStorage } from 'node:async_hooks'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Duplex, Readable } from 'node:stream'

/** Why git failed. `memory`: it needed more than `memoryMb`. `failed`: it exited with an error, in `stderr`. */
export type GitFailureReason = 'timeout' | 'too_large' | 'stopped' | 'memory' | 'failed'

export class GitFailure extends Error {
  readonly trouble: GitFailureReason
  /** The end of stderr, for the log only: it may name addresses and files. */
  readonly stderr: string

  constructor(trouble: GitFailureReason, stderr: string) {
    super(`git: ${trouble}`)
    this.trouble = trouble
    this.stderr = stderr
  }
}

export type GitCommand = {
  args: readonly string[]
  /** Beyond this git is killed with all its child processes. */
  seconds: number
  /** Limit on the allocated memory of each process; mapped packs, which the kernel can drop, are not counted. */
  memoryMb?: number
  input?: string | Readable
  signal?: AbortSignal | undefined
  /** Whether and how git may use the network. Not by default. */
  protocols?: 'https' | 'http' | ''
  config?: Readonly<Record<string, string>>
  /** Variables beyond the common ones: where git writes, and the author. */
  environment?: Readonly<Record<string, string>>
  onStderr?: (text: string) => void
  /** A socket that git and its hooks inherit as file descriptor 3. */
  channel?: (socket: Duplex) => void
  /** Called every half second; a returned failure ends git. */
  watch?: () => Promise<GitFailureReason | null>
}

/** Small enough for several at once: `slots.heavy` bounds most of them, and a repository page starts a few for a moment. */
const MEMORY_MB = 144
/** For receiving packs: resolving deltas needs twice the size of a large file. */
export const FETCH_MEMORY_MB = 1024
const OUT_OF_MEMORY = /out of memory|malloc failed|mmap failed|cannot allocate memory/i

const STDERR_CHARS = 4_000
const WATCH_MS = 500

/**
 * No setting of this machine reaches git: no home, system files, helpers, prompts, hooks, attributes or proxies. Paths are
 * literal and never patterns.
 */
function environmentOf({ protocols = '', config = {}, environment = {} }: GitCommand): NodeJS.ProcessEnv {
  const settings = Object.entries({ ...ALWAYS, ...config })
  return {
    PATH: process.env['PATH'],
    LC_ALL: 'C.UTF-8',
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_ALLOW_PROTOCOL: protocols,
    GIT_PROTOCOL_FROM_USER: '0',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_OPTIONAL_LOCKS: '0',
    ...environment,
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(
      settings.flatMap(([key, value], i) => [
        [`GIT_CONFIG_KEY_${i}`, key],
        [`GIT_CONFIG_VALUE_${i}`, value],
      ]),
    ),
  }
}

/** Automatic gc is off, so that a reader at an older commit still finds its objects. */
const ALWAYS: Readonly<Record<string, string>> = {
  'core.hooksPath': '/dev/null',
  'core.quotePath': 'false',
  'core.fsmonitor': 'false',
  'credential.helper': '',
  'fetch.unpackLimit': '1',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'submodule.recurse': 'false',
  'log.showSignature': 'false',
  // Larger files are streamed, not compared and not made into deltas: in memory each would cost several times its size.
  'core.bigFileThreshold': '16m',
  'core.deltaBaseCacheLimit': '16m',
  'core.packedGitWindowSize': '16m',
  'core.packedGitLimit': '64m',
  'pack.threads': '1',
  'pack.windowMemory': '64m',
  'pack.deltaCacheSize': '32m',
}

type Ended = { trouble: GitFailureReason | null; stderr: string }

export type GitProcess = {
  stdout: Readable
  /** Settles when the process has exited, for any reason. */
  ended: Promise<Ended>
  stop: (trouble: GitFailureReason) => void
  /** False once it has exited, also while a process that it started still holds its pipes. */
  isRunning: () => boolean
}

/** Git that is started while `run` runs ends when the signal is aborted, also while it prints nothing. */
export function withGitSignal<T>(signal: AbortSignal, run: () => T): T {
  return commonSignal.run(signal, run)
}
const commonSignal = new AsyncLocalStorage<AbortSignal>()

export function startGit(command: GitCommand): GitProcess {
  const ask = { ...command, signal: command.signal ?? commonSignal.getStore() }
  ask.signal?.throwIfAborted()
  const memory = `--data=${(ask.memoryMb ?? MEMORY_MB) * 1024 * 1024}`
  const pipes = ['pipe', 'pipe', 'pipe', ...(ask.channel ? ['pipe' as const] : [])] as ['pipe', 'pipe', 'pipe']
  const options = { env: environmentOf(ask), stdio: pipes, detached: true, cwd: '/' }
  const child = spawn('prlimit', [memory, 'git', ...ask.args], options)
  const socket: unknown = child.stdio[3]
  if (socket instanceof Duplex) ask.channel?.(socket)
  let stderr = ''
  let stopped: GitFailureReason | null = null
  const stop = (trouble: GitFailureReason) => {
    stopped ??= trouble
    killGroup(child.pid)
  }
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_CHARS)
    ask.onStderr?.(text)
  })
  // It may exit before it has read its input.
  child.stdin.on('error', () => undefined)
  if (ask.input instanceof Readable) ask.input.pipe(child.stdin)
  else child.stdin.end(ask.input ?? '')
  const letGo = watchLimits(ask, stop)
  const ended = once(child, 'close').then(
    ([code]): Ended => {
      letGo()
      return { trouble: stopped ?? (code === 0 ? null : OUT_OF_MEMORY.test(stderr) ? 'memory' : 'failed'), stderr }
    },
    (error: unknown): Ended => {
      letGo()
      return { trouble: 'failed', stderr: String(error) }
    },
  )
  const isRunning = () => child.exitCode === null && child.signalCode === null
  return { stdout: child.stdout, ended, stop, isRunning }
}

/** Its own process group: `git fetch` starts helpers, which would survive a killed parent. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // gone already
  }
}

function watchLimits({ seconds, signal, watch }: GitCommand, stop: (trouble: GitFailureReason) => void): () => void {
  const onAbort = () => stop('stopped')
  const deadline = setTimeout(() => stop('timeout'), seconds * 1000)
  const ticking = watch && setInterval(() => void watch().then((trouble) => trouble && stop(trouble)), WATCH_MS)
  signal?.addEventListener('abort', onAbort, { once: true })
  return () => {
    clearTimeout(deadline)
    clearInterval(ticking)
    signal?.removeEventListener('abort', onAbort)
  }
}
