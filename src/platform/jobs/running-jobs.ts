import { addSeconds } from '#base/time.ts'
import type { Job } from './job.ts'
import type { RunnerParts } from './run-job.ts'

/** The jobs that run in this process, at most one of each, and when each was last started. */
export type RunningJobs = {
  isRunning: (job: Job) => boolean
  /** Whether its interval since the last start has passed. */
  isDue: (job: Job) => boolean
  /** Does not wait for the end. A failure of `run` itself is logged with these words. */
  start: (job: Job, run: () => Promise<void>, onFailure: string) => void
  /** Resolves when none is left. */
  idle: () => Promise<void>
}

export function trackJobs(
  { clock, log }: Pick<RunnerParts, 'clock' | 'log'>,
  lastStart = new Map<string, Date>(),
): RunningJobs {
  const running = new Map<string, Promise<void>>()
  return {
    isRunning: ({ id }) => running.has(id),
    isDue: ({ id, everySeconds }) => {
      const last = lastStart.get(id)
      return !last || addSeconds(last, everySeconds) <= clock()
    },
    start: (job, run, onFailure) => {
      lastStart.set(job.id, clock())
      const settled = run()
        .catch((error: unknown) => log.error({ err: error, job: job.id }, onFailure))
        .finally(() => running.delete(job.id))
      running.set(job.id, settled)
    },
    idle: async () => {
      await Promise.all(running.values())
    },
  }
}
