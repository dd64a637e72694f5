import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { RunStatus } from './job.ts'

export type LastOutcome = { jobId: string; lastStatus: RunStatus | null; succeededAt: Date | null }

/** How each job ended last, and when it last succeeded: two index lookups each. */
export async function listLastOutcomes(db: Db, jobIds: readonly string[]): Promise<LastOutcome[]> {
  const { rows } = await sql<LastOutcome>`
    select wanted.id as "jobId",
      (select r.status from job_runs r where r.job_id = wanted.id and r.status in ('completed', 'failed')
        order by r.started_at desc limit 1) as "lastStatus",
      (select r.ended_at from job_runs r where r.job_id = wanted.id and r.status = 'completed'
        order by r.started_at desc limit 1) as "succeededAt"
    from unnest(${[...jobIds]}::text[]) as wanted (id)
  `.execute(db)
  return rows
}
