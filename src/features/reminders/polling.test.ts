import { describe, expect, it, test } from 'vitest'
import { busiestMinute, type Day, livesThrough } from './polling.fixture.ts'
import { CEILING_SECONDS, hear, type Heard, NEW_POLL } from './polling.ts'

const START = Date.UTC(2026, 10, 15)
const HOUR = 3_600_000
const day = (rest: Partial<Day>): Day => ({
  reminders: [],
  ackAfter: Infinity,
  spread: 0.5,
  start: START,
  end: START + 24 * HOUR,
  ...rest,
})
const summary = (due: number, nextInSeconds: number | null): Heard => ({
  kind: 'summary',
  summary: { due, nextInSeconds },
})

describe('the next poll of the client', () => {
  it.each([
    { situation: 'nothing due, nothing ahead', heard: summary(0, null), asks: CEILING_SECONDS },
    { situation: 'one far ahead: the ceiling', heard: summary(0, 4000), asks: CEILING_SECONDS },
    { situation: 'one near', heard: summary(0, 42), asks: 42 },
    { situation: 'a badge', heard: summary(2, 300), asks: 300 },
    { situation: 'the server returns 0 seconds', heard: summary(1, 0), asks: 2 },
    { situation: 'a failure', heard: { kind: 'failed' } as const, asks: 15 },
    { situation: '429 that names its time', heard: { kind: 'busy', retryAfter: 40 } as const, asks: 40 },
    { situation: '429 without', heard: { kind: 'busy', retryAfter: 0 } as const, asks: 15 },
    { situation: 'signed out', heard: { kind: 'signed_out' } as const, asks: null },
  ])('waits $asks seconds after: $situation', ({ heard, asks }) => {
    expect(hear(NEW_POLL, heard, 0).wait).toBe(asks)
  })

  it('backs off on failures up to the maximum interval and resets after one answer', () => {
    const waits: (number | null)[] = []
    let poll = NEW_POLL
    for (let n = 0; n < 9; n += 1) {
      const after = hear(poll, { kind: 'failed' }, 0)
      poll = after.poll
      waits.push(after.wait)
    }
    expect(waits).toEqual([15, 30, 60, 120, 240, 480, 960, 1800, 1800])
    expect(hear(poll, summary(0, 30), 0)).toMatchObject({ wait: 30, poll: { failures: 0 } })
  })
})

test('S5: a failed read keeps the badge and reports the failure', () => {
  const { poll } = hear(NEW_POLL, summary(3, 300), 0)
  expect(hear(poll, { kind: 'failed' }, 0).poll).toEqual({ due: 3, hasReminders: true, failures: 1, trouble: 'failed' })
})

test('S6: a 429 keeps the badge and reports the rate limit', () => {
  const { poll } = hear(NEW_POLL, summary(3, 300), 0)
  expect(hear(poll, { kind: 'busy', retryAfter: 60 }, 0).poll).toEqual({
    due: 3,
    hasReminders: true,
    failures: 1,
    trouble: 'busy',
  })
})

describe('S6: 24 simulated hours of polling stay under the rate limits', () => {
  const READS_A_MINUTE = 300
  it.each([
    { who: 'nothing set', life: day({}), most: 49 },
    { who: 'a badge all day', life: day({ reminders: [START] }), most: 300 },
    {
      who: 'a reminder every minute, never closed',
      life: day({ reminders: Array.from({ length: 1440 }, (_, n) => START + n * 60_000) }),
      most: 1500,
    },
    {
      who: 'a reminder every second',
      life: day({
        reminders: Array.from({ length: 86_400 }, (_, n) => START + n * 1000),
        end: START + HOUR,
        spread: 0,
      }),
      most: 1800,
    },
    { who: 'a store that fails all day', life: day({ fault: () => ({ kind: 'failed' }) }), most: 60 },
    { who: '429 all day', life: day({ fault: () => ({ kind: 'busy', retryAfter: 1 }) }), most: 60 },
  ])('polls at most $most times with: $who', ({ life, most }) => {
    const asked = livesThrough(life)
    expect(asked.length).toBeLessThanOrEqual(most)
    // Ten tabs without a shared channel still count as one user.
    expect(busiestMinute(asked) * 10).toBeLessThanOrEqual(READS_A_MINUTE)
  })
})

test('the badge shows a reminder within seconds of its time', () => {
  const moment = START + 5 * HOUR + 12_345
  const asked = livesThrough(day({ reminders: [moment], spread: 1 }))
  const first = asked.find((at) => at >= moment) ?? Infinity
  expect(first - moment).toBeLessThan(6_000)
})

test('a summary says whether there are reminders at all, due or in the future', () => {
  const hasReminders = (due: number, next: number | null) => hear(NEW_POLL, summary(due, next), 0).poll.hasReminders
  expect(hasReminders(0, null)).toBe(false)
  expect(hasReminders(0, 90)).toBe(true)
  expect(hasReminders(1, null)).toBe(true)
})
