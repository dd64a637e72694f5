import { describe, expect, it } from 'vitest'
import { PRESETS } from './reminder.ts'
import { presetMoment } from './when.ts'
import { longDay, presetTime, shortWhen, zoneName } from './when-words.ts'

const NOW = new Date('2026-11-15T07:30:00.000Z')
const ZONE = 'Asia/Jerusalem'

describe('formatted times', () => {
  it('S8: a browser in Asia/Jerusalem shows the right hour', () => {
    const moment = new Date('2026-11-17T07:00:00.000Z')
    expect(shortWhen(moment, NOW, 'he', ZONE)).toBe('יום ג׳ 09:00')
    expect(shortWhen(moment, NOW, 'en', ZONE)).toBe('Tue 09:00')
  })
  it('a time a week ahead includes its date', () => {
    const moment = presetTime('1w', NOW, ZONE)
    expect(shortWhen(moment, NOW, 'en', ZONE)).toMatch(/^Sun,? 22 Nov 09:30$/)
    expect(shortWhen(moment, NOW, 'he', ZONE)).toContain('22')
  })
  it('longDay and zoneName format a date and a time zone', () => {
    expect(longDay(NOW, 'he', ZONE)).toBe('יום ראשון, 15 בנובמבר 2026')
    expect(longDay(NOW, 'en', ZONE)).toMatch(/^Sunday,? 15 November 2026$/)
    expect(zoneName(NOW, 'en', 'America/New_York')).toBe('Eastern Time')
  })
})

describe('S10: the displayed time of a preset equals the time that the server computes', () => {
  const zones = ['Asia/Jerusalem', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu']
  const days = ['2026-03-26', '2026-03-27', '2026-10-24', '2026-10-25', '2026-11-01', '2026-04-04', '2026-10-03']
  it.each(zones)('%s', (zone) => {
    for (const day of days) {
      for (let hour = 0; hour < 24; hour += 1) {
        const now = new Date(`${day}T${String(hour).padStart(2, '0')}:00:00.000Z`)
        for (const preset of PRESETS)
          expect(presetTime(preset, now, zone), `${preset} ${now.toISOString()}`).toEqual(
            presetMoment(preset, zone, now),
          )
      }
    }
  })
})
