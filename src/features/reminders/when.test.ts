import { describe, expect, it } from 'vitest'
import type { Preset } from './reminder.ts'
import { type ReminderTime, isTimeZone, resolve } from './when.ts'

/** Formats the wall-clock time of the zone with its offset. */
function seen(asked: ReminderTime, tz: string, now: string): string {
  const resolved = resolve(asked, tz, new Date(now))
  if (resolved.outcome !== 'moment') return resolved.outcome
  const zoned = Temporal.Instant.fromEpochMilliseconds(resolved.moment.getTime()).toZonedDateTimeISO(tz)
  return `${zoned.toPlainDateTime().toString({ smallestUnit: 'minute' })}${zoned.offset}`
}

const PRESETS: readonly Preset[] = ['1h', '3h', '24h', '1w', 'today-21', 'tomorrow-09']
const tableOf = (tz: string, now: string) =>
  Object.fromEntries(PRESETS.map((preset) => [preset, seen({ preset }, tz, now)]))

describe('S10: presets over the change of clocks', () => {
  it.each([
    {
      change: 'Asia/Jerusalem, the evening before clocks go forward',
      tz: 'Asia/Jerusalem',
      now: '2026-03-26T18:30:00Z', // 20:30+02:00; at 02:00 the next night it becomes 03:00
      table: {
        '1h': '2026-03-26T21:30+02:00',
        '3h': '2026-03-26T23:30+02:00',
        '24h': '2026-03-27T21:30+03:00', // one hour later by the clock: 24 hours have passed
        '1w': '2026-04-02T21:30+03:00',
        'today-21': '2026-03-26T21:00+02:00',
        'tomorrow-09': '2026-03-27T09:00+03:00',
      },
    },
    {
      change: 'Asia/Jerusalem, the evening before clocks go back',
      tz: 'Asia/Jerusalem',
      now: '2026-10-24T18:30:00Z', // 21:30+03:00
      table: {
        '1h': '2026-10-24T22:30+03:00',
        '3h': '2026-10-25T00:30+03:00',
        '24h': '2026-10-25T20:30+02:00',
        '1w': '2026-10-31T20:30+02:00',
        'today-21': '2026-10-25T21:00+02:00', // 21:00 had passed: tomorrow
        'tomorrow-09': '2026-10-25T09:00+02:00',
      },
    },
    {
      change: 'America/New_York, the evening before clocks go forward',
      tz: 'America/New_York',
      now: '2026-03-08T01:00:00Z', // 20:00-05:00
      table: {
        '1h': '2026-03-07T21:00-05:00',
        '3h': '2026-03-07T23:00-05:00',
        '24h': '2026-03-08T21:00-04:00',
        '1w': '2026-03-14T21:00-04:00',
        'today-21': '2026-03-07T21:00-05:00',
        'tomorrow-09': '2026-03-08T09:00-04:00',
      },
    },
    {
      change: 'America/New_York, the evening before clocks go back',
      tz: 'America/New_York',
      now: '2026-11-01T00:00:00Z', // 20:00-04:00
      table: {
        '1h': '2026-10-31T21:00-04:00',
        '3h': '2026-10-31T23:00-04:00',
        '24h': '2026-11-01T19:00-05:00',
        '1w': '2026-11-07T19:00-05:00',
        'today-21': '2026-10-31T21:00-04:00',
        'tomorrow-09': '2026-11-01T09:00-05:00',
      },
    },
    {
      change: 'Australia/Lord_Howe, where clocks move by half an hour: forward',
      tz: 'Australia/Lord_Howe',
      now: '2026-10-03T09:30:00Z', // 20:00+10:30
      table: {
        '1h': '2026-10-03T21:00+10:30',
        '3h': '2026-10-03T23:00+10:30',
        '24h': '2026-10-04T20:30+11:00',
        '1w': '2026-10-10T20:30+11:00',
        'today-21': '2026-10-03T21:00+10:30',
        'tomorrow-09': '2026-10-04T09:00+11:00',
      },
    },
    {
      change: 'Australia/Lord_Howe: back',
      tz: 'Australia/Lord_Howe',
      now: '2026-04-04T09:00:00Z', // 20:00+11:00
      table: {
        '1h': '2026-04-04T21:00+11:00',
        '3h': '2026-04-04T23:00+11:00',
        '24h': '2026-04-05T19:30+10:30',
        '1w': '2026-04-11T19:30+10:30',
        'today-21': '2026-04-04T21:00+11:00',
        'tomorrow-09': '2026-04-05T09:00+10:30',
      },
    },
    {
      change: 'Asia/Kolkata, whose clocks never change',
      tz: 'Asia/Kolkata',
      now: '2026-03-27T14:30:00Z', // 20:00+05:30
      table: {
        '1h': '2026-03-27T21:00+05:30',
        '3h': '2026-03-27T23:00+05:30',
        '24h': '2026-03-28T20:00+05:30',
        '1w': '2026-04-03T20:00+05:30',
        'today-21': '2026-03-27T21:00+05:30',
        'tomorrow-09': '2026-03-28T09:00+05:30',
      },
    },
  ])('$change', ({ tz, now, table }) => {
    expect(tableOf(tz, now)).toEqual(table)
  })

  it.each([
    { now: '2026-11-15T18:59:59.999Z', at: '2026-11-15T21:00+02:00' },
    { now: '2026-11-15T19:00:00.000Z', at: '2026-11-16T21:00+02:00' },
    { now: '2026-11-15T19:00:00.001Z', at: '2026-11-16T21:00+02:00' },
  ])('today-21 asked at $now is $at: at 21:00:00 exactly it has passed', ({ now, at }) => {
    expect(seen({ preset: 'today-21' }, 'Asia/Jerusalem', now)).toBe(at)
  })
})

describe('S10: `at` over the change of clocks', () => {
  const now = '2026-01-01T00:00:00Z'
  it.each([
    {
      what: 'in the spring gap it moves forward by the gap',
      tz: 'Asia/Jerusalem',
      at: '2026-03-27T02:30',
      is: '2026-03-27T03:30+03:00',
    },
    {
      what: 'in the doubled hour it is the first',
      tz: 'Asia/Jerusalem',
      at: '2026-10-25T01:30',
      is: '2026-10-25T01:30+03:00',
    },
    {
      what: 'in the spring gap it moves forward by the gap',
      tz: 'America/New_York',
      at: '2026-03-08T02:30',
      is: '2026-03-08T03:30-04:00',
    },
    {
      what: 'in the doubled hour it is the first',
      tz: 'America/New_York',
      at: '2026-11-01T01:30',
      is: '2026-11-01T01:30-04:00',
    },
    {
      what: 'in a gap of half an hour it moves by half an hour',
      tz: 'Australia/Lord_Howe',
      at: '2026-10-04T02:15',
      is: '2026-10-04T02:45+11:00',
    },
    {
      what: 'in the doubled half hour it is the first',
      tz: 'Australia/Lord_Howe',
      at: '2026-04-05T01:45',
      is: '2026-04-05T01:45+11:00',
    },
    {
      what: 'a zone without clock changes keeps the wall-clock time',
      tz: 'Asia/Kolkata',
      at: '2026-03-27T02:30',
      is: '2026-03-27T02:30+05:30',
    },
    {
      what: 'where midnight is skipped the day begins at one',
      tz: 'Africa/Cairo',
      at: '2026-04-24T00:00',
      is: '2026-04-24T01:00+03:00',
    },
  ])('$tz: $what', ({ tz, at, is }) => {
    expect(seen({ at }, tz, now)).toBe(is)
  })

  it.each([
    '2026-02-30T10:00',
    '2026-13-01T10:00',
    '2026-11-15T24:00',
    '2026-11-15 10:00',
    '2026-11-15T10:00:00',
    '2026-11-15T10:00Z',
    '',
    'tomorrow',
  ])('%j is not a local date and time', (at) => {
    expect(seen({ at }, 'UTC', now)).toBe('invalid_at')
  })

  it('a time that is not in the future is rejected', () => {
    expect(seen({ at: '2026-11-15T11:30' }, 'Asia/Jerusalem', '2026-11-15T09:30:00.000Z')).toBe('time_in_past')
    expect(seen({ at: '2026-11-15T11:31' }, 'Asia/Jerusalem', '2026-11-15T09:30:00.000Z')).toBe(
      '2026-11-15T11:31+02:00',
    )
  })
})

it.each([
  ['Asia/Jerusalem', true],
  ['America/Argentina/Buenos_Aires', true],
  ['UTC', true],
  ['Etc/GMT+3', true],
  ['+03:00', false],
  ['-0300', false],
  ['Mars/Olympus', false],
  ['', false],
  ['Asia/Jerusalem\u0000', false],
])('%j as the name of a time zone: %j', (name, is) => {
  expect(isTimeZone(name)).toBe(is)
})
