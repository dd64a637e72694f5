import { once } from 'node:events'
import { readlinkSync } from 'node:fs'
import { availableParallelism, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { LaneQueue } from './lane-queue.ts'

const MARK = 'codeshelf-thread'
/** At least two, so that one slow text leaves a thread for other users. */
const THREADS = Math.min(4, Math.max(2, availableParallelism()))
const MAX_QUEUE_MS = 10_000
/** A task that needs more memory fails alone instead of crashing the process. */
const MAX_HEAP_MB = 512
const THREAD_NICENESS = 5
/** A process that stops does not wait longer for its threads. */
const CLOSE_MS = 2_000
/** Small, because each thread keeps this much for good. */
const YOUNG_HEAP_MB = 16

/** Work on text whose cost its author decides. The thread looks it up by `name`, so it must be unique. */
export type Task<In, Out> = {
  name: string
  /** Counted from the start of the run, not from the request. */
  deadlineMs: number
  /** The caller does not use the buffers of the input again: they pass to the thread without a copy, which megabytes would need. */
  consumesInput?: true
  run: (input: In) => Out | Promise<Out>
}

/** Runs a task in a worker thread, or inline. When the signal is aborted the task is not started, or its thread is ended. */
export type Offload = <In, Out>(task: Task<In, Out>, input: In, signal?: AbortSignal) => Promise<Out>

const ERROR_NAMES = { deadline: 'TaskDeadline', busy: 'TaskBusy', cancelled: 'TaskCancelled', failed: 'TaskFailed' }

/** `deadline`: the thread was ended. `busy`: the task was never started. `failed`: it threw, or ran out of memory. */
export class TaskError extends Error {
  readonly reason: keyof typeof ERROR_NAMES

  constructor(reason: TaskError['reason'], message: string) {
    super(message)
    this.name = ERROR_NAMES[reason]
    this.reason = reason
  }
}

/** A task that missed its deadline or whose client has gone is an expected result; a task that threw is a bug. */
export function isDeadlineOrBusy(error: unknown): boolean {
  return error instanceof TaskError && error.reason !== 'failed'
}

export type Threads = {
  /** Tasks of one lane run one after another, and lanes take turns: one user's slow texts delay mostly that user. */
  run: <In, Out>(lane: string, task: Task<In, Out>, input: In, signal?: AbortSignal) => Promise<Out>
  /** Waits for the threads to end, but not for one that cannot be interrupted. */
  close: () => Promise<void>
}

type Entry = {
  task: Task<never, unknown>
  input: unknown
  resolve: (output: unknown) => void
  reject: (error: unknown) => void
  signal: AbortSignal | undefined
  /** Ends the wait in the queue: its time limit and the listener of the signal. */
  leaveQueue: () => void
}
type Slot = { worker: Worker | null; isFree: boolean }

/** A pool of worker threads that start with their first task. A task that misses its deadline ends its thread. */
export function openThreads(findUrl: () => Promise<URL>, size = THREADS): Threads {
  const slots: Slot[] = Array.from({ length: size }, () => ({ worker: null, isFree: true }))
  const queue = new LaneQueue<Entry>()

  const ending = new Set<Promise<unknown>>()

  const serve = async (slot: Slot, lane: string, entry: Entry): Promise<void> => {
    const { resolve, reject } = entry
    try {
      slot.worker ??= await start(await findUrl())
      const { output, isWorn } = await answerTo(slot.worker, entry)
      resolve(output)
      if (isWorn) discard(slot, ending)
    } catch (error) {
      // A task that threw leaves its thread usable; after anything else the thread is stuck or gone.
      if (!(error instanceof TaskThrew)) discard(slot, ending)
      reject(error)
    }
    slot.isFree = true
    queue.release(lane)
    pump()
  }
  const pump = (): void => {
    for (const slot of slots) {
      const next = slot.isFree ? queue.next() : null
      if (!next) continue
      slot.isFree = false
      next.entry.leaveQueue()
      void serve(slot, next.lane, next.entry)
    }
  }
  return {
    run<In, Out>(lane: string, task: Task<In, Out>, input: In, signal?: AbortSignal): Promise<Out> {
      const answer = enqueue(queue, lane, { task: task as Task<never, unknown>, input, signal })
      pump()
      return answer as Promise<Out>
    },
    async close() {
      for (const slot of slots) discard(slot, ending)
      await Promise.race([Promise.all(ending), sleep(CLOSE_MS, undefined, { ref: false })])
    },
  }
}

async function enqueue(
  queue: LaneQueue<Entry>,
  lane: string,
  job: Pick<Entry, 'task' | 'input' | 'signal'>,
): Promise<unknown> {
  const { task, signal } = job
  if (signal?.aborted) throw cancelled(task)
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const giveUp = (reason: TaskError) => {
    entry.leaveQueue()
    queue.remove(lane, entry)
    reject(reason)
  }
  const isBusy = (why: string) => new TaskError('busy', `${task.name} was not started${why}`)
  const timer = setTimeout(() => giveUp(isBusy(` within ${MAX_QUEUE_MS} ms`)), MAX_QUEUE_MS)
  const onAbort = () => giveUp(cancelled(task))
  signal?.addEventListener('abort', onAbort, { once: true })
  const leaveQueue = () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
  const entry: Entry = { ...job, resolve, reject, leaveQueue }
  if (!queue.add(lane, entry)) giveUp(new TaskError('busy', `${task.name} was not started: too many tasks are waiting`))
  return promise
}

class TaskThrew extends TaskError {}

/** Frees the slot at once: code that cannot be interrupted may keep its thread alive for any time. */
function discard(slot: Slot, ending: Set<Promise<unknown>>): void {
  const ended = slot.worker?.terminate()
  slot.worker = null
  if (!ended) return
  ending.add(ended)
  void ended.finally(() => ending.delete(ended))
}

function cancelled({ name }: Pick<Task<never, unknown>, 'name'>): TaskError {
  return new TaskError('cancelled', `${name} was cancelled`)
}

/** Resolves when the modules of the thread are loaded: on a busy machine that takes longer than a task may. */
async function start(url: URL): Promise<Worker> {
  const worker = new Worker(url, {
    workerData: MARK,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
  })
  // An idle thread must not keep a process alive that has nothing else to do.
  worker.unref()
  await once(worker, 'message')
  return worker
}

/** For programs without requests and for tests: the same work without a thread, and so without a deadline. */
export async function runInline<In, Out>(task: Task<In, Out>, input: In): Promise<Out> {
  return task.run(input)
}

type Question = { name: string; input: unknown }
type Done = { output: unknown; isWorn: boolean }
type Answer = ({ ok: true } & Done) | { ok: false; error: string }

async function answerTo(worker: Worker, { task, input, signal }: Entry): Promise<Done> {
  const question: Question = { name: task.name, input }
  const stop = new AbortController()
  const timer = setTimeout(() => {
    stop.abort(new TaskError('deadline', `${task.name} did not finish within ${task.deadlineMs} ms`))
  }, task.deadlineMs)
  const onAbort = () => stop.abort(cancelled(task))
  if (signal?.aborted) onAbort()
  signal?.addEventListener('abort', onAbort, { once: true })
  // `once` also rejects on 'error', which an uncaught exception and a full heap cause.
  const events = [once(worker, 'message', stop), once(worker, 'exit', stop)]
  try {
    worker.postMessage(question, task.consumesInput ? buffersOf(input) : [])
    const [answer] = (await Promise.race(events)) as [Answer | number]
    if (typeof answer === 'number') throw new TaskError('failed', `${task.name} ended its thread`)
    if (!answer.ok) throw new TaskThrew('failed', `${task.name} threw ${answer.error}`)
    return answer
  } catch (error) {
    if (error instanceof TaskError) throw error
    if (stop.signal.reason instanceof TaskError) throw stop.signal.reason
    throw new TaskError('failed', `${task.name} ended its thread: ${error instanceof Error ? error.name : 'unknown'}`)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
    stop.abort()
  }
}

/**
 * The thread's side: a module that calls this serves tasks when it is started as a thread, and does nothing when imported. `isWorn` is asked after each
 * task whether the thread holds memory that only its end frees; then the next task gets a new one.
 */
export function serveTasks(tasks: readonly Task<never, unknown>[], isWorn = () => false): void {
  const port = parentPort
  if (workerData !== MARK || !port) return
  yieldToEventLoop()
  const byName = new Map(tasks.map((task) => [task.name, task]))
  port.on('message', async ({ name, input }: Question) => {
    const answer = await answerOf(byName.get(name), input, isWorn)
    port.postMessage(answer, answer.ok ? buffersOf(answer.output) : [])
  })
  port.postMessage('ready')
}

/** Of the thread alone: where all cores are busy, requests that need no thread go first. Only Linux tells a thread its id. */
function yieldToEventLoop(): void {
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), THREAD_NICENESS)
  } catch {
    // Elsewhere all threads are equal.
  }
}

/**
 * Buffers that are transferred instead of copied: the event loop would copy ten megabytes of HTML. Only whole buffers, because
 * Node's small ones are parts of a shared pool.
 */
function buffersOf(value: unknown): ArrayBuffer[] {
  if (typeof value !== 'object' || value === null) return []
  if (!(value instanceof Uint8Array)) return Object.values(value).flatMap(buffersOf)
  const { buffer, byteLength } = value
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}

/** Only the name of an error leaves the thread: its message may quote a user's text. */
async function answerOf(
  task: Task<never, unknown> | undefined,
  input: unknown,
  isWorn: () => boolean,
): Promise<Answer> {
  if (!task) return { ok: false, error: 'UnknownTask' }
  try {
    return { ok: true, output: await task.run(input as never), isWorn: isWorn() }
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error.name : 'unknown' }
  }
}
