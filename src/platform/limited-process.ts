import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { Duplex, Readable } from 'node:stream'

/** Why we killed a process. */
export type StopReason = 'timeout' | 'too_large' | 'stopped' | 'memory' | 'failed'

export type LimitedCommand = {
  program: string
  args: readonly string[]
  /** The whole environment: nothing of this process is inherited. */
  env: NodeJS.ProcessEnv
  /** Beyond this the process is killed with all its children. */
  seconds: number
  /** Processor time of each process, for what strangers send: it must not slow down the requests of others for long. */
  cpuSeconds?: number | undefined
  /** Limit on the allocated memory of each process; mapped files, which the kernel can drop, are not counted. */
  memoryMb: number
  /** Higher numbers yield to other processes; 0 to 19. */
  niceness?: number | undefined
  input?: string | Readable | undefined
  signal?: AbortSignal | undefined
  onStderr?: ((text: string) => void) | undefined
  /** A socket that the process and its children inherit as file descriptor 3. */
  channel?: ((socket: Duplex) => void) | undefined
  /** Called every half second; a returned reason ends the process. */
  watch?: (() => Promise<StopReason | null>) | undefined
}

/** `code` is null when a signal ended the process; `stopped` is null when no limit did. */
export type Exit = { code: number | null; stopped: StopReason | null; stderr: string }

export type LimitedProcess = {
  stdout: Readable
  /** Settles when the process has exited, for any reason. */
  exit: Promise<Exit>
  stop: (reason: StopReason) => void
  /** False once it has exited, also while a process that it started still holds its pipes. */
  isRunning: () => boolean
}

const STDERR_CHARS = 4_000
const WATCH_MS = 500

/** Starts a program under limits of time, processor time and memory. It is killed, with its children, when it exceeds one. */
export function startLimited(command: LimitedCommand): LimitedProcess {
  command.signal?.throwIfAborted()
  const pipes = ['pipe', 'pipe', 'pipe', ...(command.channel ? ['pipe' as const] : [])] as ['pipe', 'pipe', 'pipe']
  // Its own process group: git starts helpers, which would survive a killed parent.
  const options = { env: command.env, stdio: pipes, detached: true, cwd: '/' }
  const child = spawn('prlimit', [...limitsOf(command), command.program, ...command.args], options)
  yieldToOthers(child.pid, command.niceness)
  const socket: unknown = child.stdio[3]
  if (socket instanceof Duplex) command.channel?.(socket)
  let stderr = ''
  let stopped: StopReason | null = null
  const stop = (reason: StopReason) => {
    stopped ??= reason
    killGroup(child.pid)
  }
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_CHARS)
    command.onStderr?.(text)
  })
  // It may exit before it has read its input.
  child.stdin.on('error', () => undefined)
  if (command.input instanceof Readable) command.input.pipe(child.stdin)
  else child.stdin.end(command.input ?? '')
  const letGo = watchLimits(command, stop)
  const exit = once(child, 'close').then(
    // The kernel sends SIGXCPU at the limit of processor time.
    ([code, signal]): Exit => ({
      code: code as number | null,
      stopped: stopped ?? (signal === 'SIGXCPU' ? 'timeout' : null),
      stderr,
    }),
    (error: unknown): Exit => ({ code: null, stopped, stderr: String(error) }),
  )
  void exit.then(letGo)
  const isRunning = () => child.exitCode === null && child.signalCode === null
  return { stdout: child.stdout, exit, stop, isRunning }
}

function limitsOf({ memoryMb, cpuSeconds }: LimitedCommand): string[] {
  return [
    `--data=${memoryMb * 1024 * 1024}`,
    ...(cpuSeconds === undefined ? [] : [`--cpu=${cpuSeconds}:${cpuSeconds + 1}`]),
  ]
}

/** Before it starts children, which inherit it. */
function yieldToOthers(pid: number | undefined, niceness: number | undefined): void {
  if (pid === undefined || niceness === undefined) return
  try {
    setPriority(pid, niceness)
  } catch {
    // gone already
  }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // gone already
  }
}

function watchLimits({ seconds, signal, watch }: LimitedCommand, stop: (reason: StopReason) => void): () => void {
  const onAbort = () => stop('stopped')
  const deadline = setTimeout(() => stop('timeout'), seconds * 1000)
  const ticking = watch && setInterval(() => void watch().then((reason) => reason && stop(reason)), WATCH_MS)
  signal?.addEventListener('abort', onAbort, { once: true })
  return () => {
    clearTimeout(deadline)
    clearInterval(ticking)
    signal?.removeEventListener('abort', onAbort)
  }
}
