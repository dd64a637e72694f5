import type { Db } from '#platform/db/pool.ts'
import { deleteOldCounts } from '#platform/events/counts.ts'
import { deleteOldAlerts } from '../store/alerts.ts'
import { oldestKept } from '../window.ts'

/** Deletes expired rows and returns how many. */
export async function deleteExpired(db: Db, now: Date, signal: AbortSignal): Promise<number> {
  let dropped = await deleteOldCounts(db, now, signal)
  for (let rows = 1; rows > 0 && !signal.aborted; dropped += rows) rows = await deleteOldAlerts(db, oldestKept(now))
  return dropped
}
