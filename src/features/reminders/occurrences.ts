import { isWorkday, type Series } from './repeat.ts'
import { LAST_MOMENT, onWallClock } from './when.ts'

/**
 * The first occurrence of a series after this time; null beyond the year 9999. Occurrences keep the wall-clock time of their
 * zone. One that falls into a spring gap moves forward by the gap; the 31st is the last day of a shorter month.
 */
export function nextOccurrence(series: Series, after: Date): Date | null {
  const from = Temporal.PlainDateTime.from(series.from)
  const here = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(series.tz).toPlainDateTime()
  for (const wall of wallsFrom(series, from, here)) {
    const moment = onWallClock(wall, series.tz)
    if (moment.getTime() > LAST_MOMENT) return null
    if (moment.getTime() > after.getTime()) return moment
  }
  return null
}

/** The wall-clock times of the series, from one that is not after `here`, or from the first. */
function* wallsFrom(
  series: Series,
  from: Temporal.PlainDateTime,
  here: Temporal.PlainDateTime,
): Generator<Temporal.PlainDateTime> {
  const unit = series.unit === 'month' ? 'months' : series.unit === 'week' ? 'weeks' : 'days'
  const interval = series.unit === 'weekday' ? 1 : series.interval
  // Two steps back: a whole day can be missing from the calendar of a zone, and a month be counted short by its last day.
  const passed = Math.floor(from.until(here, { largestUnit: unit })[unit] / interval) - 2
  for (let step = Math.max(0, passed); ; step += 1) {
    // Counted from the first one and not from the previous one, so that the 31st returns after February.
    const wall = from.add({ [unit]: step * interval })
    // Temporal counts Sunday as 7.
    if (series.unit !== 'weekday' || isWorkday(wall.dayOfWeek % 7, series.days)) yield wall
  }
}

export type Occurrence = { remindAt: Date; nextAt: Date | null }

/**
 * The occurrence that is current now, when the next one was to begin at `nextAt`. After an outage this is the latest one:
 * the missed ones are not made up. Without a series it is the last one: a reminder that a change of the code has overtaken.
 */
export function currentOccurrence(series: Series | null, nextAt: Date, now: Date): Occurrence {
  if (series === null) return { remindAt: nextAt, nextAt: null }
  let remindAt = nextAt
  let following = nextOccurrence(series, remindAt)
  while (following !== null && following <= now) {
    remindAt = following
    following = nextOccurrence(series, remindAt)
  }
  return { remindAt, nextAt: following }
}

/** The occurrence that follows an acknowledgement: never one that has passed. */
export function occurrenceAfter(series: Series | null, nextAt: Date, now: Date): Occurrence | null {
  if (series === null) return { remindAt: nextAt, nextAt: null }
  const remindAt = nextAt > now ? nextAt : nextOccurrence(series, now)
  return remindAt && { remindAt, nextAt: nextOccurrence(series, remindAt) }
}
