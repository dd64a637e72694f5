/** A node that was not seen for this long counts as dead. Longer than a restart, because its mirrors are then fetched again. */
export const DEAD_AFTER_SECONDS = 30

/** Longer without a report means that this node, or the database, was away. */
const LATE_MS = 10_000

/**
 * Whether a node may take over from dead ones. After an outage of the database, or when this node was frozen, the others look dead
 * although they were only unable to report, so it waits until its own reports have arrived for as long as theirs may be late.
 */
export function trackReports() {
  let since: number | null = null
  let last = 0
  return {
    /** A report of this node has arrived. Times are milliseconds of a clock that only goes forward. */
    arrived(now: number): void {
      if (since === null || now - last > LATE_MS) since = now
      last = now
    },
    mayTakeOver: (now: number): boolean =>
      since !== null && now - last <= LATE_MS && now - since >= DEAD_AFTER_SECONDS * 1000,
  }
}
