import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currentOccurrence, nextOccurrence, occurrenceAfter } from './occurrences.ts'
import { isWorkday, PLAIN_UNITS, type Repeat, type Series, WORKWEEKS } from './repeat.ts'

const ZONES = ['Asia/Jerusalem', 'America/New_York', 'UTC', 'Pacific/Apia'] as const

/** The wall-clock time in the zone with its offset. */
function seen(moment: Date | null, tz: string): string {
  if (!moment) return 'never'
  const zoned = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(tz)
  return `${zoned.toPlainDateTime().toString({ smallestUnit: 'minute' })}${zoned.offset}`
}

function several(series: Series, after: string, count: number): string[] {
  const found: string[] = []
  let at: Date | null = new Date(after)
  for (let i = 0; i < count && at; i++) {
    at = nextOccurrence(series, at)
    found.push(seen(at, series.tz))
  }
  return found
}

describe('the next occurrence', () => {
  it('keeps 9:00 over both clock changes', () => {
    const daily: Series = { unit: 'day', interval: 1, from: '2026-03-25T09:00', tz: 'Asia/Jerusalem' }
    expect(several(daily, '2026-03-25T12:00:00Z', 3)).toEqual([
      '2026-03-26T09:00+02:00',
      '2026-03-27T09:00+03:00',
      '2026-03-28T09:00+03:00',
    ])
    expect(several(daily, '2026-10-24T12:00:00Z', 2)).toEqual(['2026-10-25T09:00+02:00', '2026-10-26T09:00+02:00'])
  })

  it('moves a time in the spring gap forward, and returns to it the next day', () => {
    const daily: Series = { unit: 'day', interval: 1, from: '2026-03-26T02:30', tz: 'Asia/Jerusalem' }
    expect(several(daily, '2026-03-26T01:00:00Z', 2)).toEqual(['2026-03-27T03:30+03:00', '2026-03-28T02:30+03:00'])
  })

  it('comes once in the doubled hour of autumn', () => {
    const daily: Series = { unit: 'day', interval: 1, from: '2026-10-31T01:30', tz: 'America/New_York' }
    expect(several(daily, '2026-10-31T06:00:00Z', 2)).toEqual(['2026-11-01T01:30-04:00', '2026-11-02T01:30-05:00'])
  })

  it('falls on the last day of shorter months and returns to the 31st', () => {
    const monthly: Series = { unit: 'month', interval: 1, from: '2026-12-31T09:00', tz: 'UTC' }
    expect(several(monthly, '2026-12-31T09:00:00Z', 4).map((at) => at.slice(0, 10))).toEqual([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
    ])
    const leap = several({ ...monthly, interval: 14 }, '2026-12-31T09:00:00Z', 1)
    expect(leap.map((at) => at.slice(0, 10))).toEqual(['2028-02-29'])
  })

  it('comes once where a zone skipped a whole day', () => {
    const daily: Series = { unit: 'day', interval: 1, from: '2011-12-28T09:00', tz: 'Pacific/Apia' }
    expect(several(daily, '2011-12-29T00:00:00Z', 3)).toEqual([
      '2011-12-29T09:00-10:00',
      '2011-12-31T09:00+14:00',
      '2012-01-01T09:00+14:00',
    ])
  })

  it.each([
    ['sun-thu', ['2026-11-19', '2026-11-22', '2026-11-23']],
    ['mon-fri', ['2026-11-19', '2026-11-20', '2026-11-23']],
  ] as const)('skips the weekend of %s', (days, expected) => {
    const series: Series = { unit: 'weekday', days, from: '2026-11-18T09:00', tz: 'Asia/Jerusalem' }
    expect(several(series, '2026-11-18T08:00:00Z', 3).map((at) => at.slice(0, 10))).toEqual(expected)
  })

  it('is the first one before the series has begun, and none after the year 9999', () => {
    const series: Series = { unit: 'week', interval: 2, from: '2026-12-01T09:00', tz: 'UTC' }
    expect(seen(nextOccurrence(series, new Date('2026-01-01T00:00:00Z')), 'UTC')).toBe('2026-12-01T09:00+00:00')
    expect(nextOccurrence({ ...series, from: '9999-12-30T09:00' }, new Date('9999-12-31T00:00:00Z'))).toBeNull()
  })
})

const repeats: fc.Arbitrary<Repeat> = fc.oneof(
  fc.record({ unit: fc.constantFrom(...PLAIN_UNITS), interval: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ unit: fc.constant('weekday' as const), days: fc.constantFrom(...WORKWEEKS) }),
)
const two = (n: number) => String(n).padStart(2, '0')
// 2010 to 2030: the clock changes of all zones, and the day that Samoa skipped.
const starts = fc
  .record({
    year: fc.integer({ min: 2010, max: 2030 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 31 }),
    hour: fc.integer({ min: 0, max: 23 }),
    minute: fc.integer({ min: 0, max: 59 }),
  })
  .map(({ year, month, day, hour, minute }) => {
    const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
    return `${year}-${two(month)}-${two(Math.min(day, last))}T${two(hour)}:${two(minute)}`
  })
const allSeries = fc
  .tuple(repeats, starts, fc.constantFrom(...ZONES))
  .map(([repeat, from, tz]): Series => ({ ...repeat, from, tz }))
const afters = fc.integer({ min: Date.UTC(2009, 0), max: Date.UTC(2032, 0) }).map((ms) => new Date(ms))

/** Every occurrence up to the one after this time, counted one by one from the start: slow and without any shortcut. */
function oracle(series: Series, after: Date): Date {
  const from = Temporal.PlainDateTime.from(series.from)
  for (let step = 0; ; step += 1) {
    const n = series.unit === 'weekday' ? step : step * series.interval
    const wall = from.add(series.unit === 'month' ? { months: n } : { days: series.unit === 'week' ? n * 7 : n })
    if (series.unit === 'weekday' && !isWorkday(wall.dayOfWeek % 7, series.days)) continue
    const moment = new Date(wall.toZonedDateTime(series.tz, { disambiguation: 'compatible' }).epochMilliseconds)
    if (moment > after) return moment
  }
}

describe('over all zones, rules and clock changes', () => {
  it('the next occurrence is the one that counting from the start finds', () => {
    fc.assert(
      fc.property(allSeries, afters, (series, after) => {
        expect(nextOccurrence(series, after)).toEqual(oracle(series, after))
      }),
      { numRuns: 200 },
    )
  })

  it('occurrences increase, and each has the wall-clock time of the first unless the clocks skip it', () => {
    fc.assert(
      fc.property(allSeries, afters, (series, after) => {
        let last = after
        for (let i = 0; i < 12; i++) {
          const next = nextOccurrence(series, last)
          expect(next && next > last).toBe(true)
          if (!next) return
          const zoned = Temporal.Instant.fromEpochMilliseconds(next.getTime()).toZonedDateTimeISO(series.tz)
          const time = zoned.toPlainTime().toString({ smallestUnit: 'minute' })
          const asked = zoned.toPlainDate().toPlainDateTime(series.from.slice(11))
          const isSkipped = !asked.toZonedDateTime(series.tz).toPlainDateTime().equals(asked)
          if (!isSkipped) expect(time).toBe(series.from.slice(11))
          last = next
        }
      }),
      { numRuns: 200 },
    )
  })

  it('after an outage the latest occurrence is current, and the next one is to come', () => {
    fc.assert(
      fc.property(allSeries, afters, fc.integer({ min: 0, max: 90 }), (series, after, days) => {
        const nextAt = nextOccurrence(series, after)
        if (!nextAt) return
        const now = new Date(nextAt.getTime() + days * 86_400_000)
        const current = currentOccurrence(series, nextAt, now)
        expect(current.remindAt <= now).toBe(true)
        expect(current.nextAt).toEqual(nextOccurrence(series, now))
        expect(nextOccurrence(series, current.remindAt)).toEqual(current.nextAt)
      }),
      { numRuns: 200 },
    )
  })

  it('what follows an acknowledgement is after now, and is not one that was already acknowledged', () => {
    fc.assert(
      fc.property(allSeries, afters, fc.integer({ min: -90, max: 90 }), (series, after, days) => {
        const nextAt = nextOccurrence(series, after)
        if (!nextAt) return
        const now = new Date(nextAt.getTime() + days * 86_400_000)
        const next = occurrenceAfter(series, nextAt, now)
        expect(next && next.remindAt > now && next.remindAt >= nextAt).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})
