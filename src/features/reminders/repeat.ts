import type { Locale } from '#base/messages.ts'
import { addDays, type Wall, weekdayOf } from '#base/wall-time.ts'

export const PLAIN_UNITS = ['day', 'week', 'month'] as const
export const REPEAT_UNITS = [...PLAIN_UNITS, 'weekday'] as const
export const WORKWEEKS = ['sun-thu', 'mon-fri'] as const
export const MAX_REPEAT_INTERVAL = 365

export type PlainUnit = (typeof PLAIN_UNITS)[number]
export type Workweek = (typeof WORKWEEKS)[number]

/** How a reminder repeats. `weekday` is every working day. */
export type Repeat = { unit: PlainUnit; interval: number } | { unit: 'weekday'; days: Workweek }

/** A rule with the wall-clock time of its first occurrence, `2026-12-31T09:00`, and the zone of that clock. */
export type Series = Repeat & { from: string; tz: string }

/** The rule without its start. */
export function repeatOf(series: Series): Repeat {
  return series.unit === 'weekday'
    ? { unit: series.unit, days: series.days }
    : { unit: series.unit, interval: series.interval }
}

/** Zones of Israel, whose working week begins on Sunday. */
const SUNDAY_ZONES = new Set(['Asia/Jerusalem', 'Asia/Tel_Aviv', 'Israel'])

/** Sunday to Thursday in Hebrew and in Israel, Monday to Friday elsewhere. */
export function workweekOf(locale: Locale | null, zone: string): Workweek {
  return locale === 'he' || SUNDAY_ZONES.has(zone) ? 'sun-thu' : 'mon-fri'
}

/** `weekday`: Sunday is 0. */
export function isWorkday(weekday: number, days: Workweek): boolean {
  return days === 'sun-thu' ? weekday <= 4 : weekday >= 1 && weekday <= 5
}

/** The first occurrence at or after this time: only a rule of working days moves it. */
export function firstWall(repeat: Repeat, wall: Wall): Wall {
  if (repeat.unit !== 'weekday' || isWorkday(weekdayOf(wall), repeat.days)) return wall
  return firstWall(repeat, addDays(wall, 1))
}

export function isRepeatInterval(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= MAX_REPEAT_INTERVAL
}

export function isSameSeries(a: Series | null, b: Series | null): boolean {
  if (a === null || b === null) return a === b
  if (a.from !== b.from || a.tz !== b.tz) return false
  if (a.unit === 'weekday') return b.unit === 'weekday' && a.days === b.days
  return b.unit !== 'weekday' && a.unit === b.unit && a.interval === b.interval
}

/** The rule as it is stored: all columns are null for a reminder that does not repeat. */
export type SeriesColumns = {
  repeatUnit: Repeat['unit'] | null
  repeatInterval: number | null
  repeatDays: Workweek | null
  repeatFrom: string | null
  repeatTz: string | null
}

export function readSeries(stored: SeriesColumns): Series | null {
  const { repeatUnit: unit, repeatInterval: interval, repeatDays: days, repeatFrom: from, repeatTz: tz } = stored
  if (unit === null || from === null || tz === null) return null
  if (unit === 'weekday') return days && { unit, days, from, tz }
  return interval === null ? null : { unit, interval, from, tz }
}
