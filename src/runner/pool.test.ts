import { describe, expect, test } from 'vitest'
import { Busy, createPool, type PoolOptions } from './pool.ts'
import type { Sandbox } from './sandbox.ts'

function fakePool(options: Partial<PoolOptions> = {}) {
  const ended: number[] = []
  let opened = 0
  const open = async (): Promise<Sandbox> => {
    const id = (opened += 1)
    return {
      isAlive: () => true,
      run: () => Promise.reject(new Error('not here')),
      end: async () => void ended.push(id),
    }
  }
  const pool = createPool({ open, slots: 1, warm: 0, queueMax: 2, queueMs: 10_000, trouble: () => null, ...options })
  return { pool, ended, opened: () => opened }
}

const here = () => new AbortController().signal

describe('the pool', () => {
  test('queues a caller when all slots are taken and reports its position', async () => {
    const { pool } = fakePool()
    const first = await pool.acquire(here(), () => null)
    const positions: Record<string, number[]> = { b: [], c: [] }
    const second = pool.acquire(here(), (position) => positions['b']?.push(position))
    const third = pool.acquire(here(), (position) => positions['c']?.push(position))
    expect(pool.state()).toMatchObject({ busy: 1, queued: 2 })
    await first.release()
    await (await second).release()
    await (await third).release()
    expect(positions).toEqual({ b: [1], c: [2, 1] })
    expect(pool.state()).toMatchObject({ busy: 0, queued: 0 })
  })

  test('rejects when the queue is full or the wait too long, and frees the position of a caller that leaves', async () => {
    const { pool } = fakePool({ queueMax: 1, queueMs: 30 })
    const first = await pool.acquire(here(), () => null)
    const caller = new AbortController()
    const waiting = pool.acquire(caller.signal, () => null)
    await expect(pool.acquire(here(), () => null)).rejects.toBeInstanceOf(Busy)
    caller.abort()
    await expect(waiting).rejects.toThrow('disconnected')
    await expect(pool.acquire(here(), () => null)).rejects.toBeInstanceOf(Busy)
    await first.release()
    expect(pool.state()).toMatchObject({ busy: 0, queued: 0 })
  })

  test('releases the slot when a sandbox cannot be opened', async () => {
    const { pool } = fakePool({ open: () => Promise.reject(new Error('no wall')) })
    await expect(pool.acquire(here(), () => null)).rejects.toThrow('no wall')
    expect(pool.state().busy).toBe(0)
  })

  test('uses every sandbox once and ends prestarted ones on close', async () => {
    const { pool, ended, opened } = fakePool({ warm: 2 })
    pool.refill()
    await (await pool.acquire(here(), () => null)).release()
    expect(ended).toEqual([1])
    await pool.close()
    expect(ended).toHaveLength(opened())
  })
})
