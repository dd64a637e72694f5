import type { Sandbox } from './sandbox.ts'
import { createShelf, type ShelfOptions } from './prestarted.ts'

export type PoolOptions = ShelfOptions & { slots: number; queueMax: number; queueMs: number }

/** A slot with an empty sandbox; `release` frees both. */
export type SandboxSlot = { sandbox: Sandbox; release: () => Promise<void> }

/** The queue is full, or the wait took too long: the caller may try another runner. */
export class Busy extends Error {}

type Waiting = { go: () => void; onPosition: (position: number) => void }

export type Pool = ReturnType<typeof createPool>

/** Slots for sandboxes in use, and a short queue of callers. */
export function createPool(options: PoolOptions) {
  const { slots, queueMax } = options
  const shelf = createShelf(options)
  const line: Waiting[] = []
  let busy = 0

  const giveBack = () => {
    busy -= 1
    line.shift()?.go()
    for (const [index, waiting] of line.entries()) waiting.onPosition(index + 1)
    shelf.refill()
  }
  return {
    refill: shelf.refill,
    state: () => ({ slots, busy, queued: line.length, queueMax }),
    async acquire(signal: AbortSignal, onPosition: (position: number) => void): Promise<SandboxSlot> {
      if (busy >= slots && line.length >= queueMax) throw new Busy('the queue is full')
      if (busy >= slots) await stand({ line, options, signal, onPosition })
      busy += 1
      try {
        const sandbox = await shelf.take()
        return { sandbox, release: () => sandbox.end().finally(giveBack) }
      } catch (error) {
        giveBack()
        throw error
      }
    },
    /** Ends the prestarted sandboxes. Those in use belong to their holders. */
    close: shelf.close,
  }
}

type Wait = { line: Waiting[]; options: PoolOptions; signal: AbortSignal; onPosition: (position: number) => void }

/** Resolves when it is our turn; leaves the queue when the caller disconnects or the wait is too long. */
function stand({ line, options, signal, onPosition }: Wait): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (error: Error) => {
      const at = line.indexOf(waiting)
      if (at === -1) return
      line.splice(at, 1)
      for (const [index, behind] of line.entries()) if (index >= at) behind.onPosition(index + 1)
      done()
      reject(error)
    }
    const timer = setTimeout(() => leave(new Busy('waited too long')), options.queueMs)
    const onAbort = () => leave(new Error('the caller disconnected'))
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
    const waiting: Waiting = {
      onPosition,
      go: () => {
        done()
        resolve()
      },
    }
    line.push(waiting)
    onPosition(line.length)
    signal.addEventListener('abort', onAbort)
  })
}
