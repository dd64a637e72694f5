import { recordAdminAction } from '#platform/admin-actions.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { latestRuns, requestRun } from '#platform/jobs/runs.ts'
import { type JobInfo, RUNS_SHOWN, type ShownJob } from './job-list.ts'
import { jobNotFound } from './problems.ts'

export type JobsParts = { jobs: readonly JobInfo[]; disabled: readonly string[] }

export async function listJobs({ db }: Pick<UserCtx, 'db'>, { jobs, disabled }: JobsParts): Promise<ShownJob[]> {
  const runs = await latestRuns(
    db,
    jobs.map(({ id }) => id),
    RUNS_SHOWN,
  )
  const byJob = Map.groupBy(runs, ({ jobId }) => jobId)
  return jobs.map((job) => ({ ...job, disabled: disabled.includes(job.id), runs: byJob.get(job.id) ?? [] }))
}

/** Asked for twice before the worker looks is asked for once. */
export async function requestJobRun(ctx: UserCtx, { jobs }: JobsParts, jobId: string): Promise<void> {
  if (!jobs.some(({ id }) => id === jobId)) throw jobNotFound({ job_id: jobId })
  await ctx.db.transaction().execute(async (trx) => {
    await requestRun(trx, jobId, ctx.now)
    await recordAdminAction(trx, ctx, 'job_requested', { type: 'job', id: jobId })
  })
}
