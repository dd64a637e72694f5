/** Maximum poll interval while the badge shows a count. */
const BADGE_REFRESH_SECONDS = 300

export type Summary = { due: number; next: Date | null }

/** Seconds until the client should poll again; null leaves it to the client's maximum interval. */
export function nextInSeconds(now: Date, { due, next }: Summary): number | null {
  const ahead = next === null ? null : Math.max(0, Math.ceil((next.getTime() - now.getTime()) / 1000))
  if (due === 0) return ahead
  return ahead === null ? BADGE_REFRESH_SECONDS : Math.min(ahead, BADGE_REFRESH_SECONDS)
}
