import { addSeconds } from '#base/time.ts'

/** One backup and its trial restore. */
export type Proof = {
  startedAt: Date
  endedAt: Date
  /** The name of its directory; null when none was created. */
  backup: string | null
  sizeBytes: number | null
  tableCount: number | null
  rowCount: number | null
  backupMs: number
  restoreMs: number | null
  result: 'proven' | 'different' | 'failed'
  /** One line per differing table, or the step that failed. */
  detail: string
}

/** The state that admins see. */
export type BackupState =
  | { state: 'off' }
  | { state: 'never'; last: Proof | null }
  | { state: 'fresh' | 'old' | 'failing'; proven: Proof; last: Proof }

/** One missed night is tolerated, two are not. */
const PROOF_OLD_AFTER_HOURS = 48

export function stateOf(now: Date, proven: Proof | null, last: Proof | null): BackupState {
  if (!proven || !last) return { state: 'never', last }
  if (proven.startedAt < addSeconds(now, -PROOF_OLD_AFTER_HOURS * 3600)) return { state: 'old', proven, last }
  return { state: last.result === 'proven' ? 'fresh' : 'failing', proven, last }
}

/** Once a night: from this UTC hour on, unless an attempt was made since. */
export function isDue(now: Date, hour: number, lastStart: Date | null): boolean {
  const today = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour))
  const since = today <= now ? today : addSeconds(today, -86_400)
  return lastStart === null || lastStart < since
}
