/** `2026-11-14T09:30:00.123+00:00`: the only format of a moment on the wire. */
export function isoUtc(moment: Date): string {
  return `${moment.toISOString().slice(0, -1)}+00:00`
}

/** Moments are stored at millisecond precision, so a value that a client sends back compares equal. */
export function sameMoment(a: Date, b: Date): boolean {
  return a.getTime() === b.getTime()
}

/** The next `updated_at` of a row: always later than the previous one, even for two writes in one millisecond. */
export function nextMoment(now: Date, previous: Date): Date {
  return new Date(Math.max(now.getTime(), previous.getTime() + 1))
}

export function addSeconds(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000)
}

export const SECONDS_PER_DAY = 86_400

/** The default time zone, for users who have not set one. */
export const SITE_ZONE = 'Asia/Jerusalem'
