import { dateFormats, dateFormatter } from '#base/date-format.ts'
import { type Locale, INTL_LOCALES } from '#base/messages.ts'
import type { Preset } from './reminder.ts'
import { addDays, isLater, momentOf, wallAt } from '#base/wall-time.ts'

const DAY_MS = 86_400_000

export const clockTime = dateFormatter({ hour: '2-digit', minute: '2-digit' })
const weekday = dateFormatter({ weekday: 'short' })
const weekdayAndDate = dateFormatter({ weekday: 'short', day: 'numeric', month: 'short' })
/** "יום שלישי, 17 בנובמבר 2026". */
export const longDay = dateFormatter({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const zoneNames = dateFormats({ timeZoneName: 'longGeneric' })

/** "יום ג׳ 09:00"; with the date from a week on, because the weekday alone would be ambiguous. */
export function shortWhen(moment: Date, now: Date, locale: Locale, zone: string): string {
  const far = Math.abs(moment.getTime() - now.getTime()) >= 6.5 * DAY_MS
  const day = far ? weekdayAndDate : weekday
  return `${day(moment, locale, zone)} ${clockTime(moment, locale, zone)}`
}

/** "שעון ישראל": the common name of the zone. */
export function zoneName(moment: Date, locale: Locale, zone: string): string {
  const parts = zoneNames(INTL_LOCALES[locale], zone).formatToParts(moment)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

const HOURS: Partial<Record<Preset, number>> = { '1h': 1, '3h': 3, '24h': 24, '1w': 168 }

/** The time that the server will compute for a preset. */
export function presetTime(preset: Preset, now: Date, zone: string): Date {
  const hours = HOURS[preset]
  if (hours !== undefined) return new Date(now.getTime() + hours * 3_600_000)
  const today = wallAt(now, zone)
  if (preset === 'tomorrow-09') return momentOf({ ...addDays(today, 1), hour: 9, minute: 0 }, zone)
  const tonight = { ...today, hour: 21, minute: 0 }
  return momentOf(isLater(tonight, today) ? tonight : addDays(tonight, 1), zone)
}
