import { describe, expect, it } from 'vitest'
import { CALENDAR_WEEKS, calendarWeeks, totalSaves } from './calendar.ts'
import { languageBars } from './overview.ts'

const SUNDAY = '2026-11-15'

describe('activity calendar', () => {
  it('starts weeks on Sunday or Monday and ends with the current week', () => {
    const fromSunday = calendarWeeks([], SUNDAY, 0)
    expect(fromSunday).toHaveLength(CALENDAR_WEEKS)
    expect(fromSunday.at(-1)?.days.map((day) => day?.day ?? null)).toEqual([SUNDAY, null, null, null, null, null, null])
    const fromMonday = calendarWeeks([], SUNDAY, 1).at(-1)
    expect([fromMonday?.days[0]?.day, fromMonday?.days[6]?.day]).toEqual(['2026-11-09', SUNDAY])
  })

  it('contains every day once, in order, without gaps', () => {
    const days = calendarWeeks([], SUNDAY, 1).flatMap(({ days: week }) => week.flatMap((day) => (day ? [day.day] : [])))
    expect(new Set(days).size).toBe(7 * CALENDAR_WEEKS)
    expect(days).toEqual(days.toSorted())
  })

  it('sets the level of a day by its saves and marks the start of a month', () => {
    const activity = [1, 2, 4, 7].map((saves, i) => ({ day: `2026-11-0${i + 1}`, saves }))
    const week = calendarWeeks(activity, SUNDAY, 0).at(-3)
    expect(week?.month).toBe('2026-11-01')
    expect(week?.days.map((day) => day?.level)).toEqual([1, 2, 3, 4, 0, 0, 0])
    expect(totalSaves(activity)).toBe(14)
  })
})

describe('language bars', () => {
  it('are shares of the largest, and the rest is summed up', () => {
    const languages = [4, 2, 1, 1].map((n, i) => ({ name: `L${i}`, n }))
    expect(languageBars(languages, 4).map(({ share }) => share)).toEqual([1, 0.5, 0.25, 0.25])
    expect(languageBars(languages, 3)).toEqual([
      { name: 'L0', n: 4, share: 1 },
      { name: 'L1', n: 2, share: 0.5 },
      { name: null, n: 2, share: 0 },
    ])
    expect(languageBars([], 3)).toEqual([])
  })
})
