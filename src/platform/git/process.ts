import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'

/** Why git did not do what it was asked. `failed`: it says so itself, in `stderr`. */
export type GitTrouble = 'timeout' | 'too_large' | 'stopped' | 'failed'

export class GitFailure extends Error {
  readonly trouble: GitTrouble
  /** Its last words, for us alone: they may name addresses and files. */
  readonly stderr: string

  constructor(trouble: GitTrouble, stderr: string) {
    super(`git: ${trouble}`)
    this.trouble = trouble
    this.stderr = stderr
  }
}

export type GitAsk = {
  args: readonly string[]
  /** Beyond this it is killed, with everything it started. */
  seconds: number
  input?: string | Readable
  signal?: AbortSignal | undefined
  /** May git talk to anybody, and how. Nothing by default. */
  protocols?: 'https' | 'http' | ''
  config?: Readonly<Record<string, string>>
  /** Beyond what every git gets: where it writes, and in whose name. */
  environment?: Readonly<Record<string, string>>
  onStderr?: (text: string) => void
  /** Ran every half second; a trouble ends it. */
  watch?: () => Promise<GitTrouble | null>
}

const STDERR_CHARS = 4_000
const WATCH_MS = 500

/**
 * Nothing of this machine's own settings reaches git: no home, no system files, no helpers, no prompts, no hooks, no
 * attributes, no proxies. Paths are paths and never patterns.
 */
function environmentOf({ protocols = '', config = {}, environment = {} }: GitAsk): NodeJS.ProcessEnv {
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

/** Objects are never thrown away behind our back: whoever reads at an older commit finds it. */
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
}

type Ended = { trouble: GitTrouble | null; stderr: string }

export type GitProcess = {
  stdout: Readable
  /** Settles when it is gone, however it went. */
  ended: Promise<Ended>
  stop: (trouble: GitTrouble) => void
}

export function startGit(ask: GitAsk): GitProcess {
  ask.signal?.throwIfAborted()
  const child = spawn('git', [...ask.args], { env: environmentOf(ask), stdio: 'pipe', detached: true, cwd: '/' })
  let stderr = ''
  let stopped: GitTrouble | null = null
  const stop = (trouble: GitTrouble) => {
    stopped ??= trouble
    killGroup(child.pid)
  }
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_CHARS)
    ask.onStderr?.(text)
  })
  // It may end before it has read what it was asked.
  child.stdin.on('error', () => undefined)
  if (ask.input instanceof Readable) ask.input.pipe(child.stdin)
  else child.stdin.end(ask.input ?? '')
  const letGo = limit(ask, stop)
  const ended = once(child, 'close').then(
    ([code]): Ended => {
      letGo()
      return { trouble: stopped ?? (code === 0 ? null : 'failed'), stderr }
    },
    (error: unknown): Ended => {
      letGo()
      return { trouble: 'failed', stderr: String(error) }
    },
  )
  return { stdout: child.stdout, ended, stop }
}

/** Its own group: `git fetch` starts helpers, and a killed parent would leave them on the line. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // gone already
  }
}

function limit({ seconds, signal, watch }: GitAsk, stop: (trouble: GitTrouble) => void): () => void {
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
