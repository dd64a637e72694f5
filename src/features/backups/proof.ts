import { addSeconds } from '#base/time.ts'

/** One backup that was made and restored for a trial. */
export type Proof = {
  startedAt: Date
  endedAt: Date
  /** The name of its folder; null when it came to none. */
  backup: string | null
  sizeBytes: number | null
  tableCount: number | null
  rowCount: number | null
  backupMs: number
  restoreMs: number | null
  result: 'proven' | 'different' | 'failed'
  /** Which tables differ, a line each; or in which step it failed. */
  detail: string
}

/** What an admin is told. */
export type BackupState =
  | { state: 'off' }
  | { state: 'never'; last: Proof | null }
  | { state: 'fresh' | 'old' | 'failing'; proven: Proof; last: Proof }

/** A night may be missed; two nights are no accident. */
const PROOF_OLD_AFTER_HOURS = 48

export function stateOf(now: Date, proven: Proof | null, last: Proof | null): BackupState {
  if (!proven || !last) return { state: 'never', last }
  if (proven.startedAt < addSeconds(now, -PROOF_OLD_AFTER_HOURS * 3600)) return { state: 'old', proven, last }
  return { state: last.result === 'proven' ? 'fresh' : 'failing', proven, last }
}

/** Once a night: from this hour of the day (UTC) on, when nothing was tried since. */
export function isDue(now: Date, hour: number, lastStart: Date | null): boolean {
  const today = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour))
  const since = today <= now ? today : addSeconds(today, -86_400)
  return lastStart === null || lastStart < since
}
