import { addDays, isDate, type Wall, weekdayOf } from '#base/wall-time.ts'
import type { Workweek } from '../repeat.ts'

type Named = 'today' | 'tonight' | 'tomorrow' | 'other'

/** A calendar day. `again`: the next such day, used when this one has passed. */
export type Day = { wall: Wall; named: Named; again: ((wall: Wall) => Wall) | null }

export type ReadDay = { day: Day; rest: string }

const NAMED: readonly [RegExp, Named, number][] = [
  [/^(today|היום)(?= |$)/, 'today', 0],
  [/^(tonight|this evening|הערב|הלילה)(?= |$)/, 'tonight', 0],
  [/^(tomorrow|tmrw?|מחר)(?= |$)/, 'tomorrow', 1],
  [/^(the day after tomorrow|day after tomorrow|מחרתיים)(?= |$)/, 'other', 2],
]

const WEEKDAYS = [
  /^(?:this |on )?(?:sunday|sun)(?= |$)|^(?:ב?יום )?(?:ראשון|א')(?: הקרוב)?(?= |$)/,
  /^(?:this |on )?(?:monday|mon)(?= |$)|^(?:ב?יום )?(?:שני|ב')(?: הקרוב)?(?= |$)/,
  /^(?:this |on )?(?:tuesday|tues?)(?= |$)|^(?:ב?יום )?(?:שלישי|ג')(?: הקרוב)?(?= |$)/,
  /^(?:this |on )?(?:wednesday|wed)(?= |$)|^(?:ב?יום )?(?:רביעי|ד')(?: הקרוב)?(?= |$)/,
  /^(?:this |on )?(?:thursday|thurs?|thu)(?= |$)|^(?:ב?יום )?(?:חמישי|ה')(?: הקרוב)?(?= |$)/,
  /^(?:this |on )?(?:friday|fri)(?= |$)|^(?:ב?יום )?(?:שישי|ו')(?: הקרוב)?(?= |$)/,
  /^(?:this |on )?(?:saturday|sat)(?= |$)|^(?:ב?(?:יום )?)?(?:שבת)(?: הקרובה)?(?= |$)/,
]

const MONTHS = [
  /^(?:january|jan|ב?ינואר)$/,
  /^(?:february|feb|ב?פברואר)$/,
  /^(?:march|mar|ב?מרץ|ב?מרס)$/,
  /^(?:april|apr|ב?אפריל)$/,
  /^(?:may|ב?מאי)$/,
  /^(?:june|jun|ב?יוני)$/,
  /^(?:july|jul|ב?יולי)$/,
  /^(?:august|aug|ב?אוגוסט)$/,
  /^(?:september|sept?|ב?ספטמבר)$/,
  /^(?:october|oct|ב?אוקטובר)$/,
  /^(?:november|nov|ב?נובמבר)$/,
  /^(?:december|dec|ב?דצמבר)$/,
]

/** The day at the beginning of the text. Null when there is none or it is ambiguous. */
export function readDay(text: string, now: Wall, workweek: Workweek): ReadDay | null {
  return (
    readNamed(text, now) ??
    readMonthEnd(text, now) ??
    readNextWeek(text, now, workweek) ??
    readWeekday(text, now) ??
    readDate(text, now)
  )
}

function readNamed(text: string, now: Wall): ReadDay | null {
  for (const [pattern, named, days] of NAMED) {
    const [found] = pattern.exec(text) ?? []
    // "הלילה" means the evening only with an hour; alone it is ambiguous.
    if (found === undefined || text === 'הלילה') continue
    return { day: { wall: addDays(now, days), named, again: null }, rest: text.slice(found.length).trim() }
  }
  return null
}

/** `end of month`, `סוף החודש`: its last day. */
function readMonthEnd(text: string, now: Wall): ReadDay | null {
  const [found] = /^(?:at )?(?:the )?end of (?:the |this )?month(?= |$)|^ב?סוף החודש(?= |$)/.exec(text) ?? []
  if (found === undefined) return null
  const again = (wall: Wall) => lastDayOfMonth({ ...wall, month: wall.month + 1 })
  return { day: { wall: lastDayOfMonth(now), named: 'other', again }, rest: text.slice(found.length).trim() }
}

function lastDayOfMonth({ year, month, ...time }: Wall): Wall {
  const first = { year: year + Math.floor(month / 12), month: (month % 12) + 1, ...time, day: 1 }
  return addDays(first, -1)
}

/** `next tuesday`, `יום שלישי הבא`: that day of the next calendar week, as calendars read it. */
function readNextWeek(text: string, now: Wall, workweek: Workweek): ReadDay | null {
  const english = /^(?:on )?next (?=\p{L})/u.exec(text)
  const found = readWeekdayName(english ? text.slice(english[0].length) : text)
  if (!found) return null
  const [next] = english ? [''] : (/^הב(?:א|אה)(?= |$)/.exec(found.rest) ?? [])
  if (next === undefined) return null
  const firstDay = workweek === 'sun-thu' ? 0 : 1
  const intoWeek = (day: number) => (day - firstDay + 7) % 7
  const days = 7 - intoWeek(weekdayOf(now)) + intoWeek(found.weekday)
  return { day: { wall: addDays(now, days), named: 'other', again: null }, rest: found.rest.slice(next.length).trim() }
}

function readWeekday(text: string, now: Wall): ReadDay | null {
  const found = readWeekdayName(text)
  if (!found) return null
  const { weekday, rest } = found
  const ahead = (weekday - weekdayOf(now) + 7) % 7
  // "Friday" on a Friday is ambiguous: today or in a week.
  if (ahead === 0 && rest === '') return null
  return { day: { wall: addDays(now, ahead), named: 'other', again: (wall) => addDays(wall, 7) }, rest }
}

/** Sunday is 0. */
export function readWeekdayName(text: string): { weekday: number; rest: string } | null {
  const weekday = WEEKDAYS.findIndex((pattern) => pattern.test(text))
  const [found = ''] = WEEKDAYS[weekday]?.exec(text) ?? []
  return weekday < 0 ? null : { weekday, rest: text.slice(found.length).trim() }
}

function readDate(text: string, now: Wall): ReadDay | null {
  return readIso(text, now) ?? readDotted(text, now) ?? readMonth(text, now)
}

function readIso(text: string, now: Wall): ReadDay | null {
  const match = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[t ]|$)/.exec(text)
  const [found = '', year, month, day] = match ?? []
  return match && onDate(now, Number(day), Number(month), year, text.slice(found.length))
}

/** `1.12`, `1.12.2026`; with slashes only if the order of day and month is unambiguous. */
function readDotted(text: string, now: Wall): ReadDay | null {
  const match = /^(?:ב-?)?(\d{1,2})([./])(\d{1,2})(?:\2(\d{4}|\d{2}))?(?= |$)/.exec(text)
  if (!match) return null
  const [found, first, dot, second, year] = match
  const [a, b] = [Number(first), Number(second)]
  if (dot === '/' && a <= 12 && b <= 12 && a !== b) return null
  const [day, month] = dot === '/' && b > 12 ? [b, a] : [a, b]
  return onDate(now, day, month, year, text.slice(found.length))
}

/** `1 dec`, `dec 1`, `1 בדצמבר 2026`. */
function readMonth(text: string, now: Wall): ReadDay | null {
  const match =
    /^(?:on |ב-? ?)?(\d{1,2})(?:st|nd|rd|th)? (?:of )?(\p{L}+)(?: (\d{4}))?(?= |$)/u.exec(text) ??
    /^(?:on )?(\p{L}+) (\d{1,2})(?:st|nd|rd|th)?(?: (\d{4}))?(?= |$)(?!:)/u.exec(text)
  if (!match) return null
  const [found, one = '', two = '', year] = match
  const [day, name] = /^\d/.test(one) ? [one, two] : [two, one]
  const month = MONTHS.findIndex((pattern) => pattern.test(name)) + 1
  return month === 0 ? null : onDate(now, Number(day), month, year, text.slice(found.length))
}

/** Without a year, the next such day: this year or, if it has passed, next year. */
function onDate(now: Wall, day: number, month: number, asked: string | undefined, rest: string): ReadDay | null {
  const year = asked === undefined ? now.year : Number(asked.length === 2 ? `20${asked}` : asked)
  if (!isDate(year, month, day)) return null
  const wall = { ...now, year, month, day }
  const again = (passed: Wall) => ({ ...passed, year: passed.year + 1 })
  return { day: { wall, named: 'other', again: asked === undefined ? again : null }, rest: rest.trim() }
}
