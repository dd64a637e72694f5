import { threadId } from 'node:worker_threads'
import { serveTasks } from './threads.ts'

const task = <In>(name: string, run: (input: In) => unknown) => ({ name, deadlineMs: 1_000, run })

let isWorn = false

/** A thread that misbehaves in every way that user texts can cause. */
const tasks = [
  task('echo', (text: string) => text),
  task('spin', (ms: number) => {
    for (const end = performance.now() + ms; performance.now() < end;);
    return ms
  }),
  task('wait', (flag: Int32Array) => Atomics.wait(flag, 0, 0)),
  task('spin-for-ever', () => {
    for (;;);
  }),
  task('throw', (text: string) => {
    throw new RangeError(text)
  }),
  task('hoard', () => {
    const kept: unknown[] = []
    for (;;) kept.push(Array.from({ length: 1_000_000 }).fill(kept.length + 0.5))
  }),
  task('wear-out', () => {
    isWorn = true
    return threadId
  }),
]
serveTasks(tasks, () => isWorn)
