/** Between five attempts: after the fifth it is over. */
const RETRY_MINUTES = [1, 5, 15, 60] as const

/** Seconds until the next attempt after the given number of failed ones; null: that was the last. */
export function retryAfter(failed: number): number | null {
  const minutes = RETRY_MINUTES[failed - 1]
  return minutes === undefined ? null : minutes * 60
}
