/** The fields that the messenger's widget posts; all but `hash` are signed. */
export type WidgetData = Readonly<Record<string, string | number>>

/** Lifetime of signed data in seconds, and the tolerated clock skew of the messenger. */
export const MAX_AGE_SECONDS = 3600
export const MAX_AHEAD_SECONDS = 60

/** `key=value` lines sorted by key: the text under the hash. Unambiguous for fields that `parseWidgetData` accepts. */
export function checkString(data: WidgetData): string {
  return Object.keys(data)
    .filter((key) => key !== 'hash')
    .toSorted()
    .map((key) => `${key}=${String(data[key])}`)
    .join('\n')
}

/** The identity that a valid signature proves. */
export type Claim = { messengerId: string; hash: string; authDate: Date }

/** Parses the fields that every sign-in needs; null when one is missing or malformed. */
export function parseClaim(data: WidgetData): Claim | null {
  const id = String(data['id'] ?? '')
  const authDate = String(data['auth_date'] ?? '')
  const hash = data['hash']
  if (!/^[1-9]\d{0,17}$/.test(id) || !/^\d{1,11}$/.test(authDate)) return null
  if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/i.test(hash)) return null
  return { messengerId: id, hash: hash.toLowerCase(), authDate: new Date(Number(authDate) * 1000) }
}

export function isFresh(authDate: Date, now: Date): boolean {
  const age = (now.getTime() - authDate.getTime()) / 1000
  return age <= MAX_AGE_SECONDS && age >= -MAX_AHEAD_SECONDS
}

/**
 * Parses the signed fields; null when invalid. Control characters and `=` in a key are rejected because the signed text joins
 * `key=value` lines by `\n`: a name that contains such a line would forge another field. Lone surrogates are rejected because
 * UTF-8 encodes them as U+FFFD, so that two different texts would share a hash.
 */
export function parseWidgetData(data: Record<string, unknown>): WidgetData | null {
  const fields: [string, string | number][] = []
  for (const [key, value] of Object.entries(data)) {
    if (typeof value !== 'string' && typeof value !== 'number') return null
    if (key.includes('=') || !isOneLine(key) || !isOneLine(String(value))) return null
    fields.push([key, value])
  }
  return Object.fromEntries(fields)
}

function isOneLine(text: string): boolean {
  return text.isWellFormed() && !/[\p{Cc}\u2028\u2029]/u.test(text)
}
