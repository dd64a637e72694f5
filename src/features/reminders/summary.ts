/** While a badge is on screen the client asks again at least this often. */
const BADGE_REFRESH_SECONDS = 300

export type Summary = { due: number; next: Date | null }

/** Seconds until the client should ask again; null lets it sleep until its own ceiling. */
export function nextInSeconds(now: Date, { due, next }: Summary): number | null {
  const ahead = next === null ? null : Math.max(0, Math.ceil((next.getTime() - now.getTime()) / 1000))
  if (due === 0) return ahead
  return ahead === null ? BADGE_REFRESH_SECONDS : Math.min(ahead, BADGE_REFRESH_SECONDS)
}
