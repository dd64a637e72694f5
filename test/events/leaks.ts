/** What must not stand in a log line or an event, whoever it is about. */
const SHAPES: Readonly<Record<string, RegExp>> = {
  'an e-mail address': /[\w.+-]+@[\w-]+\.[a-z]{2,}/i,
  'an access token': /\bcsk_[\w-]{16,}/,
  'a bearer token': /\bbearer [\w.~+/-]{16,}/i,
  'a cookie': /__Host-session=/,
  'a user': /"(user_?id|first_?name|messenger_?id)":/i,
}

/** Shorter ones stand in innocent words. */
const SHORTEST = 3

/** Each leak with the line it stands in. `secrets` are what the tests of this file gave to the service about people. */
export function leaksIn(lines: readonly string[], secrets: Iterable<string>): string[] {
  // One look at all of it for each secret; the line is looked for only when there is something to tell.
  const all = lines.join('\n')
  const shaped = Object.entries(SHAPES).filter(([, shape]) => shape.test(all))
  const spoken = [...secrets].filter((secret) => secret.length >= SHORTEST && all.includes(secret))
  return [
    ...shaped.map(([what, shape]) => `${what}: ${lines.find((line) => shape.test(line))}`),
    ...spoken
      .filter((secret) => isWhole(all, secret))
      .map((secret) => `“${secret}”: ${lines.find((line) => line.includes(secret))}`),
  ]
}

/** `Dana` is told on; `Danach` is another word. */
function isWhole(text: string, secret: string): boolean {
  const quoted = RegExp.escape(secret)
  return new RegExp(`(?<![\\p{L}\\p{N}_])${quoted}(?![\\p{L}\\p{N}_])`, 'u').test(text)
}

const TOLD_FIELDS = new Set([
  'content',
  'title',
  'text',
  'description',
  'file_name',
  'anchor_text',
  'first_name',
  'endpoint',
  'p256dh',
  'auth',
  'code',
])
const LONGEST = 60

/** The words about people in a body that a test sends: what they wrote and what they called it. */
export function wordsIn(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([field, value]) =>
    typeof value === 'string' ? (TOLD_FIELDS.has(field) ? plainPiece(value) : []) : wordsIn(value),
  )
}

/** A piece that JSON writes as it is, long enough to be nobody else's. */
function plainPiece(text: string): string[] {
  const piece = text
    .slice(0, 500)
    .split(/["\\\p{Cc}]/u)
    .find((part) => part.trim().length >= 10)
  return piece === undefined ? [] : [piece.trim().slice(0, LONGEST)]
}
