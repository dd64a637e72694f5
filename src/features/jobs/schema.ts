import { z } from 'zod'
import { isoUtc } from '#base/time.ts'
import { percentOf, type ShownJob } from './job-list.ts'

export const JobParams = z.object({ id: z.string() })
export const JobsQuery = z.object({ asked: z.string().optional() })

const RunItem = z.object({
  run_id: z.string(),
  job_id: z.string(),
  status: z.enum(['running', 'completed', 'failed', 'skipped', 'cancelled']),
  trigger: z.enum(['schedule', 'manual']),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  progress: z.int().nullable(),
  processed: z.int(),
  total: z.int().nullable(),
  error: z.string().nullable(),
  failure_reason: z.string().nullable(),
  owner: z.string(),
})
export const JobsReply = z.object({
  ok: z.literal(true),
  jobs: z.array(
    z.object({
      job_id: z.string(),
      title: z.string(),
      every_seconds: z.int(),
      disabled: z.boolean(),
      runs: z.array(RunItem),
    }),
  ),
})

export function toItem(job: ShownJob, title: string): z.output<typeof JobsReply>['jobs'][number] {
  return {
    job_id: job.id,
    title,
    every_seconds: job.everySeconds,
    disabled: job.disabled,
    runs: job.runs.map((run) => ({
      run_id: run.runId,
      job_id: job.id,
      status: run.status,
      trigger: run.trigger,
      started_at: isoUtc(run.startedAt),
      ended_at: run.endedAt && isoUtc(run.endedAt),
      progress: percentOf(run),
      processed: run.processed,
      total: run.total,
      error: run.error,
      failure_reason: run.failureReason,
      owner: run.owner,
    })),
  }
}
