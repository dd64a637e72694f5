import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { parentPort, Worker, workerData } from 'node:worker_threads'

const MARK = 'codeshelf-thread'
/** At least two, so that one slow text leaves a thread for other users. */
const THREADS = Math.min(4, Math.max(2, availableParallelism()))
const MAX_QUEUED = 256
const MAX_QUEUED_PER_LANE = 32
const MAX_QUEUE_MS = 10_000
/** A task that needs more memory fails alone instead of crashing the process. */
const MAX_HEAP_MB = 512
/** Small, because each thread keeps this much for good. */
const YOUNG_HEAP_MB = 16

/** Work on text whose cost its author decides. The thread looks it up by `name`, so it must be unique. */
export type Task<In, Out> = {
  name: string
  /** Counted from the start of the run, not from the request. */
  deadlineMs: number
  run: (input: In) => Out | Promise<Out>
}

/** Runs a task in a worker thread, or inline. */
export type Offload = <In, Out>(task: Task<In, Out>, input: In) => Promise<Out>

/** `deadline`: the thread was ended. `busy`: the task was never started. `failed`: it threw, or ran out of memory. */
export class TaskError extends Error {
  readonly reason: 'deadline' | 'busy' | 'failed'

  constructor(reason: TaskError['reason'], message: string) {
    super(message)
    this.name = reason === 'deadline' ? 'TaskDeadline' : reason === 'busy' ? 'TaskBusy' : 'TaskFailed'
    this.reason = reason
  }
}

/** Exceeding the deadline is an expected result; a task that threw is a bug. */
export function isDeadlineOrBusy(error: unknown): boolean {
  return error instanceof TaskError && error.reason !== 'failed'
}

export type Threads = {
  /** Tasks of one lane run one after another, and lanes take turns: one user's slow texts delay mostly that user. */
  run: <In, Out>(lane: string, task: Task<In, Out>, input: In) => Promise<Out>
  close: () => Promise<void>
}

type Entry = {
  task: Task<never, unknown>
  input: unknown
  resolve: (output: unknown) => void
  reject: (error: Error) => void
  timer: NodeJS.Timeout
}
type Slot = { worker: Worker | null; isFree: boolean }

/** A pool of worker threads that start with their first task. A task that misses its deadline ends its thread. */
export function openThreads(findUrl: () => Promise<URL>, size = THREADS): Threads {
  const slots: Slot[] = Array.from({ length: size }, () => ({ worker: null, isFree: true }))
  const queue = new LaneQueue()

  const serve = async (slot: Slot, lane: string, { task, input, resolve, reject }: Entry): Promise<void> => {
    try {
      slot.worker ??= await start(await findUrl())
      const { output, isWorn } = await answerTo(slot.worker, task, input)
      resolve(output)
      if (isWorn) await discard(slot)
    } catch (error) {
      const failure = error instanceof Error ? error : new TaskError('failed', `${task.name} failed`)
      // A task that threw leaves its thread usable; after anything else the thread is stuck or gone.
      if (!(failure instanceof TaskThrew)) await discard(slot)
      reject(failure)
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
      clearTimeout(next.entry.timer)
      void serve(slot, next.lane, next.entry)
    }
  }
  return {
    run<In, Out>(lane: string, task: Task<In, Out>, input: In): Promise<Out> {
      const answer = queue.add(lane, task as Task<never, unknown>, input)
      pump()
      return answer as Promise<Out>
    },
    async close() {
      await Promise.all(slots.map(discard))
    },
  }
}

/** Waiting tasks by lane. A lane with a running task is skipped, and a served lane goes to the back. */
class LaneQueue {
  readonly #lanes = new Map<string, Entry[]>()
  readonly #running = new Set<string>()
  #length = 0

  add(lane: string, task: Task<never, unknown>, input: unknown): Promise<unknown> {
    const entries = this.#lanes.get(lane) ?? []
    if (this.#length >= MAX_QUEUED || entries.length >= MAX_QUEUED_PER_LANE)
      return Promise.reject(new TaskError('busy', `${task.name} was not started: too many tasks are waiting`))
    return new Promise((resolve, reject) => {
      const entry: Entry = {
        task,
        input,
        resolve,
        reject,
        timer: setTimeout(() => this.#expire(lane, entry), MAX_QUEUE_MS),
      }
      entries.push(entry)
      this.#lanes.set(lane, entries)
      this.#length += 1
    })
  }

  next(): { lane: string; entry: Entry } | null {
    for (const [lane, entries] of this.#lanes) {
      const [entry] = entries
      if (!entry || this.#running.has(lane)) continue
      this.#lanes.delete(lane)
      if (entries.length > 1) this.#lanes.set(lane, entries.slice(1))
      this.#running.add(lane)
      this.#length -= 1
      return { lane, entry }
    }
    return null
  }

  release(lane: string): void {
    this.#running.delete(lane)
  }

  #expire(lane: string, entry: Entry): void {
    const left = (this.#lanes.get(lane) ?? []).filter((each) => each !== entry)
    if (left.length > 0) this.#lanes.set(lane, left)
    else this.#lanes.delete(lane)
    this.#length -= 1
    entry.reject(new TaskError('busy', `${entry.task.name} was not started within ${MAX_QUEUE_MS} ms`))
  }
}

class TaskThrew extends TaskError {}

async function discard(slot: Slot): Promise<void> {
  const { worker } = slot
  slot.worker = null
  await worker?.terminate()
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

async function answerTo(worker: Worker, task: Task<never, unknown>, input: unknown): Promise<Done> {
  const question: Question = { name: task.name, input }
  const stop = new AbortController()
  const timer = setTimeout(() => {
    stop.abort(new TaskError('deadline', `${task.name} did not finish within ${task.deadlineMs} ms`))
  }, task.deadlineMs)
  // `once` also rejects on 'error', which an uncaught exception and a full heap cause.
  const events = [once(worker, 'message', stop), once(worker, 'exit', stop)]
  try {
    worker.postMessage(question)
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
  const byName = new Map(tasks.map((task) => [task.name, task]))
  port.on('message', async ({ name, input }: Question) => {
    const answer = await answerOf(byName.get(name), input, isWorn)
    port.postMessage(answer, answer.ok ? buffersOf(answer.output) : [])
  })
  port.postMessage('ready')
}

/**
 * Buffers of the result that are transferred instead of copied: the event loop would copy ten megabytes of HTML. Only whole
 * buffers, because Node's small ones are parts of a shared pool.
 */
function buffersOf(output: unknown): ArrayBuffer[] {
  if (typeof output !== 'object' || output === null) return []
  if (!(output instanceof Uint8Array)) return Object.values(output).flatMap(buffersOf)
  const { buffer, byteLength } = output
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
