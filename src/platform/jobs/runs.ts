import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { LeaderLease } from '../lease.ts'
import type { JobRun, RunId, RunStatus, Trigger } from './job.ts'

const COLUMNS = sql`run_id as "runId", job_id as "jobId", status, trigger, owner, started_at as "startedAt",
  ended_at as "endedAt", processed, total, error, failure_reason as "failureReason"`

export type NewRun = { runId: RunId; jobId: string; trigger: Trigger; owner: string; startedAt: Date }

/** False when the job runs already: a unique index allows one open run per job. */
export async function openRun(db: Db, run: NewRun, lease: LeaderLease): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into job_runs (run_id, job_id, status, trigger, owner, epoch, started_at, processed, stuck_reported)
    values (${run.runId}, ${run.jobId}, 'running', ${run.trigger}, ${run.owner}, ${String(lease.epoch)}, ${run.startedAt}, 0, false)
    on conflict (job_id) where status = 'running' do nothing
  `.execute(db)
  return numAffectedRows === 1n
}

export async function recordSkipped(db: Db, run: NewRun, lease: LeaderLease, reason: string): Promise<void> {
  await sql`
    insert into job_runs
      (run_id, job_id, status, trigger, owner, epoch, started_at, ended_at, processed, failure_reason, stuck_reported)
    values (${run.runId}, ${run.jobId}, 'skipped', ${run.trigger}, ${run.owner}, ${String(lease.epoch)}, ${run.startedAt},
      ${run.startedAt}, 0, ${reason}, false)
  `.execute(db)
}

/** Updates open runs only: a late write cannot re-open a run that another leader closed. */
export async function writeProgress(db: Db, runId: RunId, processed: number, total: number | null): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update job_runs set processed = ${processed}, total = ${total} where run_id = ${runId} and status = 'running'
  `.execute(db)
  return numAffectedRows === 1n
}

export type RunOutcome = {
  status: Exclude<RunStatus, 'running' | 'skipped'>
  processed: number
  total: number | null
  error: string | null
  failureReason: string | null
}

export async function closeRun(db: Db, runId: RunId, ending: RunOutcome, endedAt: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update job_runs set status = ${ending.status}, ended_at = ${endedAt}, processed = ${ending.processed},
      total = ${ending.total}, error = ${ending.error}, failure_reason = ${ending.failureReason}
    where run_id = ${runId} and status = 'running'
  `.execute(db)
  return numAffectedRows === 1n
}

/** Runs that an earlier holder of the lock left open. */
export async function listOrphans(db: Db, lease: LeaderLease, after: RunId | null, limit: number): Promise<JobRun[]> {
  const { rows } = await sql<JobRun>`
    select ${COLUMNS} from job_runs
    where status = 'running' and started_at < ${lease.acquiredAt} and epoch < ${String(lease.epoch)}
      ${after === null ? sql`` : sql`and run_id > ${after}`}
    order by run_id limit ${limit}
  `.execute(db)
  return rows
}

/** Guarded by the status: a run that ended in the meantime keeps its own ending. */
export async function closeOrphans(db: Db, runIds: readonly RunId[], now: Date): Promise<RunId[]> {
  const { rows } = await sql<{ runId: RunId }>`
    update job_runs set status = 'failed', ended_at = ${now}, failure_reason = 'orphaned'
    where run_id = any(${[...runIds]}::uuid[]) and status = 'running'
    returning run_id as "runId"
  `.execute(db)
  return rows.map(({ runId }) => runId)
}

/** Each run is reported once. */
export async function claimStuckRuns(db: Db, startedBefore: Date): Promise<JobRun[]> {
  const { rows } = await sql<JobRun>`
    update job_runs set stuck_reported = true
    where status = 'running' and started_at <= ${startedBefore} and not stuck_reported
    returning ${COLUMNS}
  `.execute(db)
  return rows
}

export async function listLastStarts(db: Db): Promise<Map<string, Date>> {
  const { rows } = await sql<{ jobId: string; startedAt: Date }>`
    select job_id as "jobId", max(started_at) as "startedAt" from job_runs where status <> 'skipped' group by job_id
  `.execute(db)
  return new Map(rows.map(({ jobId, startedAt }) => [jobId, startedAt]))
}

/** The latest runs of each job, newest first. */
export async function latestRuns(db: Db, jobIds: readonly string[], each: number): Promise<JobRun[]> {
  const { rows } = await sql<JobRun>`
    select latest.* from unnest(${[...jobIds]}::text[]) as wanted (id)
    cross join lateral (
      select ${COLUMNS} from job_runs where job_id = wanted.id order by started_at desc limit ${each}
    ) latest
  `.execute(db)
  return rows
}

export async function deleteOldRuns(db: Db, startedBefore: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from job_runs where started_at < ${startedBefore} and status <> 'running'
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}

export async function requestRun(db: Db, jobId: string, now: Date): Promise<void> {
  await sql`
    insert into job_requests (job_id, requested_at) values (${jobId}, ${now}) on conflict (job_id) do nothing
  `.execute(db)
}

export async function claimRunRequests(db: Db): Promise<string[]> {
  const { rows } = await sql<{ jobId: string }>`delete from job_requests returning job_id as "jobId"`.execute(db)
  return rows.map(({ jobId }) => jobId)
}
