import { AsyncLocalStorage } from 'node:async_hooks'
import { type LimitedCommand, type LimitedProcess, startLimited, type StopReason } from '../limited-process.ts'

/** Why git failed. `memory`: it needed more than `memoryMb`. `failed`: it exited with an error, in `stderr`. */
export type GitFailureReason = StopReason

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

export type GitCommand = Omit<LimitedCommand, 'program' | 'env' | 'memoryMb'> & {
  memoryMb?: number
  /** Whether and how git may use the network. Not by default. */
  protocols?: 'https' | 'http' | ''
  config?: Readonly<Record<string, string>>
  /** Variables beyond the common ones: where git writes, and the author. */
  environment?: Readonly<Record<string, string>>
}

/** Small enough for several at once: `slots.heavy` bounds most of them, and a repository page starts a few for a moment. */
const MEMORY_MB = 144
/** For receiving packs: resolving deltas needs twice the size of a large file. */
export const FETCH_MEMORY_MB = 1024
const OUT_OF_MEMORY = /out of memory|malloc failed|mmap failed|cannot allocate memory/i

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

/** `trouble` is null when git succeeded. */
type Ended = { trouble: GitFailureReason | null; stderr: string }

export type GitProcess = Pick<LimitedProcess, 'stdout' | 'stop' | 'isRunning'> & { ended: Promise<Ended> }

/** Limits for strangers' repositories, and a signal that ends git also while it prints nothing. */
export type GitLimits = Partial<Pick<GitCommand, 'signal' | 'seconds' | 'cpuSeconds' | 'niceness'>>

/** Git that is started while `run` runs has these limits instead of its own. */
export function withGitLimits<T>(limits: GitLimits, run: () => T): T {
  return commonLimits.run(limits, run)
}
const commonLimits = new AsyncLocalStorage<GitLimits>()

export function startGit(command: GitCommand): GitProcess {
  const limits = commonLimits.getStore()
  const { stdout, exit, stop, isRunning } = startLimited({
    ...command,
    ...limits,
    program: 'git',
    env: environmentOf(command),
    memoryMb: command.memoryMb ?? MEMORY_MB,
    signal: command.signal ?? limits?.signal,
  })
  const ended = exit.then(({ code, stopped, stderr }): Ended => ({
    trouble: stopped ?? (code === 0 ? null : OUT_OF_MEMORY.test(stderr) ? 'memory' : 'failed'),
    stderr,
  }))
  return { stdout, ended, stop, isRunning }
}
