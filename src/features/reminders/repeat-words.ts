import { dateFormatter } from '#base/date-format.ts'
import { type Locale, plural } from '#base/messages.ts'
import { type PlainUnit, type Series, type Workweek, workweekOf } from './repeat.ts'
import { fromAt, type Wall } from '#base/wall-time.ts'
import { zoneName } from './when-words.ts'

/** `Every weekday at 9:00`. `zone` is that of the reader: the zone of the rule is named where it differs. */
export function repeatWords(series: Series, locale: Locale, zone: string): string {
  const start = fromAt(series.from)
  // The table and the import accept only what `fromAt` reads.
  if (!start) throw new Error(`The start of a rule is not a wall-clock time: ${series.from}`)
  const time = `${start.hour}:${String(start.minute).padStart(2, '0')}`
  const every = series.unit === 'weekday' ? weekdays(series.days, locale, zone) : plainRule(series, start, locale)
  const at = locale === 'he' ? `${every} ב-${time}` : `${every} at ${time}`
  return series.tz === zone
    ? at
    : `${at} (${zoneName(new Date(Date.UTC(start.year, start.month - 1, start.day)), locale, series.tz)})`
}

/** The days are named where the reader would expect other ones. */
function weekdays(days: Workweek, locale: Locale, zone: string): string {
  const every = locale === 'he' ? 'בכל יום חול' : 'Every weekday'
  return days === workweekOf(locale, zone) ? every : `${every} (${workweekDays(days, locale)})`
}

/** `Sun–Thu`. */
export function workweekDays(days: Workweek, locale: Locale): string {
  if (locale === 'he') return days === 'sun-thu' ? 'א׳–ה׳' : 'ב׳–ו׳'
  return days === 'sun-thu' ? 'Sun–Thu' : 'Mon–Fri'
}

function plainRule({ unit, interval }: { unit: PlainUnit; interval: number }, start: Wall, locale: Locale): string {
  switch (unit) {
    case 'day':
      return every(unit, interval, locale)
    case 'week': {
      const day = weekdayName(start, locale)
      if (interval === 1) return locale === 'he' ? `בכל ${day}` : `Every ${day}`
      return `${every(unit, interval, locale)} ${locale === 'he' ? 'ב' : 'on '}${day}`
    }
    case 'month':
      return `${every(unit, interval, locale)} ${dayOfMonth(start.day, locale)}`
  }
}

/** `Every 2 weeks`. */
function every(unit: PlainUnit, interval: number, locale: Locale): string {
  if (locale === 'en') return interval === 1 ? `Every ${unit}` : `Every ${interval} ${unit}s`
  const { one, two, many, singular } = HEBREW[unit]
  if (interval === 1) return one
  // From 11 on, Hebrew counts days in the singular.
  return `פעם ב${plural('he', interval, { one, two, other: `-${interval} ${interval > 10 ? singular : many}` })}`
}

const HEBREW = {
  day: { one: 'בכל יום', two: 'יומיים', many: 'ימים', singular: 'יום' },
  week: { one: 'בכל שבוע', two: 'שבועיים', many: 'שבועות', singular: 'שבועות' },
  month: { one: 'בכל חודש', two: 'חודשיים', many: 'חודשים', singular: 'חודשים' },
} as const

const formatWeekday = dateFormatter({ weekday: 'long' })

function weekdayName({ year, month, day }: Wall, locale: Locale): string {
  return formatWeekday(Date.UTC(year, month - 1, day), locale, 'UTC')
}

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })
const SUFFIXES: Readonly<Record<Intl.LDMLPluralRule, string>> = {
  zero: 'th',
  one: 'st',
  two: 'nd',
  few: 'rd',
  many: 'th',
  other: 'th',
}

/** A day that some months lack falls on their last day. */
function dayOfMonth(day: number, locale: Locale): string {
  const isShort = day > 28
  if (locale === 'he') return isShort ? `ב-${day} בחודש (או ביום האחרון בו)` : `ב-${day} בחודש`
  const nth = `on the ${day}${SUFFIXES[ordinals.select(day)]}`
  return isShort ? `${nth} (or the last day)` : nth
}
