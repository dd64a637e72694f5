import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openSlots } from './slots.ts'

const limits = { total: 3, perUser: 2, waitMs: 50, maxWaiting: 5 }

test('run keeps to the limits per user and per process, and runs everything', async () => {
  const slots = openSlots({ ...limits, waitMs: 5_000, maxWaiting: 100 })
  const now = { all: 0, a: 0, b: 0 }
  const most = { all: 0, a: 0, b: 0 }
  const work = (user: 'a' | 'b') => async () => {
    for (const key of ['all', user] as const) most[key] = Math.max(most[key], (now[key] += 1))
    await sleep(2)
    for (const key of ['all', user] as const) now[key] -= 1
  }
  await Promise.all(
    Array.from({ length: 40 }, (_, i) => slots.run(i % 4 === 0 ? 'b' : 'a', work(i % 4 === 0 ? 'b' : 'a'))),
  )
  expect(most).toMatchObject({ all: 3, a: 2 })
  expect(most.b).toBeLessThanOrEqual(2)
})

test('a user at their limit does not delay another user', async () => {
  const slots = openSlots({ ...limits, waitMs: 5_000 })
  const releases = [await slots.acquire('a'), await slots.acquire('a')]
  const third = slots.acquire('a')
  expect(await slots.run('b', async () => 'done')).toBe('done')
  releases[0]?.()
  expect(await third).toBeTypeOf('function')
})

test('acquire refuses with 429 when the user holds too many slots, and with 503 when others do', async () => {
  const slots = openSlots(limits)
  await slots.acquire('a')
  await slots.acquire('a')
  await expect(slots.acquire('a')).rejects.toMatchObject({ status: 429, code: 'too_many_at_once' })
  await slots.acquire('b')
  await expect(slots.acquire('c')).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
})

test('acquire rejects at once when the queue is full', async () => {
  const slots = openSlots({ ...limits, total: 1, waitMs: 200, maxWaiting: 1 })
  await slots.acquire('a')
  const rejected: string[] = []
  const waiting = slots.acquire('b').catch(() => rejected.push('b'))
  await expect(slots.acquire('c')).rejects.toMatchObject({ status: 503 })
  rejected.push('c')
  await waiting
  expect(rejected).toEqual(['c', 'b'])
})

test('run releases its slot when the work fails', async () => {
  const slots = openSlots({ ...limits, total: 1 })
  await expect(slots.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await slots.run('b', async () => 1)).toBe(1)
})

test('stream holds its slot until the stream is closed, and releases it when it cannot be opened', async () => {
  const slots = openSlots({ ...limits, total: 1 })
  const stream = await slots.stream('a', () => Readable.from(['x']))
  await expect(slots.acquire('b')).rejects.toMatchObject({ status: 503 })
  stream.destroy()
  await expect(slots.stream('b', () => Promise.reject(new Error('no such file')))).rejects.toThrow('no such file')
  expect(await slots.run('c', async () => 'free')).toBe('free')
})

test('acquire lets one user fill a third of the queue, and takes a waiter out of it when its signal is aborted', async () => {
  const slots = openSlots({ total: 1, perUser: 1, waitMs: 5_000, maxWaiting: 6 })
  const release = await slots.acquire('a')
  const left = new AbortController()
  const waiting = [slots.acquire('b', left.signal), slots.acquire('b')]
  await expect(slots.acquire('b')).rejects.toMatchObject({ status: 503 })
  const other = slots.acquire('c')
  left.abort()
  await expect(waiting[0]).rejects.toThrow('aborted')
  release()
  const second = await waiting[1]
  second?.()
  expect(await other).toBeTypeOf('function')
})
