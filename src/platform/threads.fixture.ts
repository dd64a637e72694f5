import { serveTasks } from './threads.ts'

const task = <In>(name: string, run: (input: In) => unknown) => ({ name, deadlineMs: 1_000, run })

/** A thread that misbehaves in every way that user texts can cause. */
serveTasks([
  task('echo', (text: string) => text),
  task('spin', (ms: number) => {
    for (const end = performance.now() + ms; performance.now() < end;);
    return ms
  }),
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
])
