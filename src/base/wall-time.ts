import { dateFormats } from './date-format.ts'

/** A wall-clock date and time without a zone, for calendar arithmetic. It is not a point in time. */
export type Wall = { year: number; month: number; day: number; hour: number; minute: number }

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Only for arithmetic: the fields as if they were UTC. */
function count({ year, month, day, hour, minute }: Wall): number {
  return Date.UTC(year, month - 1, day, hour, minute)
}

function fromCount(ms: number): Wall {
  const date = new Date(ms)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
  }
}

export function addDays(wall: Wall, days: number): Wall {
  return fromCount(count(wall) + days * DAY_MS)
}

export function isLater(wall: Wall, than: Wall): boolean {
  return count(wall) > count(than)
}

/** Sunday is 0. */
export function weekdayOf(wall: Wall): number {
  return new Date(count(wall)).getUTCDay()
}

/** Whether the date exists, unlike 31 November. */
export function isDate(year: number, month: number, day: number): boolean {
  const real = fromCount(Date.UTC(year, month - 1, day))
  return real.year === year && real.month === month && real.day === day
}

/** `2026-12-01T09:00`, the field `at` of the API. */
export function toAt({ year, month, day, hour, minute }: Wall): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`
}

export function fromAt(at: string): Wall | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})$/.exec(at)
  if (!match) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match.slice(1).map(Number)
  return isDate(year, month, day) && hour < 24 && minute < 60 ? { year, month, day, hour, minute } : null
}

const NUMERIC = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
const clocks = dateFormats({ ...NUMERIC, hourCycle: 'h23' })

/** The wall-clock time of a zone at this time. */
export function wallAt(moment: Date, zone: string): Wall {
  const parts = clocks('en-US', zone).formatToParts(moment)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value ?? 0)
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
  }
}

/**
 * Converts a wall-clock time to a point in time, as the server parses `at`: in a spring gap it moves forward by the gap, in
 * the doubled hour of autumn it is the first. Uses Intl, because Safari has no Temporal.
 */
export function momentOf(wall: Wall, zone: string): Date {
  const wished = count(wall)
  const offsetAt = (ms: number) => count(wallAt(new Date(ms), zone)) - Math.floor(ms / MINUTE_MS) * MINUTE_MS
  // Compare the offsets a day before and after, which a clock change on this day cannot affect.
  const before = offsetAt(wished - DAY_MS)
  const after = offsetAt(wished + DAY_MS)
  const candidates = [wished - before, wished - after].toSorted((a, b) => a - b)
  const exact = candidates.find((ms) => count(wallAt(new Date(ms), zone)) === wished)
  return new Date(exact ?? wished - before)
}
