import { nextInSeconds } from './summary.ts'
import { hear, NEW_POLL, type Heard } from './polling.ts'

/** One client's day, second by second, against the server's own rule. */
export type Day = {
  /** Times (ms) at which its reminders fire, in order. */
  reminders: readonly number[]
  /** Seconds until the user acknowledges a fired reminder; Infinity: never. */
  ackAfter: number
  spread: number
  start: number
  end: number
  /** The answer of the server instead of a summary, if any. */
  fault?: (at: number) => Heard | null
}

/** The times (ms) of all requests of that day. */
export function livesThrough(day: Day): number[] {
  const { reminders, ackAfter, spread, start, end, fault } = day
  const asked: number[] = []
  let poll = NEW_POLL
  let at: number | null = start
  while (at !== null && at < end) {
    asked.push(at)
    const now: number = at
    const next: number | undefined = reminders.find((moment) => moment > now)
    const summary = {
      due: reminders.filter((moment) => moment <= now && now - moment < ackAfter * 1000).length,
      next: next === undefined ? null : new Date(next),
    }
    const heard: Heard = fault?.(now) ?? {
      kind: 'summary',
      summary: { due: summary.due, nextInSeconds: nextInSeconds(new Date(now), summary) },
    }
    const after: ReturnType<typeof hear> = hear(poll, heard, spread)
    poll = after.poll
    at = after.wait === null ? null : now + after.wait * 1000
  }
  return asked
}

/** The most requests in any minute. */
export function busiestMinute(asked: readonly number[]): number {
  let from = 0
  return asked.reduce((most, at, index) => {
    while (at - (asked[from] ?? at) >= 60_000) from += 1
    return Math.max(most, index - from + 1)
  }, 0)
}
