import type { DayActivity } from './overview.ts'

export const CALENDAR_WEEKS = 26
const DAY_MS = 86_400_000

/** The colour intensity of a day, from 0 (no saves) to 4. */
export type Level = 0 | 1 | 2 | 3 | 4
/** Null for a day in the future. */
export type CalendarDay = { day: string; saves: number; level: Level } | null
export type CalendarWeek = {
  /** The first day of a month that starts in this week, if any. */
  month: string | null
  days: CalendarDay[]
}

/** Whole weeks, ending with the week of `today`. `firstDay`: 0 starts weeks on Sunday, 1 on Monday. */
export function calendarWeeks(activity: readonly DayActivity[], today: string, firstDay: 0 | 1): CalendarWeek[] {
  const saves = new Map(activity.map((each) => [each.day, each.saves]))
  const end = Date.parse(today)
  const intoWeek = (new Date(end).getUTCDay() - firstDay + 7) % 7
  const start = end - (intoWeek + 7 * (CALENDAR_WEEKS - 1)) * DAY_MS
  return Array.from({ length: CALENDAR_WEEKS }, (_, week) => {
    const moments = Array.from({ length: 7 }, (_each, day) => start + (7 * week + day) * DAY_MS)
    const days = moments.map((moment): CalendarDay => {
      const day = isoDay(moment)
      const n = saves.get(day) ?? 0
      return moment > end ? null : { day, saves: n, level: levelOf(n) }
    })
    return { days, month: moments.map(isoDay).find((day) => day.endsWith('-01')) ?? null }
  })
}

export function totalSaves(activity: readonly DayActivity[]): number {
  return activity.reduce((sum, { saves }) => sum + saves, 0)
}

function isoDay(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10)
}

function levelOf(saves: number): Level {
  if (saves === 0) return 0
  if (saves === 1) return 1
  if (saves <= 3) return 2
  return saves <= 6 ? 3 : 4
}
