import { expect, test } from 'vitest'
import { dateFormats, dateFormatter } from './date-format.ts'

const moment = new Date('2026-11-14T22:30:00Z')

test('dateFormatter formats in the language and the time zone that are asked for', () => {
  const format = dateFormatter({ weekday: 'long', day: 'numeric' })
  expect(format(moment, 'en', 'UTC')).toBe('Saturday 14')
  expect(format(moment, 'en', 'Asia/Jerusalem')).toBe('Sunday 15')
  expect(format(moment, 'he', 'UTC')).toBe('יום שבת ה-14')
  expect(format(moment.getTime(), 'en', 'UTC')).toBe('Saturday 14')
})

test('dateFormats creates one formatter for each language and time zone', () => {
  const formats = dateFormats({ dateStyle: 'short' })
  expect(formats('sv-SE', 'UTC')).toBe(formats('sv-SE', 'UTC'))
  expect(formats('sv-SE', 'UTC')).not.toBe(formats('sv-SE', 'Asia/Jerusalem'))
  expect(formats('sv-SE', 'UTC')).not.toBe(formats('en-GB', 'UTC'))
  expect(formats('sv-SE').resolvedOptions().timeZone).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone)
})
