import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseMoment } from './parse-timestamp.ts'
import { isoUtc } from './time.ts'

describe('parseMoment', () => {
  test('S9: round-trips the exact string of a response', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }), (moment) => {
        expect(parseMoment(isoUtc(moment))).toEqual(moment)
      }),
    )
  })

  test.each([
    ['2026-11-14T09:30:00.123456+00:00', '2026-11-14T09:30:00.123Z'],
    ['2026-11-14T09:30:00', '2026-11-14T09:30:00.000Z'],
    ['2026-11-14T09:30', '2026-11-14T09:30:00.000Z'],
    ['2026-11-14T09:30:00+0200', '2026-11-14T07:30:00.000Z'],
    ['2026-11-14T09:30:00+02', '2026-11-14T07:30:00.000Z'],
    ['2026-11-14 09:30:00Z', '2026-11-14T09:30:00.000Z'],
  ])('S9: %s is %s', (text, moment) => {
    expect(parseMoment(text)?.toISOString()).toBe(moment)
  })

  test('S9: rejects year 0001, invalid text and impossible days', () => {
    for (const text of [
      '0001-01-01T00:00:00Z',
      '',
      'yesterday',
      '2026-13-01T00:00:00Z',
      '2026-11-14',
      '1699999999',
      '2026-11-14T25:00:00Z',
      '10000-01-01T00:00:00Z',
    ]) {
      expect(parseMoment(text), text).toBeNull()
    }
  })

  test('parseMoment rejects days, hours and offsets that no calendar or clock has', () => {
    for (const text of [
      '2027-02-30T10:00:00+00:00',
      '2027-02-29T10:00:00Z',
      '2026-04-31T10:00:00Z',
      '2026-11-00T10:00:00Z',
      '2026-11-14T24:00:00Z',
      '2026-11-14T23:60:00Z',
      '2026-11-14T23:59:60Z',
      '2026-11-14T09:30:00+24:00',
      '2026-11-14T09:30:00+02:60',
      '9999-12-31T23:59:59-01:00',
    ]) {
      expect(parseMoment(text), text).toBeNull()
    }
    expect(parseMoment('2028-02-29T10:00:00Z')?.toISOString()).toBe('2028-02-29T10:00:00.000Z')
  })

  test('parseMoment accepts exactly the days of the Gregorian calendar', () => {
    const digits = (n: number, length: number) => String(n).padStart(length, '0')
    const parts = fc.record({
      year: fc.integer({ min: 1970, max: 9999 }),
      month: fc.integer({ min: 0, max: 13 }),
      day: fc.integer({ min: 0, max: 32 }),
      hour: fc.integer({ min: 0, max: 25 }),
    })
    fc.assert(
      fc.property(parts, ({ year, month, day, hour }) => {
        const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
        const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
        const isReal = day >= 1 && day <= days && hour < 24
        const text = `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}T${digits(hour, 2)}:00:00Z`
        expect(parseMoment(text)?.getUTCDate() ?? null, text).toBe(isReal ? day : null)
      }),
      { numRuns: 2_000 },
    )
  })
})
