/** Maximum poll interval: a reminder set on another device must be found even if nothing is scheduled here. */
export const CEILING_SECONDS = 1800
/** Minimum poll interval, whatever the server returns. */
const FLOOR_SECONDS = 2
const FIRST_RETRY_SECONDS = 15
/** Jitter: clients do not poll in the same second, and the first tab of a user shares its result with the others. */
const SPREAD_SECONDS = 4

export type Summary = { due: number; nextInSeconds: number | null }

/** The outcome of a poll. */
export type Heard =
  | { kind: 'summary'; summary: Summary }
  | { kind: 'failed' }
  /** 429, with the seconds of `Retry-After`. */
  | { kind: 'busy'; retryAfter: number }
  | { kind: 'signed_out' }

export type Poll = {
  /** Null until the first answer. Kept on failure, so that a failed read does not clear the badge. */
  due: number | null
  /** There is one, due or in the future. */
  hasReminders: boolean
  failures: number
  /** The error displayed at the badge. */
  trouble: 'failed' | 'busy' | null
}

export const NEW_POLL: Poll = { due: null, hasReminders: false, failures: 0, trouble: null }

/** The state after a poll, and the seconds until the next one; null stops polling until the user signs in again. */
export function hear(poll: Poll, heard: Heard, spread: number): { poll: Poll; wait: number | null } {
  switch (heard.kind) {
    case 'summary': {
      const { due, nextInSeconds } = heard.summary
      return {
        poll: { due, hasReminders: due > 0 || nextInSeconds !== null, failures: 0, trouble: null },
        wait: waitAfter(nextInSeconds, spread),
      }
    }
    case 'signed_out':
      return { poll, wait: null }
    case 'busy':
    case 'failed': {
      const failures = poll.failures + 1
      const pause = Math.min(FIRST_RETRY_SECONDS * 2 ** (failures - 1), CEILING_SECONDS)
      const asked = heard.kind === 'busy' ? heard.retryAfter : 0
      return {
        poll: { ...poll, failures, trouble: heard.kind },
        wait: Math.max(pause, asked) + spread * SPREAD_SECONDS,
      }
    }
  }
}

function waitAfter(next: number | null, spread: number): number {
  const asked = Math.max(FLOOR_SECONDS, Math.min(next ?? CEILING_SECONDS, CEILING_SECONDS))
  return asked + spread * SPREAD_SECONDS
}

/** A page that becomes visible polls again if its last poll is older than this. */
export const FRESH_SECONDS = 60
