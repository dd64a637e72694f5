import { describe, expect, it } from 'vitest'
import { INTL_LOCALES } from './messages.ts'
import { relativeTime } from './relative-time.ts'

const now = new Date('2026-11-14T09:30:00Z')
const UNITS = { year: 31_536_000, month: 2_592_000, week: 604_800, day: 86_400, hour: 3600, minute: 60 }
/** The counts at which each unit is the largest that fits. */
const LAST = { year: 1_200, month: 12, week: 4, day: 6, hour: 23, minute: 59 }

describe('relativeTime', () => {
  it.each(['he', 'en'] as const)('writes what Intl.RelativeTimeFormat writes: %s', (locale) => {
    const intl = new Intl.RelativeTimeFormat(INTL_LOCALES[locale], { numeric: 'auto' })
    for (const unit of ['year', 'month', 'week', 'day', 'hour', 'minute'] as const)
      for (let count = 1; count <= LAST[unit]; count++)
        for (const sign of [1, -1]) {
          const at = new Date(now.getTime() + sign * count * UNITS[unit] * 1000)
          // The locale data repeats the Hebrew dual as a figure: "לפני שעתיים (2)".
          const expected = intl.format(sign * count, unit).replace(/ \(\d+\)/, '')
          expect(relativeTime(at, now, locale), `${sign * count} ${unit}`).toBe(expected)
        }
    expect(relativeTime(new Date(now.getTime() - 59_999), now, locale)).toBe(intl.format(0, 'second'))
    expect(relativeTime(now, now, locale)).toBe(intl.format(0, 'second'))
  })
})
