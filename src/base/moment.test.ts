import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseMoment } from './moment.ts'
import { isoUtc } from './time.ts'

describe('moments that clients send back', () => {
  test('S9: the exact string of an answer makes the round trip', () => {
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

  test('S9: year 0001, nonsense and impossible days are no moments', () => {
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
})
