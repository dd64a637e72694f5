import { describe, expect, it } from 'vitest'
import { parseWhenText } from './say-when/say-when.ts'

/** A Sunday, at half past nine. */
const NOW = { year: 2026, month: 11, day: 15, hour: 9, minute: 30 }

describe('free text in English', () => {
  it.each([
    ['tomorrow', { preset: 'tomorrow-09' }],
    ['tomorrow 9', { preset: 'tomorrow-09' }],
    ['Tomorrow at 9am', { preset: 'tomorrow-09' }],
    ['tomorrow morning', { preset: 'tomorrow-09' }],
    ['tomorrow 7', { at: '2026-11-16T07:00' }],
    ['tomorrow at 8 in the evening', { at: '2026-11-16T20:00' }],
    ['tomorrow evening', { at: '2026-11-16T21:00' }],
    ['tomorrow noon', { at: '2026-11-16T12:00' }],
    ['tmr 14:05', { at: '2026-11-16T14:05' }],
    ['day after tomorrow 8:15', { at: '2026-11-17T08:15' }],
    ['fri 14:30', { at: '2026-11-20T14:30' }],
    ['Friday, 14:30', { at: '2026-11-20T14:30' }],
    ['14:30 fri', { at: '2026-11-20T14:30' }],
    ['friday', { at: '2026-11-20T09:00' }],
    ['this friday 8', { at: '2026-11-20T08:00' }],
    ['sun 14:30', { at: '2026-11-15T14:30' }],
    ['sun 8:00', { at: '2026-11-22T08:00' }],
    ['today 17:00', { at: '2026-11-15T17:00' }],
    ['tonight', { preset: 'today-21' }],
    ['tonight at 8', { at: '2026-11-15T20:00' }],
    ['this evening', { preset: 'today-21' }],
    ['in 20 minutes', { minutes: 20 }],
    ['20 min', { minutes: 20 }],
    ['in an hour', { preset: '1h' }],
    ['in half an hour', { minutes: 30 }],
    ['in an hour and a half', { minutes: 90 }],
    ['3h', { preset: '3h' }],
    ['in 24 hours', { preset: '24h' }],
    ['in two hours', { minutes: 120 }],
    ['in 2 days', { at: '2026-11-17T09:30' }],
    ['in 3 weeks', { at: '2026-12-06T09:30' }],
    ['in a week', { preset: '1w' }],
    ['next week', { preset: '1w' }],
    ['21:00', { at: '2026-11-15T21:00' }],
    ['9:00', { at: '2026-11-16T09:00' }],
    ['9 pm', { at: '2026-11-15T21:00' }],
    ['9 p.m.', { at: '2026-11-15T21:00' }],
    ['1.12 09:00', { at: '2026-12-01T09:00' }],
    ['1.12.2027 9:00', { at: '2027-12-01T09:00' }],
    ['1.12.27', { at: '2027-12-01T09:00' }],
    ['1.3', { at: '2027-03-01T09:00' }],
    ['25/12 18:00', { at: '2026-12-25T18:00' }],
    ['12/25 18:00', { at: '2026-12-25T18:00' }],
    ['dec 1 9:00', { at: '2026-12-01T09:00' }],
    ['1st of december at 10', { at: '2026-12-01T10:00' }],
    ['2026-12-01 09:00', { at: '2026-12-01T09:00' }],
    ['2026-12-01T09:00', { at: '2026-12-01T09:00' }],
    ['next tuesday noon', { at: '2026-11-24T12:00' }],
    ['next friday', { at: '2026-11-27T09:00' }],
    ['next sunday at 8', { at: '2026-11-22T08:00' }],
    ['noon next tuesday', { at: '2026-11-24T12:00' }],
    ['end of month', { at: '2026-11-30T09:00' }],
    ['at the end of the month 17:00', { at: '2026-11-30T17:00' }],
  ])('%s', (text, expected) => expect(parseWhenText(text, NOW, 'sun-thu')).toEqual(expected))
})

describe('free text in Hebrew', () => {
  it.each([
    ['מחר', { preset: 'tomorrow-09' }],
    ['מחר ב-9', { preset: 'tomorrow-09' }],
    ['מחר ב־9', { preset: 'tomorrow-09' }],
    ['מחר ב9', { preset: 'tomorrow-09' }],
    ['מחר בשעה 9:00', { preset: 'tomorrow-09' }],
    ['מחר בבוקר', { preset: 'tomorrow-09' }],
    ['מחר ב-8 בערב', { at: '2026-11-16T20:00' }],
    ['מחר בערב', { at: '2026-11-16T21:00' }],
    ['מחר בצהריים', { at: '2026-11-16T12:00' }],
    ['מחר ב-4 אחר הצהריים', { at: '2026-11-16T16:00' }],
    ['מחרתיים ב-10', { at: '2026-11-17T10:00' }],
    ['יום שישי 14:30', { at: '2026-11-20T14:30' }],
    ['ביום שישי ב-14:30', { at: '2026-11-20T14:30' }],
    ["יום ו' 14:30", { at: '2026-11-20T14:30' }],
    ['יום ו׳ 14:30', { at: '2026-11-20T14:30' }],
    ['שישי 14:30', { at: '2026-11-20T14:30' }],
    ['שבת 20:00', { at: '2026-11-21T20:00' }],
    ['בשבת 20:00', { at: '2026-11-21T20:00' }],
    ['יום שני', { at: '2026-11-16T09:00' }],
    ['יום שלישי הקרוב ב-8', { at: '2026-11-17T08:00' }],
    ['היום ב-17:00', { at: '2026-11-15T17:00' }],
    ['הערב', { preset: 'today-21' }],
    ['הערב ב-8', { at: '2026-11-15T20:00' }],
    ['הלילה ב-11', { at: '2026-11-15T23:00' }],
    ['בעוד שעה', { preset: '1h' }],
    ['עוד שעה', { preset: '1h' }],
    ['בעוד שעתיים', { minutes: 120 }],
    ['בעוד שלוש שעות', { preset: '3h' }],
    ['עוד 20 דקות', { minutes: 20 }],
    ['בעוד 20 דק׳', { minutes: 20 }],
    ['בעוד חצי שעה', { minutes: 30 }],
    ['בעוד רבע שעה', { minutes: 15 }],
    ['בעוד שעה וחצי', { minutes: 90 }],
    ['בעוד יומיים', { at: '2026-11-17T09:30' }],
    ['בעוד 3 ימים', { at: '2026-11-18T09:30' }],
    ['בעוד שבוע', { preset: '1w' }],
    ['בשבוע הבא', { preset: '1w' }],
    ['שבוע הבא', { preset: '1w' }],
    ['ב-21:00', { at: '2026-11-15T21:00' }],
    ['9 בערב', { at: '2026-11-15T21:00' }],
    ['1.12 09:00', { at: '2026-12-01T09:00' }],
    ['ב-1.12 בשעה 9', { at: '2026-12-01T09:00' }],
    ['1 בדצמבר', { at: '2026-12-01T09:00' }],
    ['ב-1 בדצמבר 2026 ב-10:15', { at: '2026-12-01T10:15' }],
    ['9 מחר', { preset: 'tomorrow-09' }],
    ['יום שלישי הבא בצהריים', { at: '2026-11-24T12:00' }],
    ['שישי הבא', { at: '2026-11-27T09:00' }],
    ['שבת הבאה 20:00', { at: '2026-11-28T20:00' }],
    ['סוף החודש', { at: '2026-11-30T09:00' }],
    ['בסוף החודש ב-17:00', { at: '2026-11-30T17:00' }],
  ])('%s', (text, expected) => expect(parseWhenText(text, NOW, 'sun-thu')).toEqual(expected))
})

describe('parseWhenText returns null for ambiguous or invalid text', () => {
  it.each([
    '',
    '9',
    'at 9',
    'ב-9',
    '3/4 09:00',
    'sunday',
    'יום ראשון',
    'today',
    'היום',
    'today 8:00',
    'היום ב-8',
    'הלילה',
    'midnight',
    'afternoon',
    'אחר הצהריים',
    'שעה',
    'tomorrow 25',
    'tomorrow 9:75',
    'tomorrow 14 in the morning',
    'מחר ב-14 בבוקר',
    '31.11 09:00',
    '29.2.2027',
    '14.11.2026',
    'soon',
    'in 0 minutes',
    'אחרי הצבא',
    'tomorrow 9 call Noa',
    'buy milk',
  ])('%j', (text) => expect(parseWhenText(text, NOW, 'sun-thu')).toBeNull())
})

it('parseWhenText returns the time that has passed for "tonight" after 21:00', () => {
  expect(parseWhenText('tonight', { ...NOW, hour: 21, minute: 0 }, 'sun-thu')).toEqual({ at: '2026-11-15T21:00' })
  expect(parseWhenText('הערב', { ...NOW, hour: 23, minute: 0 }, 'sun-thu')).toEqual({ at: '2026-11-15T21:00' })
})

it('a week begins on Sunday or on Monday, as the working week of the user does', () => {
  expect(parseWhenText('next tuesday', NOW, 'mon-fri')).toEqual({ at: '2026-11-17T09:00' })
  expect(parseWhenText('next tuesday', { ...NOW, day: 16 }, 'mon-fri')).toEqual({ at: '2026-11-24T09:00' })
})

it('the end of the month is that of the next one once its last day has passed', () => {
  expect(parseWhenText('end of month', { ...NOW, day: 30, hour: 10 }, 'sun-thu')).toEqual({ at: '2026-12-31T09:00' })
  expect(parseWhenText('סוף החודש', { ...NOW, month: 12, day: 31, hour: 8 }, 'sun-thu')).toEqual({
    at: '2026-12-31T09:00',
  })
  expect(parseWhenText('סוף החודש', { ...NOW, month: 12, day: 31, hour: 10 }, 'sun-thu')).toEqual({
    at: '2027-01-31T09:00',
  })
})
