import type { Db } from '#platform/db/pool.ts'
import { dropOldCounts } from '#platform/events/counts.ts'
import { dropOldAlerts } from '../store/alerts.ts'
import { oldestKept } from '../window.ts'

/** What nobody can ask for any more. Says how many rows went. */
export async function forgetOld(db: Db, now: Date, signal: AbortSignal): Promise<number> {
  let dropped = await dropOldCounts(db, now, signal)
  for (let rows = 1; rows > 0 && !signal.aborted; dropped += rows) rows = await dropOldAlerts(db, oldestKept(now))
  return dropped
}
