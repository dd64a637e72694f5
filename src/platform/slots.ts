import type { Readable } from 'node:stream'
import { problem } from './problem.ts'

type Busy = { retry_after: number }

const tooManyAtOnce = problem<Busy>(429, 'too_many_at_once', {
  he: 'יותר מדי פעולות כבדות במקביל. אפשר לנסות שוב כשהקודמות יסתיימו.',
  en: 'Too many heavy operations at once. Try again when the others are done.',
})

export const serverBusy = problem<Busy>(503, 'server_busy', {
  he: 'השרת עמוס כרגע. אפשר לנסות שוב בעוד רגע.',
  en: 'The server is busy right now. Try again in a moment.',
})

export type SlotLimits = {
  /** Limit per process. */
  total: number
  /** Limit per user. */
  perUser: number
  /** How long a request may wait for a slot before it is rejected. */
  waitMs: number
  /** Requests beyond this many are rejected at once; one user may have a third of them. */
  maxWaiting: number
}

export type Slots = {
  /** Waits for a slot and returns the function that releases it. A waiter whose signal is aborted leaves the queue. */
  acquire: (user: string, signal?: AbortSignal) => Promise<() => void>
  run: <T>(user: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>
  /** Holds a slot until the stream is closed, read to its end or not. */
  stream: <S extends Readable>(user: string, open: () => S | Promise<S>) => Promise<S>
}

type Waiter = { user: string; start: () => void }

/** Bounds concurrent work per process and per user, in the order of arrival. A user at their limit does not delay other users. */
export function openSlots(limits: SlotLimits): Slots {
  const queue = new SlotQueue(limits)
  return {
    acquire: (user, signal) => queue.acquire(user, signal),
    async run(user, work, signal) {
      const release = await queue.acquire(user, signal)
      try {
        return await work()
      } finally {
        release()
      }
    },
    async stream(user, open) {
      const release = await queue.acquire(user)
      try {
        const stream = await open()
        if (stream.closed) release()
        else stream.once('close', release)
        return stream
      } catch (error) {
        release()
        throw error
      }
    },
  }
}

class SlotQueue {
  private readonly limits: SlotLimits
  private readonly held = new Map<string, number>()
  private readonly waiting: Waiter[] = []
  private taken = 0

  constructor(limits: SlotLimits) {
    this.limits = limits
  }

  async acquire(user: string, signal?: AbortSignal): Promise<() => void> {
    if (this.isFree(user)) return this.take(user)
    signal?.throwIfAborted()
    const own = this.waiting.filter((waiter) => waiter.user === user).length
    if (this.waiting.length >= this.limits.maxWaiting || own >= this.limits.maxWaiting / 3) throw this.refusal(user)
    return new Promise((resolve, reject) => {
      const leave = (error: unknown) => {
        this.waiting.splice(this.waiting.indexOf(waiter), 1)
        forget()
        reject(error)
      }
      const timer = setTimeout(() => leave(this.refusal(user)), this.limits.waitMs)
      const onAbort = () => leave(signal?.reason)
      signal?.addEventListener('abort', onAbort, { once: true })
      const forget = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      const waiter: Waiter = {
        user,
        start: () => {
          forget()
          resolve(this.take(user))
        },
      }
      this.waiting.push(waiter)
    })
  }

  private take(user: string): () => void {
    this.taken += 1
    this.held.set(user, this.heldBy(user) + 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.release(user)
    }
  }

  private release(user: string): void {
    this.taken -= 1
    if (this.heldBy(user) === 1) this.held.delete(user)
    else this.held.set(user, this.heldBy(user) - 1)
    const next = this.waiting.findIndex((waiter) => this.isFree(waiter.user))
    if (next !== -1) this.waiting.splice(next, 1)[0]?.start()
  }

  private refusal(user: string): Error {
    const retryAfter = Math.ceil(this.limits.waitMs / 1000)
    const kind = this.heldBy(user) >= this.limits.perUser ? tooManyAtOnce : serverBusy
    return kind({ retry_after: retryAfter }, { 'retry-after': String(retryAfter) })
  }

  private heldBy(user: string): number {
    return this.held.get(user) ?? 0
  }

  private isFree(user: string): boolean {
    return this.taken < this.limits.total && this.heldBy(user) < this.limits.perUser
  }
}

export type ProcessSlots = {
  /** Requests with one credential, until their response begins. A browser sends six at once, or a hundred over HTTP/2. */
  requests: Slots
  /** Work that holds large texts in memory or starts git. */
  heavy: Slots
  /** Writes to many rows of one user: a second one would wait for the locks of the first until its statement times out. */
  bulkWrites: Slots
  /** Bodies of megabytes that are read as a whole: while one is parsed it is in memory three times. */
  largeBodies: Slots
  /** Downloads and uploads that last as long as the client's connection; each needs little memory. */
  transfers: Slots
  /** Hashes of passwords: each holds a thread and 19 MiB of memory. */
  passwords: Slots
  /** Searches: each asks for several connections of the database at once. */
  searches: Slots
  /** Whole texts for a download: each takes milliseconds of the event loop, and one person may ask for 250 in one moment. */
  texts: Slots
  /** Repositories of libraries that are being written; a second request of the same user waits for the first and finds it done. */
  libraries: Slots
}

export function processSlots(): ProcessSlots {
  return {
    requests: openSlots({ total: Number.POSITIVE_INFINITY, perUser: 16, waitMs: 15_000, maxWaiting: 1_000 }),
    heavy: openSlots({ total: 3, perUser: 2, waitMs: 15_000, maxWaiting: 100 }),
    bulkWrites: openSlots({ total: 3, perUser: 1, waitMs: 15_000, maxWaiting: 100 }),
    largeBodies: openSlots({ total: 4, perUser: 2, waitMs: 15_000, maxWaiting: 100 }),
    transfers: openSlots({ total: 24, perUser: 4, waitMs: 15_000, maxWaiting: 100 }),
    passwords: openSlots({ total: 2, perUser: 2, waitMs: 15_000, maxWaiting: 200 }),
    texts: openSlots({ total: Number.POSITIVE_INFINITY, perUser: 1, waitMs: 15_000, maxWaiting: 1_000 }),
    searches: openSlots({ total: 8, perUser: 3, waitMs: 10_000, maxWaiting: 100 }),
    libraries: openSlots({ total: 2, perUser: 1, waitMs: 60_000, maxWaiting: 100 }),
  }
}
