import type { Preset } from './reminder.ts'
import { firstWall, type Repeat, type Series } from './repeat.ts'
import { fromAt, momentOf, toAt, wallAt } from '#base/wall-time.ts'

export type ReminderTime = { preset: Preset } | { at: string }
export type Resolved = { outcome: 'moment'; moment: Date } | { outcome: 'invalid_at' } | { outcome: 'time_in_past' }

const HOURS: Partial<Record<Preset, number>> = { '1h': 1, '3h': 3, '24h': 24, '1w': 168 }

/** An IANA name. Temporal accepts `+03:00`, but an offset has no daylight saving time, so it is rejected. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId !== ''
  } catch {
    return false
  }
}

/** Resolves a request to a time. Hours are elapsed time; `today-21`, `tomorrow-09` and `at` are wall-clock times. */
export function resolve(asked: ReminderTime, tz: string, now: Date): Resolved {
  if ('at' in asked) return resolveAt(asked.at, tz, now)
  return { outcome: 'moment', moment: presetMoment(asked.preset, tz, now) }
}

export function presetMoment(preset: Preset, tz: string, now: Date): Date {
  const hours = HOURS[preset]
  if (hours !== undefined) return new Date(now.getTime() + hours * 3_600_000)
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(tz).toPlainDate()
  if (preset === 'tomorrow-09') return onWallClock(today.add({ days: 1 }).toPlainDateTime('09:00'), tz)
  const tonight = onWallClock(today.toPlainDateTime('21:00'), tz)
  return tonight.getTime() > now.getTime() ? tonight : onWallClock(today.add({ days: 1 }).toPlainDateTime('21:00'), tz)
}

function resolveAt(at: string, tz: string, now: Date): Resolved {
  const local = parseLocal(at)
  if (!local) return { outcome: 'invalid_at' }
  const moment = onWallClock(local, tz)
  if (moment.getTime() > LAST_MOMENT) return { outcome: 'invalid_at' }
  return moment.getTime() > now.getTime() ? { outcome: 'moment', moment } : { outcome: 'time_in_past' }
}

/** Only four-digit years, which an acknowledgement can send back. */
export const LAST_MOMENT = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

function parseLocal(at: string): Temporal.PlainDateTime | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(at)) return null
  try {
    return Temporal.PlainDateTime.from(at, { overflow: 'reject' })
  } catch {
    return null
  }
}

/** `compatible`: in a spring gap it moves forward by the gap, in the doubled hour of autumn it is the first. */
export function onWallClock(local: Temporal.PlainDateTime, tz: string): Date {
  return new Date(local.toZonedDateTime(tz, { disambiguation: 'compatible' }).epochMilliseconds)
}

/**
 * The rule with its start, and its first occurrence. The start is the wall-clock time that was asked for, not the one that a
 * spring gap moved it to; it is later than the asked one where that is not a working day.
 */
export function startSeries(
  repeat: Repeat,
  time: ReminderTime,
  moment: Date,
  tz: string,
): { series: Series; first: Date } {
  const asked = ('at' in time ? fromAt(time.at) : null) ?? wallAt(moment, tz)
  const start = firstWall(repeat, asked)
  return { series: { ...repeat, from: toAt(start), tz }, first: start === asked ? moment : momentOf(start, tz) }
}

/** Whether the start of an imported rule exists on the calendar, and its zone is known here. */
export function isSeries({ from, tz }: Series): boolean {
  return fromAt(from) !== null && isTimeZone(tz)
}
