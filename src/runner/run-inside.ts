import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunEnd, RunJob, StreamName } from '#platform/runners/protocol.ts'
import type { Group } from './cgroups/groups.ts'
import type { Engine } from './engines/engine.ts'
import { keptStream } from './output.ts'
import type { Child } from './child.ts'
import { OUTPUT_LIMIT_BYTES } from './program-limits.ts'
import { type Ending, endOf } from './verdict.ts'

/** How long pipes may stay open after the exit. If they stay open longer, a process in the sandbox still lives and is killed. */
const AT_ONCE_MS = 100
const LAST_WORDS_MS = 5_000
/** Enough for the last line of a traceback. */
const TAIL_BYTES = 300

type Inside = {
  child: Child
  group: Group
  engine: Engine
  job: RunJob
  emit: (stream: StreamName, text: string) => void
  signal: AbortSignal
  /** Kills what is left of the sandbox. */
  end: () => Promise<void>
}

/** The only run of a sandbox: from its request to the exit of its first process. */
export async function runInside(inside: Inside): Promise<RunEnd> {
  const { child, group, engine, job, emit, signal } = inside
  group.limitMemory((job.memoryMb + engine.overheadMb) * 1024 * 1024)
  group.thaw()
  const stdout = keptStream('stdout', job.outputBytes, emit)
  const stderr = keptStream('stderr', job.outputBytes, emit)
  let killedFor: Ending['killedFor'] = null
  const kill = (reason: NonNullable<Ending['killedFor']>) => {
    killedFor ??= reason
    child.kill('SIGKILL')
  }
  const take = (stream: typeof stdout) => (bytes: Buffer) => {
    if (killedFor !== 'output_limit') stream.take(bytes)
    if (stdout.written + stderr.written > OUTPUT_LIMIT_BYTES) kill('output_limit')
  }
  const answer = afterFirstByte(child, take(stdout))
  const tail = lastBytes(child)
  child.stderr.on('data', take(stderr)).resume()

  const started = performance.now()
  const timer = setTimeout(() => kill('timeout'), job.timeoutMs)
  const stop = () => kill('stopped')
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  child.stdin.write(requestBytes(job))
  child.stdin.end(job.stdin)
  await exitOf(child)
  const executionMs = Math.round(performance.now() - started)
  clearTimeout(timer)
  signal.removeEventListener('abort', stop)
  const counts = group.counts()
  await lastWords(inside)
  stdout.finish()
  stderr.finish()
  const { exitCode, signalCode } = child
  const ending: Ending = { killedFor, exitCode, signalCode, firstByte: answer(), lastWords: tail(), ...counts }
  return { ...endOf(ending), executionMs, ...tally(stdout, stderr) }
}

async function lastWords({ child, end }: Inside): Promise<void> {
  const closed = closeOf(child).then(() => true)
  if (await Promise.race([closed, sleep(AT_ONCE_MS, false)])) return
  await end()
  await Promise.race([closed, sleep(LAST_WORDS_MS)])
}

type Counted = { written: number; dropped: number }

function tally(stdout: Counted, stderr: Counted): Pick<RunEnd, 'written' | 'dropped' | 'truncated'> {
  return {
    written: { stdout: stdout.written, stderr: stderr.written },
    dropped: { stdout: stdout.dropped, stderr: stderr.dropped },
    truncated: stdout.dropped + stderr.dropped > 0,
  }
}

/** The boot script's answer comes before any output of the program. */
function afterFirstByte({ stdout }: Child, take: (bytes: Buffer) => void): () => string {
  let first = ''
  stdout.on('data', (bytes: Buffer) => {
    if (first !== '') return take(bytes)
    first = String.fromCharCode(bytes[0] ?? 0)
    if (bytes.length > 1) take(bytes.subarray(1))
  })
  stdout.resume()
  return () => first
}

function lastBytes({ stderr }: Child): () => string {
  let tail = Buffer.alloc(0)
  stderr.on('data', (bytes: Buffer) => {
    tail = Buffer.concat([tail, bytes.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES)
  })
  return () => tail.toString('latin1')
}

/** Two parts, each after its length: the modules that may be imported, or a star, and the code. */
function requestBytes({ code, imports }: RunJob): Buffer {
  return Buffer.concat([imports?.join(',') ?? '*', code].flatMap(lengthAndBytes))
}

function lengthAndBytes(text: string): Buffer[] {
  const bytes = Buffer.from(text)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return [length, bytes]
}

async function exitOf(child: Child): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

async function closeOf({ stdout, stderr }: Child): Promise<void> {
  await Promise.all([stdout, stderr].map(async (stream) => stream.closed || (await once(stream, 'close'))))
}
