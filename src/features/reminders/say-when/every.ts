import { firstWall, isRepeatInterval, type PlainUnit, type Repeat, type Workweek } from '../repeat.ts'
import { addDays, isDate, isLater, type Wall, weekdayOf } from '#base/wall-time.ts'
import { readWeekdayName } from './day.ts'
import { readNumber } from './numbers.ts'
import { readTime, type Time } from './time.ts'

export type Every = { first: Wall; repeat: Repeat }

/** A rule, the day of the week or month that it names, and the text after it. */
type Rule = { unit: PlainUnit | 'weekday'; interval: number; on: On; rest: string }
type On = { weekday: number } | { day: number } | null

const EVERY = /^(?:(?:every|each|ב?כל|מדי) |פעם ב-? ?)/
const WORKDAY = /^(?:weekday|workday|working day|יום חול|יום עבודה)(?= |$)/
const WORKDAYS = /^(?:(?:on |every )?(?:weekdays|workdays)|(?:ב|כל )?ימי חול)(?= |$)/
const ADVERBS: readonly [RegExp, PlainUnit][] = [
  [/^daily(?= |$)/, 'day'],
  [/^weekly(?= |$)/, 'week'],
  [/^monthly(?= |$)/, 'month'],
]
const UNITS: readonly [RegExp, PlainUnit, number][] = [
  [/^(?:days?|ימים|יום)(?= |$)/, 'day', 1],
  [/^(?:weeks?|שבועות|שבוע)(?= |$)/, 'week', 1],
  [/^(?:months?|חודשים|חודש)(?= |$)/, 'month', 1],
  [/^יומיים(?= |$)/, 'day', 2],
  [/^שבועיים(?= |$)/, 'week', 2],
  [/^חודשיים(?= |$)/, 'month', 2],
]

/** `every monday at 9`, `every 2 weeks`, `weekdays 9:30`, `כל יום ב-9`, `פעם בשבועיים`. Null when it is no rule, or unclear. */
export function readEvery(text: string, now: Wall, workweek: Workweek): Every | null {
  const rule = readRule(text)
  if (rule) return start(rule, rule.rest, now, workweek)
  // The hour before the rule: "at 9 every day", "ב-9 כל יום".
  const [, time, later = ''] =
    /^(.+?) ((?:every|each|ב?כל|מדי|daily|weekly|monthly|(?:on )?weekdays)(?: .*)?)$/.exec(text) ?? []
  const after = time === undefined ? null : readRule(later)
  return after?.rest === '' && time !== undefined ? start(after, time, now, workweek) : null
}

function readRule(text: string): Rule | null {
  const workdays = matched(WORKDAYS, text)
  if (workdays) return { unit: 'weekday', interval: 1, on: null, rest: workdays.rest }
  for (const [pattern, unit] of ADVERBS) {
    const adverb = matched(pattern, text)
    if (adverb) return withDay({ unit, interval: 1, on: null, rest: adverb.rest })
  }
  const every = matched(EVERY, text)
  return every && readBody(every.rest)
}

function readBody(text: string): Rule | null {
  const workday = matched(WORKDAY, text)
  if (workday) return { unit: 'weekday', interval: 1, on: null, rest: workday.rest }
  return readMonthDay(text) ?? readCounted(text) ?? readNamed(text) ?? readUnit(text, 1)
}

/** "2 weeks", "other day", "שני ימים". */
function readCounted(text: string): Rule | null {
  const [found = '', number = ''] = /^(\d+|\p{L}+) /u.exec(text) ?? []
  const count = number === 'other' ? 2 : readNumber(number)
  return count === null || found === '' ? null : readUnit(text.slice(found.length), count, true)
}

function readUnit(text: string, count: number, isCounted = false): Rule | null {
  for (const [pattern, unit, times] of UNITS) {
    const found = matched(pattern, text)
    if (found && !(isCounted && times > 1))
      return withDay({ unit, interval: count * times, on: null, rest: found.rest })
  }
  return null
}

/** "monday", "יום שני". */
function readNamed(text: string): Rule | null {
  const found = readWeekdayName(text)
  return found && { unit: 'week', interval: 1, on: { weekday: found.weekday }, rest: found.rest }
}

/** "15 בחודש" after "כל". */
function readMonthDay(text: string): Rule | null {
  const [found, day] = /^(\d{1,2}) [בל]חודש(?= |$)/.exec(text) ?? []
  return found === undefined ? null : { unit: 'month', interval: 1, on: { day: Number(day) }, rest: cut(text, found) }
}

/** The day after the rule: "every 2 weeks on monday", "every month on the 15th", "כל חודש ב-15 בחודש". */
function withDay(rule: Rule): Rule {
  if (rule.unit === 'week') {
    const named = readWeekdayName(rule.rest)
    return named ? { ...rule, on: { weekday: named.weekday }, rest: named.rest } : rule
  }
  if (rule.unit !== 'month') return rule
  const [found, english, hebrew] =
    /^(?:on )?(?:the )?(\d{1,2})(?:st|nd|rd|th)(?= |$)|^ב-? ?(\d{1,2}) [בל]חודש(?= |$)/.exec(rule.rest) ?? []
  return found === undefined ? rule : { ...rule, on: { day: Number(english ?? hebrew) }, rest: cut(rule.rest, found) }
}

const MORNING: Time = { hour: 9, minute: 0 }

function start({ unit, interval, on }: Rule, text: string, now: Wall, workweek: Workweek): Every | null {
  const time = text === '' ? MORNING : readTime(text)
  if (!time || !isRepeatInterval(interval)) return null
  const repeat = unit === 'weekday' ? { unit, days: workweek } : { unit, interval }
  const today = { ...now, hour: time.hour, minute: time.minute }
  const first = on === null ? fromToday(repeat, today, now) : onNamed(on, today, now)
  return first && { first, repeat }
}

/** Today if the hour is still to come, otherwise one interval later. */
function fromToday(repeat: Repeat, today: Wall, now: Wall): Wall | null {
  const first = firstWall(repeat, today)
  if (isLater(first, now)) return first
  switch (repeat.unit) {
    case 'weekday':
      return firstWall(repeat, addDays(today, 1))
    case 'day':
      return addDays(today, repeat.interval)
    case 'week':
      return addDays(today, repeat.interval * 7)
    case 'month':
      return nextMonthWith(today.day, addMonths(today, repeat.interval), now)
  }
}

function onNamed(on: { weekday: number } | { day: number }, today: Wall, now: Wall): Wall | null {
  if ('day' in on) return nextMonthWith(on.day, today, now)
  const wall = addDays(today, (on.weekday - weekdayOf(today) + 7) % 7)
  return isLater(wall, now) ? wall : addDays(wall, 7)
}

/** The first month from this one in which the day exists and is to come: a rule that began on the 30th would never reach the 31st. */
function nextMonthWith(day: number, from: Wall, now: Wall): Wall | null {
  for (let months = 0; months < 12; months += 1) {
    const wall = { ...addMonths(from, months), day }
    if (isDate(wall.year, wall.month, day) && isLater(wall, now)) return wall
  }
  return null
}

/** Keeps the day, which the month may not have. */
function addMonths(wall: Wall, months: number): Wall {
  const count = wall.year * 12 + wall.month - 1 + months
  return { ...wall, year: Math.floor(count / 12), month: (count % 12) + 1 }
}

function matched(pattern: RegExp, text: string): { rest: string } | null {
  const [found] = pattern.exec(text) ?? []
  return found === undefined ? null : { rest: cut(text, found) }
}

function cut(text: string, found: string): string {
  return text.slice(found.length).trim()
}
