import type { Preset } from './reminder.ts'
import { type Day, readDay } from './say-when/day.ts'
import { type Amount, readAmount } from './say-when/relative.ts'
import { readTime, type Time } from './say-when/time.ts'
import { addDays, isDate, isLater, toAt, type Wall } from './wall.ts'

/**
 * What somebody meant by words. `minutes` pass on the one timeline, so only the caller, who has a clock and a zone, can say which
 * wall time that is; `at` is read off the wall.
 */
export type Said = { preset: Preset } | { minutes: number } | { at: string }

/** When a day is named and no hour: the hour of the preset `tomorrow-09`. */
const MORNING: Time = { hour: 9, minute: 0 }

/**
 * `tomorrow 9`, `מחר ב-9`, `fri 14:30`, `יום שישי 14:30`, `in 20 minutes`, `בעוד שעה`, `21:00`, `1.12 09:00`. Hours are those of a
 * clock with 24. Null for what is not understood, is over, or could mean two moments: it is never guessed.
 */
export function sayWhen(text: string, now: Wall): Said | null {
  const words = plain(text)
  const amount = readAmount(words)
  if (amount) return fromAmount(amount, now)
  const found = readDay(words, now)
  if (found) return onDay(found.day, found.rest, now)
  // An hour first and the day after it: "9 מחר", "14:30 fri".
  const [time, ...day] = words.split(' ')
  const later = time === undefined ? null : readDay(day.join(' '), now)
  if (later?.rest === '' && time !== undefined) return onDay(later.day, time, now)
  return todayOrTomorrow(words, now)
}

/** One spelling for everything that is typed in more than one way. */
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

function fromAmount({ unit, count }: Amount, now: Wall): Said | null {
  if (unit === 'week' && count === 1) return { preset: '1w' }
  if (unit === 'day' && count === 1) return { preset: '24h' }
  if (unit === 'week' || unit === 'day') return inDays(unit === 'week' ? count * 7 : count, now)
  const minutes = unit === 'hour' ? count * 60 : count
  if (minutes === 60) return { preset: '1h' }
  if (minutes === 180) return { preset: '3h' }
  if (minutes === 1440) return { preset: '24h' }
  return { minutes }
}

/** Days are counted on the calendar: the same hour, also over a change of the clocks. */
function inDays(days: number, now: Wall): Said | null {
  return days > 3660 ? null : { at: toAt(addDays(now, days)) }
}

function onDay(day: Day, rest: string, now: Wall): Said | null {
  if (rest === '') return withoutHour(day, now)
  const time = readTime(day.named === 'tonight' && /\d$/.test(rest) ? `${rest} evening` : rest)
  if (!time) return null
  if (day.named === 'tomorrow' && time.hour === 9 && time.minute === 0) return { preset: 'tomorrow-09' }
  return ahead(day, time, now)
}

function withoutHour(day: Day, now: Wall): Said | null {
  if (day.named === 'tomorrow') return { preset: 'tomorrow-09' }
  if (day.named === 'tonight') return now.hour < 21 ? { preset: 'today-21' } : null
  return day.named === 'today' ? null : ahead(day, MORNING, now)
}

/** The day at that hour, or its next one; null when it is over for good. */
function ahead(day: Day, { hour, minute }: Time, now: Wall): Said | null {
  const wall = { ...day.wall, hour, minute }
  if (isLater(wall, now)) return { at: toAt(wall) }
  const next = day.again?.(wall)
  return next && isDate(next.year, next.month, next.day) && isLater(next, now) ? { at: toAt(next) } : null
}

/** `21:00` alone is the next 21:00. `9` alone could be the morning or the evening. */
function todayOrTomorrow(words: string, now: Wall): Said | null {
  const time = readTime(words)
  if (!time?.isExact) return null
  const wall = { ...now, hour: time.hour, minute: time.minute }
  return { at: toAt(isLater(wall, now) ? wall : addDays(wall, 1)) }
}
