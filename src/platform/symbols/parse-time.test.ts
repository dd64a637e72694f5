import { expect, test } from 'vitest'
import { startTimer } from './parse-time.ts'

const HOUR_MS = 3_600_000

/** Lets time pass without work. */
function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

/** Works until the thread has used so much processor time, however long that takes. */
function work(ms: number): void {
  const before = process.threadCpuUsage()
  for (let used = 0; used <= ms * 1000;) {
    const { user, system } = process.threadCpuUsage(before)
    used = user + system
  }
}

test('startTimer does not count time in which the thread waits', () => {
  const isOver = startTimer({ cpuMs: 30, elapsedMs: HOUR_MS })
  sleep(60)
  expect(isOver()).toBe(false)
  sleep(60)
  expect(isOver()).toBe(false)
})

test('startTimer ends when the thread has used its processor time', () => {
  const isOver = startTimer({ cpuMs: 30, elapsedMs: HOUR_MS })
  sleep(40)
  expect(isOver()).toBe(false)
  work(40)
  expect(isOver()).toBe(true)
})

test('startTimer ends when too much time has passed, however little of it the thread used', () => {
  const isOver = startTimer({ cpuMs: HOUR_MS, elapsedMs: 30 })
  expect(isOver()).toBe(false)
  sleep(40)
  expect(isOver()).toBe(true)
})
