/** `2026-11-14T09:30:00.123+00:00`: the one spelling of a moment on the wire. */
export function isoUtc(moment: Date): string {
  return `${moment.toISOString().slice(0, -1)}+00:00`
}

/** Moments are stored at millisecond precision, so what a client got can be sent back and compare equal. */
export function sameMoment(a: Date, b: Date): boolean {
  return a.getTime() === b.getTime()
}

/** The next `updated_at` of a row: never equal to the previous one, however quickly two writes follow each other. */
export function nextMoment(now: Date, previous: Date): Date {
  return new Date(Math.max(now.getTime(), previous.getTime() + 1))
}

export function addSeconds(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000)
}

export const SECONDS_PER_DAY = 86_400

/** Where the service lives, for those who have not said where they are. */
export const SITE_ZONE = 'Asia/Jerusalem'
