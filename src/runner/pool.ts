import type { Sandbox } from './sandbox.ts'
import { createShelf, type ShelfOptions } from './shelf.ts'

export type PoolOptions = ShelfOptions & { slots: number; queueMax: number; queueMs: number }

/** A slot and an empty sandbox in it; both are given back by `release`. */
export type Lease = { sandbox: Sandbox; release: () => Promise<void> }

/** The queue is full, or waiting took too long: the caller may try elsewhere. */
export class Busy extends Error {}

type Waiting = { go: () => void; place: (place: number) => void }

export type Pool = ReturnType<typeof createPool>

/** Slots for sandboxes in use, and a short line of people in front of them. */
export function createPool(options: PoolOptions) {
  const { slots, queueMax } = options
  const shelf = createShelf(options)
  const line: Waiting[] = []
  let busy = 0

  const giveBack = () => {
    busy -= 1
    line.shift()?.go()
    for (const [index, waiting] of line.entries()) waiting.place(index + 1)
    shelf.refill()
  }
  return {
    refill: shelf.refill,
    state: () => ({ slots, busy, queued: line.length, queueMax }),
    async acquire(signal: AbortSignal, onPlace: (place: number) => void): Promise<Lease> {
      if (busy >= slots && line.length >= queueMax) throw new Busy('the queue is full')
      if (busy >= slots) await stand({ line, options, signal, onPlace })
      busy += 1
      try {
        const sandbox = await shelf.take()
        return { sandbox, release: () => sandbox.end().finally(giveBack) }
      } catch (error) {
        giveBack()
        throw error
      }
    },
    /** Ends what was started ahead. What is in use is its holder's. */
    close: shelf.close,
  }
}

type Wait = { line: Waiting[]; options: PoolOptions; signal: AbortSignal; onPlace: (place: number) => void }

/** Resolves when it is our turn; leaves the line when the caller leaves or the wait is too long. */
function stand({ line, options, signal, onPlace }: Wait): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (error: Error) => {
      const at = line.indexOf(waiting)
      if (at === -1) return
      line.splice(at, 1)
      for (const [index, behind] of line.entries()) if (index >= at) behind.place(index + 1)
      done()
      reject(error)
    }
    const timer = setTimeout(() => leave(new Busy('waited too long')), options.queueMs)
    const onAbort = () => leave(new Error('the caller left'))
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
    const waiting: Waiting = {
      place: onPlace,
      go: () => {
        done()
        resolve()
      },
    }
    line.push(waiting)
    onPlace(line.length)
    signal.addEventListener('abort', onAbort)
  })
}
