import type { Preset } from '../reminder.ts'
import type { Repeat, Workweek } from '../repeat.ts'
import { type Day, readDay } from './day.ts'
import { readEvery } from './every.ts'
import { type Amount, readAmount } from './relative.ts'
import { readTime, type Time } from './time.ts'
import { addDays, isDate, isLater, toAt, type Wall } from '#base/wall-time.ts'

/**
 * A parsed time. `minutes` are elapsed time, which only the caller, who knows the current time and the zone, can convert to a
 * wall-clock time; `at` is a wall-clock time, with `repeat` the first of a rule.
 */
export type ParsedWhen = { preset: Preset } | { minutes: number } | { at: string; repeat?: Repeat }

/** The default hour of a day without an hour, as in the preset `tomorrow-09`. */
const MORNING: Time = { hour: 9, minute: 0 }

/**
 * Parses `tomorrow 9`, `מחר ב-9`, `fri 14:30`, `יום שישי 14:30`, `in 20 minutes`, `בעוד שעה`, `21:00`, `1.12 09:00`, and
 * rules such as `every monday at 9` and `כל יום ב-9`. Hours are those of a 24-hour clock. Null for text that is not understood, has passed, or is ambiguous: it never guesses.
 */
export function parseWhenText(text: string, now: Wall, workweek: Workweek): ParsedWhen | null {
  const words = plain(text)
  const every = readEvery(words, now, workweek)
  if (every) return { at: toAt(every.first), repeat: every.repeat }
  const amount = readAmount(words)
  if (amount) return fromAmount(amount, now)
  const found = readDay(words, now, workweek)
  if (found) return onDay(found.day, found.rest, now)
  // The hour before the day: "9 מחר", "14:30 fri".
  const [time, ...day] = words.split(' ')
  const later = time === undefined ? null : readDay(day.join(' '), now, workweek)
  if (later?.rest === '' && time !== undefined) return onDay(later.day, time, now)
  return todayOrTomorrow(words, now)
}

/** Normalises spelling variants. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\u0591-\u05bd\u05bf-\u05c7\u200e\u200f\u2066-\u2069]/g, '')
    .replaceAll('־', '-')
    .replaceAll(/[׳’`]/g, "'")
    .replaceAll('״', '"')
    .replaceAll(/[,!]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/ ?\b(a|p)\.?m\b\.?/, ' $1m')
    .trim()
    .replace(/\.$/, '')
}

function fromAmount({ unit, count }: Amount, now: Wall): ParsedWhen | null {
  if (unit === 'week' && count === 1) return { preset: '1w' }
  if (unit === 'day' && count === 1) return { preset: '24h' }
  if (unit === 'week' || unit === 'day') return inDays(unit === 'week' ? count * 7 : count, now)
  const minutes = unit === 'hour' ? count * 60 : count
  if (minutes === 60) return { preset: '1h' }
  if (minutes === 180) return { preset: '3h' }
  if (minutes === 1440) return { preset: '24h' }
  return { minutes }
}

/** Counts calendar days: the hour stays the same across a clock change. */
function inDays(days: number, now: Wall): ParsedWhen | null {
  return days > 3660 ? null : { at: toAt(addDays(now, days)) }
}

function onDay(day: Day, rest: string, now: Wall): ParsedWhen | null {
  if (rest === '') return withoutHour(day, now)
  const time = readTime(day.named === 'tonight' && /\d$/.test(rest) ? `${rest} evening` : rest)
  if (!time) return null
  if (day.named === 'tomorrow' && time.hour === 9 && time.minute === 0) return { preset: 'tomorrow-09' }
  return ahead(day, time, now)
}

function withoutHour(day: Day, now: Wall): ParsedWhen | null {
  if (day.named === 'tomorrow') return { preset: 'tomorrow-09' }
  // After nine it is a time that has passed, which the page says; the preset would be tomorrow's.
  if (day.named === 'tonight')
    return now.hour < 21 ? { preset: 'today-21' } : { at: toAt({ ...day.wall, hour: 21, minute: 0 }) }
  return day.named === 'today' ? null : ahead(day, MORNING, now)
}

/** The day at that hour, or the next such day; null when it has passed. */
function ahead(day: Day, { hour, minute }: Time, now: Wall): ParsedWhen | null {
  const wall = { ...day.wall, hour, minute }
  if (isLater(wall, now)) return { at: toAt(wall) }
  const next = day.again?.(wall)
  return next && isDate(next.year, next.month, next.day) && isLater(next, now) ? { at: toAt(next) } : null
}

/** `21:00` alone is the next 21:00. `9` alone is ambiguous: morning or evening. */
function todayOrTomorrow(words: string, now: Wall): ParsedWhen | null {
  const time = readTime(words)
  if (!time?.isExact) return null
  const wall = { ...now, hour: time.hour, minute: time.minute }
  return { at: toAt(isLater(wall, now) ? wall : addDays(wall, 1)) }
}
