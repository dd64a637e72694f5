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

describe('slots and the line in front of them', () => {
  test('who comes when all slots are taken stands in line and hears how it moves', async () => {
    const { pool } = fakePool()
    const first = await pool.acquire(here(), () => null)
    const places: Record<string, number[]> = { b: [], c: [] }
    const second = pool.acquire(here(), (place) => places['b']?.push(place))
    const third = pool.acquire(here(), (place) => places['c']?.push(place))
    expect(pool.state()).toMatchObject({ busy: 1, queued: 2 })
    await first.release()
    await (await second).release()
    await (await third).release()
    expect(places).toEqual({ b: [1], c: [2, 1] })
    expect(pool.state()).toMatchObject({ busy: 0, queued: 0 })
  })

  test('a full line refuses, a long wait refuses, and whoever leaves makes room', async () => {
    const { pool } = fakePool({ queueMax: 1, queueMs: 30 })
    const first = await pool.acquire(here(), () => null)
    const caller = new AbortController()
    const waiting = pool.acquire(caller.signal, () => null)
    await expect(pool.acquire(here(), () => null)).rejects.toBeInstanceOf(Busy)
    caller.abort()
    await expect(waiting).rejects.toThrow('left')
    await expect(pool.acquire(here(), () => null)).rejects.toBeInstanceOf(Busy)
    await first.release()
    expect(pool.state()).toMatchObject({ busy: 0, queued: 0 })
  })

  test('a sandbox that cannot be opened gives its slot back', async () => {
    const { pool } = fakePool({ open: () => Promise.reject(new Error('no wall')) })
    await expect(pool.acquire(here(), () => null)).rejects.toThrow('no wall')
    expect(pool.state().busy).toBe(0)
  })

  test('every sandbox is used once, and those started ahead are ended with the pool', async () => {
    const { pool, ended, opened } = fakePool({ warm: 2 })
    pool.refill()
    await (await pool.acquire(here(), () => null)).release()
    expect(ended).toEqual([1])
    await pool.close()
    expect(ended).toHaveLength(opened())
  })
})
