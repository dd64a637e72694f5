import { once } from 'node:events'
import { parentPort, Worker, workerData } from 'node:worker_threads'

const MARK = 'codeshelf-thread'
/** Behind a longer queue a person would wait for seconds; the caller has a plainer answer for them. */
const MAX_WAITING = 16

export type Thread<In, Out> = { run: (job: In) => Promise<Out>; close: () => Promise<void> }

/**
 * One worker thread for work that would hold up every request. It starts with its first job and does one at a time; a
 * job that takes too long ends the thread, and the next job gets a new one.
 */
export function openThread<In, Out>(findUrl: () => Promise<URL>, timeoutMs: number): Thread<In, Out> {
  let worker: Worker | null = null
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  const runAlone = async (job: In): Promise<Out> => {
    worker ??= await start(await findUrl())
    try {
      return await answerTo(worker, job, timeoutMs)
    } catch (error) {
      await worker.terminate()
      worker = null
      throw error
    }
  }
  return {
    async run(job) {
      if (waiting >= MAX_WAITING) throw new Error('The thread has too much to do')
      waiting += 1
      const mine = last.then(() => runAlone(job)).finally(() => (waiting -= 1))
      last = mine.catch(() => null)
      return mine
    },
    async close() {
      await worker?.terminate()
    },
  }
}

/** Ready when its modules are loaded: on a busy machine that takes longer than a job may. */
async function start(url: URL): Promise<Worker> {
  const worker = new Worker(url, { workerData: MARK })
  // An idle thread must not keep a process alive that has nothing else to do.
  worker.unref()
  await once(worker, 'message')
  return worker
}

async function answerTo<In, Out>(worker: Worker, job: In, timeoutMs: number): Promise<Out> {
  const signal = AbortSignal.timeout(timeoutMs)
  // `once` also rejects on 'error': what the job threw.
  const answer = once(worker, 'message', { signal })
  worker.postMessage(job)
  const [result] = (await answer) as [Out]
  return result
}

/** The other side: a module that calls this does the jobs when it is started as a thread, and nothing when imported. */
export function answerThread<In, Out>(handle: (job: In) => Promise<Out>): void {
  const port = parentPort
  if (workerData !== MARK || !port) return
  port.on('message', async (job: In) => port.postMessage(await handle(job)))
  port.postMessage('ready')
}
