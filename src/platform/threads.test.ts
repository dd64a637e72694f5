import { afterEach, describe, expect, test } from 'vitest'
import { openThreads, type Task, type Threads } from './threads.ts'

const here = async () => new URL('./threads.fixture.ts', import.meta.url)
const task = <In, Out>(name: string, deadlineMs = 20_000): Task<In, Out> => ({
  name,
  deadlineMs,
  run: () => {
    throw new Error('runs inside a thread only')
  },
})
const echo = task<string, string>('echo')
const spin = task<number, number>('spin')
/** Ends when the flag is set. */
const wait = task<Int32Array, string>('wait')
const wearOut = task<null, number>('wear-out')
const endless = task<null, never>('spin-for-ever', 300)

let threads: Threads | null = null
const open = (size: number) => (threads = openThreads(here, size))
afterEach(() => threads?.close())

describe('a pool of threads', () => {
  test('answers each task with its own output', async () => {
    const { run } = open(2)
    const words = ['א', 'b', 'c', 'd']
    expect(await Promise.all(words.map((word, i) => run(`lane ${i}`, echo, word)))).toEqual(words)
  })

  test('rejects with reason "deadline", and serves the next task, when a task does not end', async () => {
    const { run } = open(1)
    await expect(run('dana', endless, null)).rejects.toMatchObject({ reason: 'deadline', name: 'TaskDeadline' })
    expect(await run('dana', echo, 'still here')).toBe('still here')
  })

  test('rejects with the name of an error, never its message, when a task throws', async () => {
    const { run } = open(1)
    const error: unknown = await run('dana', task<string, never>('throw'), 'a secret text').catch(
      (caught: unknown) => caught,
    )
    expect(error).toMatchObject({ reason: 'failed', message: 'throw threw RangeError' })
    expect(await run('dana', echo, 'same thread')).toBe('same thread')
  })

  test('rejects with reason "failed" when a task uses up the memory of its thread', async () => {
    const { run } = open(1)
    await expect(run('dana', task<null, never>('hoard', 55_000), null)).rejects.toMatchObject({ reason: 'failed' })
    expect(await run('dana', echo, 'a new thread')).toBe('a new thread')
  })

  test('answers a task that wears its thread out, and serves the next one in a new thread', async () => {
    const { run } = open(1)
    const ids = [await run('dana', wearOut, null), await run('dana', wearOut, null)]
    expect(new Set(ids).size).toBe(2)
    expect(await run('dana', echo, 'still served')).toBe('still served')
  })

  test('rejects a running task with reason "cancelled" and ends its thread when its signal is aborted', async () => {
    const { run } = open(1)
    const left = new AbortController()
    const running = run('dana', task<null, never>('spin-for-ever'), null, left.signal)
    const waiting = run('dana', echo, 'never started', left.signal)
    const other = run('omer', echo, 'served after it')
    const ended = Promise.allSettled([running, waiting])
    setTimeout(() => left.abort(), 100)
    expect(await ended).toMatchObject([{ reason: { reason: 'cancelled' } }, { reason: { reason: 'cancelled' } }])
    expect(await other).toBe('served after it')
    await expect(run('dana', echo, 'too late', left.signal)).rejects.toMatchObject({ reason: 'cancelled' })
  })

  test('rejects a task that the thread does not know', async () => {
    const { run } = open(1)
    await expect(run('dana', task('unheard-of'), null)).rejects.toMatchObject({
      message: 'unheard-of threw UnknownTask',
    })
  })

  test('runs one task of a user at a time, so that other users are served meanwhile', async () => {
    const { run } = open(2)
    await Promise.all([run('warm', echo, ''), run('up', echo, '')])
    const done: string[] = []
    const flag = new Int32Array(new SharedArrayBuffer(4))
    const slow = [run('omer', wait, flag), run('omer', spin, 20), run('omer', spin, 20)].map(async (task) => {
      await task
      done.push('omer')
    })
    await run('dana', echo, '').then(() => done.push('dana'))
    Atomics.store(flag, 0, 1)
    Atomics.notify(flag, 0)
    await Promise.all(slow)
    expect(done).toEqual(['dana', 'omer', 'omer', 'omer'])
  })

  test('takes turns between users with queued tasks', async () => {
    const { run } = open(1)
    await run('warm', echo, '')
    const done: string[] = []
    const first = ['omer', 'omer', 'omer'].map((lane) => run(lane, spin, 50).then(() => done.push(lane)))
    const second = ['dana', 'noa'].map((lane) => run(lane, spin, 50).then(() => done.push(lane)))
    await Promise.all([...first, ...second])
    expect(done.slice(0, 4).toSorted()).toEqual(['dana', 'noa', 'omer', 'omer'])
  })

  test('rejects with reason "busy" when one user has too many queued tasks', async () => {
    const { run } = open(1)
    await run('warm', echo, '')
    const all = await Promise.allSettled(Array.from({ length: 40 }, () => run('omer', spin, 20)))
    const refused = all.filter((each) => each.status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    for (const each of refused) expect(each.reason).toMatchObject({ reason: 'busy' })
  })
})
