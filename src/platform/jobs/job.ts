import type { Logger } from 'pino'
import type { LocalizedText } from '#base/messages.ts'
import type { Id } from '#base/ids.ts'
import type { Db } from '../db/pool.ts'
import type { Emit } from '../events/event.ts'

export type RunId = Id<'run'>

/** What a job may access. */
export type JobCtx = {
  db: Db
  clock: () => Date
  emit: Emit
  log: Logger
  newId: <Kind extends string>() => Id<Kind>
  /** Aborted when the time limit passes or leadership is lost: stop at the next safe point. */
  signal: AbortSignal
  /** Progress; written at most once a second. */
  progress: (processed: number, total?: number) => void
}

export type Job = {
  /** Also its name in events and in the table of runs. */
  id: string
  title: LocalizedText
  everySeconds: number
  timeLimitSeconds: number
  /** For a polling job: a poll without work records no run. */
  hasWork?: (ctx: Pick<JobCtx, 'db' | 'clock'>) => Promise<boolean>
  /**
   * Every worker takes part, not only the leader: its rows are claimed with `for update skip locked`, or locked and compared again before they are
   * written. The leader records the runs.
   */
  isShared?: true
  run: (ctx: JobCtx) => Promise<void>
}

export const RUN_STATUSES = ['running', 'completed', 'failed', 'skipped', 'cancelled'] as const
export type RunStatus = (typeof RUN_STATUSES)[number]
export type Trigger = 'schedule' | 'manual'

export type JobRun = {
  runId: RunId
  jobId: string
  status: RunStatus
  trigger: Trigger
  owner: string
  startedAt: Date
  endedAt: Date | null
  processed: number
  total: number | null
  error: string | null
  failureReason: string | null
}

export const STUCK_AFTER_MINUTES = 20
export const RUNS_KEPT_DAYS = 30
export const RECONCILE_TIMEOUT_SECS = 120
export const RECONCILE_BATCH = 200
export const RECONCILE_MAX = 2_000
export const RECONCILE_SAMPLE = 20
