/** Retention of events, and of every count of them that a page can request. */
export const EVENTS_KEPT_DAYS = 90

/**
 * Counts are kept in buckets of these lengths. The finest would answer everything, but a month of minutes is a million rows; so
 * minutes are kept for a week, five minutes for a month, and hours for the whole retention.
 */
export const ROLLUPS = [
  { seconds: 60, keptDays: 8 },
  { seconds: 300, keptDays: 32 },
  { seconds: 3600, keptDays: EVENTS_KEPT_DAYS },
] as const

/** Histogram bounds of response times in milliseconds (columns `ms_…`). */
export const RESPONSE_BOUNDS_MS = [10, 25, 50, 100, 250, 500, 1000, 2500] as const
