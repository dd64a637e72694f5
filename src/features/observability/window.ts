import { EVENTS_KEPT_DAYS } from '#base/rollups.ts'
import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'

export const TIMERANGES = ['1h', '6h', '24h', '7d', '30d'] as const
export type Timerange = (typeof TIMERANGES)[number]
export const DEFAULT_TIMERANGE: Timerange = '24h'

const SECONDS: Readonly<Record<Timerange, number>> = {
  '1h': 3600,
  '6h': 6 * 3600,
  '24h': SECONDS_PER_DAY,
  '7d': 7 * SECONDS_PER_DAY,
  '30d': 30 * SECONDS_PER_DAY,
}

/** From `start` inclusive to `end` exclusive. */
export type Window = { start: Date; end: Date }
export type WindowRequest = { start?: Date | undefined; end?: Date | undefined; timerange?: Timerange | undefined }
export type WindowFault = { fault: 'incomplete' | 'both' | 'backwards' | 'too_old'; field: string }

/** Parses the requested window, or returns what is wrong with it. Defaults to the last day. */
export function readWindow({ start, end, timerange }: WindowRequest, now: Date): Window | WindowFault {
  if (start === undefined && end === undefined) {
    // The end is exclusive, and the current moment must be included.
    const until = addSeconds(now, 0.001)
    return { start: addSeconds(until, -SECONDS[timerange ?? DEFAULT_TIMERANGE]), end: until }
  }
  if (timerange !== undefined) return { fault: 'both', field: 'timerange' }
  if (start === undefined) return { fault: 'incomplete', field: 'start_time' }
  if (end === undefined) return { fault: 'incomplete', field: 'end_time' }
  if (end < start) return { fault: 'backwards', field: 'end_time' }
  if (start < oldestKept(now)) return { fault: 'too_old', field: 'start_time' }
  return { start, end }
}

/** Earlier events are deleted; a window that starts before is refused, because an empty reply would look like silence. */
export function oldestKept(now: Date): Date {
  return addSeconds(now, -EVENTS_KEPT_DAYS * SECONDS_PER_DAY)
}
