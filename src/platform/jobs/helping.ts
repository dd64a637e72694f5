import { addSeconds } from '#base/time.ts'
import type { Job } from './job.ts'
import { execute, type RunnerParts } from './run-job.ts'

export type HelperParts = RunnerParts & {
  jobs: readonly Job[]
  /** Ids of jobs that this installation disables. */
  disabled: readonly string[]
}

/** The part of a worker that does not lead in the shared jobs. */
export type Helping = {
  /** Starts shared jobs that are due; does not wait for them to end. */
  startDueJobs: () => void
  /** Stops the running jobs after their current item. */
  abort: () => void
  /** Resolves when no job is running. */
  idle: () => Promise<void>
}

/**
 * Works on the claims of shared jobs beside the leader. A row is claimed by one worker at a time, so nothing is done twice, and
 * what a dead worker had claimed is free again when its claim expires. These runs are not in the table of runs.
 */
export function startHelping(parts: HelperParts): Helping {
  const shared = parts.jobs.filter(({ id, isShared }) => isShared && !parts.disabled.includes(id))
  const lastStart = new Map<string, Date>()
  const running = new Map<string, Promise<void>>()
  let stopped = new AbortController()

  const start = (job: Job): void => {
    lastStart.set(job.id, parts.clock())
    const settled = help(parts, job, stopped.signal)
      .catch((error: unknown) => parts.log.error({ err: error, job: job.id }, 'helping with a job failed'))
      .finally(() => running.delete(job.id))
    running.set(job.id, settled)
  }

  const isDue = ({ id, everySeconds }: Job): boolean => {
    const last = lastStart.get(id)
    return !running.has(id) && (!last || addSeconds(last, everySeconds) <= parts.clock())
  }

  return {
    startDueJobs: () => shared.filter(isDue).forEach(start),
    abort: () => {
      stopped.abort()
      stopped = new AbortController()
    },
    idle: async () => {
      await Promise.all(running.values())
    },
  }
}

async function help(parts: HelperParts, job: Job, stopped: AbortSignal): Promise<void> {
  if (job.hasWork && !(await job.hasWork(parts))) return
  await execute(parts, job, stopped, () => {})
}
