import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Id } from '#base/ids.ts'
import type { Db } from '../db/pool.ts'
import type { Emit } from '../events/event.ts'
import type { LeaderLease } from '../lease.ts'
import * as events from './events.ts'
import type { Job, RunId, Trigger } from './job.ts'
import { rejectOnAbort } from './reject-when.ts'
import { closeRun, type RunOutcome, type NewRun, openRun, recordSkipped, writeProgress } from './runs.ts'

const PROGRESS_EVERY_MS = 1_000
const RECORD_AGAIN_MS = 1_000
/** Time to finish the current item: a push that was accepted but not recorded would be sent again. */
const LAST_WORDS_MS = 5_000

type Done = { processed: number; total: number | null }
type ReportDone = (done: Done) => void

export type RunnerParts = {
  db: Db
  clock: () => Date
  emit: Emit
  log: Logger
  newId: <Kind extends string>() => Id<Kind>
  owner: string
}

/** Runs a job once and records start and end. Never throws for a failure of the job: the record holds its outcome. */
export async function runJob(
  parts: RunnerParts,
  job: Job,
  trigger: Trigger,
  lease: LeaderLease,
  lostLead: AbortSignal,
): Promise<void> {
  const { db, clock, emit } = parts
  const run = newRun(parts, job, trigger)
  if (!(await openRun(db, run, lease))) return skipJob(parts, job, trigger, lease, 'already_running')
  emit(events.jobStarted, about(run))
  const ending = await execute(parts, job, lostLead, throttledProgress(parts, run.runId))
  const endedAt = clock()
  const isOurs = await untilRecorded(parts, lostLead, () => closeRun(db, run.runId, ending, endedAt))
  if (!isOurs) return // the next leader closed it
  if (ending.status === 'completed') {
    const duration = endedAt.getTime() - run.startedAt.getTime()
    emit(events.jobCompleted, { ...about(run), processed: ending.processed, duration_ms: duration })
  } else if (ending.status === 'failed') {
    const reason = ending.failureReason ?? 'exception'
    emit(events.jobFailed, { ...about(run), failure_reason: reason, error: ending.error ?? '' })
  }
}

/** A run without a recorded end stays `running` in the table, and its job would never start again. */
async function untilRecorded<T>({ log }: RunnerParts, lostLead: AbortSignal, record: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await record()
    } catch (error) {
      // The next leader closes it.
      if (lostLead.aborted) throw error
      log.error({ err: error }, 'the end of a run could not be recorded yet')
      await sleep(RECORD_AGAIN_MS, undefined, { signal: lostLead })
    }
  }
}

export async function skipJob(
  parts: RunnerParts,
  job: Job,
  trigger: Trigger,
  lease: LeaderLease,
  reason: 'disabled' | 'already_running',
): Promise<void> {
  const run = newRun(parts, job, trigger)
  await recordSkipped(parts.db, run, lease, reason)
  parts.emit(events.jobSkipped, { ...about(run), reason })
}

function newRun({ clock, newId, owner }: RunnerParts, { id }: Job, trigger: Trigger): NewRun {
  return { runId: newId<'run'>(), jobId: id, trigger, owner, startedAt: clock() }
}

function about({ jobId, runId, trigger }: NewRun) {
  return { resource: { type: 'job', id: jobId }, run_id: runId, trigger }
}

/** Runs a job until its end, its time limit or `lostLead`. Does not throw: a failure is logged and is an outcome. */
export async function execute(
  parts: RunnerParts,
  job: Job,
  lostLead: AbortSignal,
  report: ReportDone,
): Promise<RunOutcome> {
  const { db, clock, emit, log, newId } = parts
  const timeUp = AbortSignal.timeout(job.timeLimitSeconds * 1000)
  const signal = AbortSignal.any([timeUp, lostLead])
  const done: Done = { processed: 0, total: null }
  const progress = (processed: number, total?: number): void => {
    done.processed = processed
    done.total = total ?? null
    report(done)
  }
  const end = (status: RunOutcome['status'], failureReason: string | null, error: string | null): RunOutcome => ({
    status,
    failureReason,
    error,
    ...done,
  })
  const running = job.run({ db, clock, emit, log, newId, signal, progress })
  try {
    await Promise.race([running, rejectOnAbort(signal)])
    signal.throwIfAborted()
    return end('completed', null, null)
  } catch (error) {
    if (signal.aborted) await Promise.race([running.catch(() => null), sleep(LAST_WORDS_MS, null, { ref: false })])
    if (lostLead.aborted) return end('cancelled', 'leadership_lost', null)
    if (timeUp.aborted) return end('failed', 'time_limit', null)
    log.error({ err: error, job: job.id }, 'job failed')
    // The message may quote user data: it goes to the log, and only the kind of error to the record.
    return end('failed', 'exception', error instanceof Error ? error.name : 'unknown')
  }
}

function throttledProgress({ db, log }: RunnerParts, runId: RunId): ReportDone {
  let writtenAt = 0
  return ({ processed, total }) => {
    if (performance.now() - writtenAt < PROGRESS_EVERY_MS) return
    writtenAt = performance.now()
    writeProgress(db, runId, processed, total).catch((error: unknown) => log.warn({ err: error }, 'progress'))
  }
}
