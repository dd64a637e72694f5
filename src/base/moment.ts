/**
 * An ISO 8601 moment as clients send it back: extra digits are rounded down to the millisecond that is stored, no offset
 * means UTC. Null when it is not one, or lies outside the years that we can store and mean.
 */
export function parseMoment(text: string): Date | null {
  const match =
    /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*(Z|z|[+-]\d{2}(?::?\d{2})?)?$/.exec(text)
  if (!match) return null
  const [, year = '', month, day, hour, minute, second = '00', fraction = '', offset = 'Z'] = match
  if (Number(year) < 1970) return null
  const zone =
    offset.toUpperCase() === 'Z'
      ? 'Z'
      : offset.replace(/^([+-]\d{2}):?(\d{2})?$/, (_, h: string, m = '00') => `${h}:${String(m)}`)
  const millis = fraction.slice(0, 3).padEnd(3, '0')
  const moment = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${millis}${zone}`)
  return Number.isNaN(moment.getTime()) || moment.getTime() < 0 ? null : moment
}
