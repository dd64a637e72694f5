/**
 * An ISO 8601 timestamp as clients send it back: extra digits are rounded down to the stored millisecond, no offset means UTC.
 * Null when it is invalid, or outside the years that we can store.
 */
export function parseMoment(text: string): Date | null {
  const match =
    /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*(Z|z|[+-]\d{2}(?::?\d{2})?)?$/.exec(text)
  if (!match) return null
  const [, year = '', month, day, hour, minute, second = '00', fraction = '', offset = 'Z'] = match
  if (Number(year) < 1970) return null
  const wall = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}`
  if (!isOnTheClock(wall)) return null
  const moment = new Date(wall + zoneOf(offset))
  return isStorableMoment(moment) ? moment : null
}

/** `Date` rolls 30 February over to 2 March and 24:00 to the next day: only a value that formats back to the input is valid. */
function isOnTheClock(wall: string): boolean {
  const utc = new Date(`${wall}Z`)
  return !Number.isNaN(utc.getTime()) && utc.toISOString() === `${wall}Z`
}

function zoneOf(offset: string): string {
  if (offset.toUpperCase() === 'Z') return 'Z'
  return offset.replace(/^([+-]\d{2}):?(\d{2})?$/, (_, hours: string, minutes = '00') => `${hours}:${String(minutes)}`)
}

function isStorableMoment(moment: Date): boolean {
  return moment.getTime() >= 0 && moment.getUTCFullYear() <= 9999
}
