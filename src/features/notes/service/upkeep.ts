import type { JobCtx } from '#platform/jobs/job.ts'
import { deleteExpired } from '../store/notes.ts'

const BATCH = 200

/** Purges expired notes in small batches. */
export async function purgeExpiredNotes({ db, clock, progress, signal }: JobCtx): Promise<void> {
  let purged = 0
  for (let batch = BATCH; batch > 0 && !signal.aborted; purged += batch) {
    batch = await deleteExpired(db, clock(), BATCH)
    progress(purged + batch)
  }
}
