import type { Db } from '#platform/db/pool.ts'
import { deleteExpired } from '../store/notes.ts'

const BATCH = 200

/** Notes past their date go for good, in small statements. */
export async function purgeExpiredNotes(db: Db, now: Date): Promise<number> {
  let purged = 0
  for (let batch = await deleteExpired(db, now, BATCH); batch > 0; batch = await deleteExpired(db, now, BATCH))
    purged += batch
  return purged
}
