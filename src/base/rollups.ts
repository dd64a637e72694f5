/** Events are kept so long, and so is every count of them that a page can ask for. */
export const EVENTS_KEPT_DAYS = 90

/**
 * Counts are kept in buckets of these lengths. The finest would answer everything, but a month of minutes is a million rows;
 * each length is kept as long as somebody may ask for it: a week by the minute, a month by five minutes, all of it by the hour.
 */
export const ROLLUPS = [
  { seconds: 60, keptDays: 8 },
  { seconds: 300, keptDays: 32 },
  { seconds: 3600, keptDays: EVENTS_KEPT_DAYS },
] as const

/** Of response times it is counted how many stayed within each of these milliseconds (columns `ms_…`). */
export const RESPONSE_BOUNDS_MS = [10, 25, 50, 100, 250, 500, 1000, 2500] as const
