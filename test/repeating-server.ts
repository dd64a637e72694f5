import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** What is sent for every request: `head`, and then `chunk` again and again, each as a chunk of its own. */
export type Repeated = { head?: Uint8Array; chunk: Uint8Array; times: number }

/** A server in a thread of its own, so that making an answer costs the measured thread nothing. */
export async function startRepeatingServer(repeated: Repeated) {
  const thread = new Worker(new URL('./repeating-server-thread.ts', import.meta.url), { workerData: repeated })
  const [port] = (await once(thread, 'message')) as [number]
  return {
    address: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      await thread.terminate()
    },
  }
}
