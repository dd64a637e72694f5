import { describe, expect, it } from 'vitest'
import { fromAt, momentOf, wallAt } from '#base/wall-time.ts'

/** Checks every quarter of an hour around a clock change: the server parses `at` with Temporal, the browser with this. */
describe('momentOf resolves wall-clock times like the server', () => {
  it.each([
    ['Asia/Jerusalem', '2026-03-27'],
    ['Asia/Jerusalem', '2026-10-25'],
    ['America/New_York', '2026-03-08'],
    ['America/New_York', '2026-11-01'],
    ['Australia/Lord_Howe', '2026-04-05'],
    ['Australia/Lord_Howe', '2026-10-04'],
    ['Asia/Kathmandu', '2026-06-01'],
  ])('%s on %s', (zone, date) => {
    const start = Temporal.PlainDateTime.from(`${date}T00:00`).subtract({ hours: 6 })
    for (let quarter = 0; quarter < 144; quarter += 1) {
      const local = start.add({ minutes: quarter * 15 })
      const wall = fromAt(local.toString().slice(0, 16))
      const moment = local.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds
      expect(wall && momentOf(wall, zone).getTime(), local.toString()).toBe(moment)
      const back = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone)
      expect(wallAt(new Date(moment), zone)).toMatchObject({ day: back.day, hour: back.hour, minute: back.minute })
    }
  })
})
