/** Minutes between attempts; there is no retry after the fifth. */
const RETRY_MINUTES = [1, 5, 15, 60] as const

/** Seconds until the next attempt after this many failures; null when there is none. */
export function retryDelaySeconds(failed: number): number | null {
  const minutes = RETRY_MINUTES[failed - 1]
  return minutes === undefined ? null : minutes * 60
}
