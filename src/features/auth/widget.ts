/** What the messenger's widget posts: every field but `hash` is part of what was signed. */
export type WidgetData = Readonly<Record<string, string | number>>

/** Seconds that a signed answer stays good, and how far ahead of ours the messenger's clock may run. */
export const MAX_AGE_SECONDS = 3600
export const MAX_AHEAD_SECONDS = 60

/** `key=value` lines, sorted by key: the text that the hash was made over. */
export function checkString(data: WidgetData): string {
  return Object.keys(data)
    .filter((key) => key !== 'hash')
    .toSorted()
    .map((key) => `${key}=${String(data[key])}`)
    .join('\n')
}

export type WidgetClaim = { messengerId: string; firstName: string; hash: string; authDate: Date }

/** The fields that sign-in needs, or null when the data is not what the widget sends. */
export function readClaim(data: WidgetData): WidgetClaim | null {
  const id = String(data['id'] ?? '')
  const firstName = data['first_name']
  const authDate = String(data['auth_date'] ?? '')
  const hash = data['hash']
  if (!/^[1-9]\d{0,17}$/.test(id) || !/^\d{1,11}$/.test(authDate)) return null
  if (typeof firstName !== 'string' || typeof hash !== 'string' || !/^[0-9a-f]{64}$/i.test(hash)) return null
  return { messengerId: id, firstName, hash: hash.toLowerCase(), authDate: new Date(Number(authDate) * 1000) }
}

export function isFresh(authDate: Date, now: Date): boolean {
  const age = (now.getTime() - authDate.getTime()) / 1000
  return age <= MAX_AGE_SECONDS && age >= -MAX_AHEAD_SECONDS
}

/** The widget sends strings and numbers; anything else was not signed by it. */
export function asWidgetData(data: Record<string, unknown>): WidgetData | null {
  const fields: Record<string, string | number> = {}
  for (const [key, value] of Object.entries(data)) {
    if (typeof value !== 'string' && typeof value !== 'number') return null
    fields[key] = value
  }
  return fields
}
