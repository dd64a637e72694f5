/** With nothing due and nothing ahead a client still looks this often: a reminder set on another device is found. */
export const CEILING_SECONDS = 1800
/** Not more often, whatever the server says. */
const FLOOR_SECONDS = 2
const FIRST_RETRY_SECONDS = 15
/** Clients do not ask in the same second, and of one person's tabs one asks first and tells the others. */
const SPREAD_SECONDS = 4

export type Summary = { due: number; nextInSeconds: number | null }

/** How an ask ended. */
export type Heard =
  | { kind: 'summary'; summary: Summary }
  | { kind: 'failed' }
  /** 429: so many seconds are to pass. */
  | { kind: 'busy'; retryAfter: number }
  | { kind: 'signed_out' }

export type Poll = {
  /** Null until the first answer. Kept through failures: a badge does not vanish because a read failed. */
  due: number | null
  failures: number
  /** What is said beside the badge. */
  trouble: 'failed' | 'busy' | null
}

export const NEW_POLL: Poll = { due: null, failures: 0, trouble: null }

/** The state after an ask, and the seconds until the next one; null: not before somebody signs in again. */
export function hear(poll: Poll, heard: Heard, spread: number): { poll: Poll; wait: number | null } {
  switch (heard.kind) {
    case 'summary':
      return {
        poll: { due: heard.summary.due, failures: 0, trouble: null },
        wait: waitAfter(heard.summary.nextInSeconds, spread),
      }
    case 'signed_out':
      return { poll, wait: null }
    case 'busy':
    case 'failed': {
      const failures = poll.failures + 1
      const pause = Math.min(FIRST_RETRY_SECONDS * 2 ** (failures - 1), CEILING_SECONDS)
      const asked = heard.kind === 'busy' ? heard.retryAfter : 0
      return {
        poll: { due: poll.due, failures, trouble: heard.kind },
        wait: Math.max(pause, asked) + spread * SPREAD_SECONDS,
      }
    }
  }
}

function waitAfter(next: number | null, spread: number): number {
  const asked = Math.max(FLOOR_SECONDS, Math.min(next ?? CEILING_SECONDS, CEILING_SECONDS))
  return asked + spread * SPREAD_SECONDS
}

/** When a page is looked at again: asked lately enough, or due by now? */
export const FRESH_SECONDS = 60
