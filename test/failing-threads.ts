import { runInline, TaskError, type Threads } from '#platform/threads.ts'

/** A pool in which tasks of these names fail for this reason, and all others run at once. */
export function failingThreads(names: readonly string[], reason: TaskError['reason']): Threads {
  return {
    run: async (_lane, task, input) => {
      if (names.includes(task.name)) throw new TaskError(reason, `${task.name} was made to fail`)
      return runInline(task, input)
    },
    close: () => Promise.resolve(),
  }
}
