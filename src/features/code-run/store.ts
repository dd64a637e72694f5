import type { UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'

/** Claims the run slot of a user; true when it was free or expired. */
export async function claimSlot(db: Db, userId: UserId, runId: string, now: Date, until: Date): Promise<boolean> {
  const taken = await db
    .insertInto('code_runs')
    .values({ user_id: userId, run_id: runId, held_until: until })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ run_id: runId, held_until: until })
        .where('code_runs.held_until', '<=', now),
    )
    .returning('run_id')
    .executeTakeFirst()
  return taken !== undefined
}

export async function releaseSlot(db: Db, userId: UserId, runId: string): Promise<void> {
  await db.deleteFrom('code_runs').where('user_id', '=', userId).where('run_id', '=', runId).execute()
}
