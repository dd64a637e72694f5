import { describe, expect, it } from 'vitest'
import { firstWall, isSameSeries, readSeries, type Series, workweekOf } from './repeat.ts'
import { repeatWords } from './repeat-words.ts'
import { parseWhenText } from './say-when/say-when.ts'
import { parseRepeat } from './schema.ts'

const ZONE = 'Asia/Jerusalem'

describe('parseRepeat', () => {
  it.each([
    [{ unit: 'day' }, { unit: 'day', interval: 1 }],
    [
      { unit: 'week', interval: 2 },
      { unit: 'week', interval: 2 },
    ],
    [
      { unit: 'month', interval: 365 },
      { unit: 'month', interval: 365 },
    ],
    [
      { unit: 'weekday', days: 'sun-thu' },
      { unit: 'weekday', days: 'sun-thu' },
    ],
  ])('accepts %j', (value, rule) => expect(parseRepeat(value)).toEqual(rule))

  it.each([
    'day',
    null,
    [],
    {},
    { unit: 'year' },
    { unit: 'day', interval: 0 },
    { unit: 'day', interval: 366 },
    { unit: 'day', interval: 1.5 },
    { unit: 'day', interval: '2' },
    { unit: 'day', interval: null },
    { unit: 'day', days: 'sun-thu' },
    { unit: 'weekday' },
    { unit: 'weekday', days: 'fri-sat' },
    { unit: 'weekday', days: 'sun-thu', interval: 1 },
    { unit: 'day', until: '2027-01-01' },
  ])('rejects %j', (value) => expect(parseRepeat(value)).toBeNull())
})

it.each([
  ['he', 'America/New_York', 'sun-thu'],
  ['en', 'Asia/Jerusalem', 'sun-thu'],
  [null, 'Asia/Tel_Aviv', 'sun-thu'],
  ['en', 'America/New_York', 'mon-fri'],
  [null, 'UTC', 'mon-fri'],
] as const)('the working days of locale %s in %s are %s', (locale, zone, days) =>
  expect(workweekOf(locale, zone)).toBe(days),
)

it('a rule of working days starts on the first of them', () => {
  const friday = { year: 2026, month: 11, day: 20, hour: 9, minute: 0 }
  expect(firstWall({ unit: 'weekday', days: 'sun-thu' }, friday)).toEqual({ ...friday, day: 22 })
  expect(firstWall({ unit: 'weekday', days: 'mon-fri' }, friday)).toEqual(friday)
  expect(firstWall({ unit: 'day', interval: 1 }, friday)).toEqual(friday)
})

it('isSameSeries compares every part of a rule', () => {
  const one: Series = { unit: 'day', interval: 2, from: '2026-11-17T09:00', tz: ZONE }
  const days: Series = { unit: 'weekday', days: 'sun-thu', from: one.from, tz: ZONE }
  expect(isSameSeries(one, { ...one })).toBe(true)
  expect(isSameSeries(days, { ...days })).toBe(true)
  expect(isSameSeries(null, null)).toBe(true)
  const others: (Series | null)[] = [
    null,
    days,
    { ...one, interval: 3 },
    { ...one, unit: 'week' },
    { ...one, from: '2026-11-18T09:00' },
    { ...one, tz: 'UTC' },
  ]
  for (const other of others) expect(isSameSeries(one, other), JSON.stringify(other)).toBe(false)
  expect(isSameSeries(days, { ...days, days: 'mon-fri' })).toBe(false)
})

it('readSeries returns null for a reminder that does not repeat', () => {
  const none = { repeatUnit: null, repeatInterval: null, repeatDays: null, repeatFrom: null, repeatTz: null }
  expect(readSeries(none)).toBeNull()
})

describe('a rule in words', () => {
  const from = '2026-11-16T09:00' // a Monday
  it.each<[Partial<Series> & object, string, string]>([
    [{ unit: 'day', interval: 1 }, 'Every day at 9:00', 'בכל יום ב-9:00'],
    [{ unit: 'day', interval: 2 }, 'Every 2 days at 9:00', 'פעם ביומיים ב-9:00'],
    [{ unit: 'day', interval: 3 }, 'Every 3 days at 9:00', 'פעם ב-3 ימים ב-9:00'],
    [{ unit: 'day', interval: 30 }, 'Every 30 days at 9:00', 'פעם ב-30 יום ב-9:00'],
    [{ unit: 'weekday', days: 'sun-thu' }, 'Every weekday at 9:00', 'בכל יום חול ב-9:00'],
    [{ unit: 'weekday', days: 'mon-fri' }, 'Every weekday (Mon–Fri) at 9:00', 'בכל יום חול (ב׳–ו׳) ב-9:00'],
    [{ unit: 'week', interval: 1 }, 'Every Monday at 9:00', 'בכל יום שני ב-9:00'],
    [{ unit: 'week', interval: 2 }, 'Every 2 weeks on Monday at 9:00', 'פעם בשבועיים ביום שני ב-9:00'],
    [{ unit: 'week', interval: 3 }, 'Every 3 weeks on Monday at 9:00', 'פעם ב-3 שבועות ביום שני ב-9:00'],
    [{ unit: 'month', interval: 1 }, 'Every month on the 16th at 9:00', 'בכל חודש ב-16 בחודש ב-9:00'],
    [
      { unit: 'month', interval: 2, from: '2026-12-31T14:05' },
      'Every 2 months on the 31st (or the last day) at 14:05',
      'פעם בחודשיים ב-31 בחודש (או ביום האחרון בו) ב-14:05',
    ],
    [
      { unit: 'day', interval: 1, tz: 'America/New_York' },
      'Every day at 9:00 (Eastern Time)',
      'בכל יום ב-9:00 (שעון החוף המזרחי)',
    ],
  ])('%j', (rule, english, hebrew) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every row of the table is a whole rule
    const series = { from, tz: ZONE, ...rule } as Series
    expect(repeatWords(series, 'en', ZONE)).toBe(english)
    expect(repeatWords(series, 'he', ZONE)).toBe(hebrew)
  })
})

/** A Sunday, at half past nine. */
const NOW = { year: 2026, month: 11, day: 15, hour: 9, minute: 30 }

describe('free text with a rule', () => {
  it.each([
    ['every day at 9', '2026-11-16T09:00', { unit: 'day', interval: 1 }],
    ['daily 18:00', '2026-11-15T18:00', { unit: 'day', interval: 1 }],
    ['Every day', '2026-11-16T09:00', { unit: 'day', interval: 1 }],
    ['at 9 every day', '2026-11-16T09:00', { unit: 'day', interval: 1 }],
    ['every Monday at 9', '2026-11-16T09:00', { unit: 'week', interval: 1 }],
    ['every sunday 8', '2026-11-22T08:00', { unit: 'week', interval: 1 }],
    ['every 2 weeks', '2026-11-29T09:00', { unit: 'week', interval: 2 }],
    ['every other week on fri 14:30', '2026-11-20T14:30', { unit: 'week', interval: 2 }],
    ['every two weeks at 18:00', '2026-11-15T18:00', { unit: 'week', interval: 2 }],
    ['weekly', '2026-11-22T09:00', { unit: 'week', interval: 1 }],
    ['every weekday at 9', '2026-11-16T09:00', { unit: 'weekday', days: 'sun-thu' }],
    ['weekdays 10:00', '2026-11-15T10:00', { unit: 'weekday', days: 'sun-thu' }],
    ['every 3 days at 7pm', '2026-11-15T19:00', { unit: 'day', interval: 3 }],
    ['every month', '2026-12-15T09:00', { unit: 'month', interval: 1 }],
    ['monthly on the 1st at 10', '2026-12-01T10:00', { unit: 'month', interval: 1 }],
    ['every month on the 31st', '2026-12-31T09:00', { unit: 'month', interval: 1 }],
    ['every 3 months on the 20th 8:15', '2026-11-20T08:15', { unit: 'month', interval: 3 }],
    ['כל יום ב-9', '2026-11-16T09:00', { unit: 'day', interval: 1 }],
    ['בכל יום ב־18:00', '2026-11-15T18:00', { unit: 'day', interval: 1 }],
    ['ב-9 כל יום', '2026-11-16T09:00', { unit: 'day', interval: 1 }],
    ['כל יום ראשון', '2026-11-22T09:00', { unit: 'week', interval: 1 }],
    ['כל יום ב׳ ב-9', '2026-11-16T09:00', { unit: 'week', interval: 1 }],
    ['כל שבת בערב', '2026-11-21T21:00', { unit: 'week', interval: 1 }],
    ['כל יום חול ב-9', '2026-11-16T09:00', { unit: 'weekday', days: 'sun-thu' }],
    ['בימי חול ב-10:30', '2026-11-15T10:30', { unit: 'weekday', days: 'sun-thu' }],
    ['כל שבועיים', '2026-11-29T09:00', { unit: 'week', interval: 2 }],
    ['פעם בשבועיים ביום שני ב-9', '2026-11-16T09:00', { unit: 'week', interval: 2 }],
    ['פעם ב-3 ימים', '2026-11-18T09:00', { unit: 'day', interval: 3 }],
    ['כל שני ימים', '2026-11-17T09:00', { unit: 'day', interval: 2 }],
    ['כל שבוע', '2026-11-22T09:00', { unit: 'week', interval: 1 }],
    ['כל חודש', '2026-12-15T09:00', { unit: 'month', interval: 1 }],
    ['כל חודשיים ב-10', '2026-11-15T10:00', { unit: 'month', interval: 2 }],
    ['כל 15 בחודש ב-8', '2026-12-15T08:00', { unit: 'month', interval: 1 }],
    ['כל חודש ב-1 לחודש ב-9', '2026-12-01T09:00', { unit: 'month', interval: 1 }],
  ])('%s', (text, at, repeat) => expect(parseWhenText(text, NOW, 'sun-thu')).toEqual({ at, repeat }))

  it.each([
    'every',
    'כל',
    'every year',
    'every 0 days',
    'every 366 days',
    'every now and then',
    'every day at 25',
    'every monday and thursday',
    'כל 2 שבועיים',
    'every month on the 32nd',
    'every 2',
  ])('%j is not understood', (text) => expect(parseWhenText(text, NOW, 'sun-thu')).toBeNull())

  it('weekdays on a Friday start on the working week of the user', () => {
    const friday = { ...NOW, day: 20 }
    expect(parseWhenText('every weekday at 8', friday, 'sun-thu')).toMatchObject({ at: '2026-11-22T08:00' })
    expect(parseWhenText('every weekday at 8', friday, 'mon-fri')).toMatchObject({ at: '2026-11-23T08:00' })
  })
})
