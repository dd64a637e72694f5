import { charLength } from '#base/text.ts'

export const MIN_PASSWORD_CHARS = 12
export const MAX_PASSWORD_CHARS = 256
const MIN_SIGN_IN_NAME_CHARS = 2
export const MAX_SIGN_IN_NAME_CHARS = 64

export type PasswordFault = 'short' | 'long' | 'common' | 'name'

/** Why a new password is refused; null when it is accepted. `names` are the person's own name and sign-in name. */
export function passwordFault(
  password: string,
  names: readonly string[],
  common: ReadonlySet<string>,
): PasswordFault | null {
  const length = charLength(password)
  if (length < MIN_PASSWORD_CHARS) return 'short'
  if (length > MAX_PASSWORD_CHARS) return 'long'
  const plain = simplify(password)
  if (names.map(simplify).some((name) => charLength(name) >= 3 && plain.includes(name))) return 'name'
  return isCommon(plain, common) ? 'common' : null
}

/** Common with digits and signs around it ("!!password2026"), or one short piece repeated ("abcabcabcabc"). */
function isCommon(plain: string, common: ReadonlySet<string>): boolean {
  const core = plain.replaceAll(/^[\p{N}\p{P}\p{S}\s]+|[\p{N}\p{P}\p{S}\s]+$/gu, '')
  if (common.has(plain) || (core !== '' && common.has(core))) return true
  return /^(.{1,5}?)\1+.{0,4}$/su.test(plain) || new Set(plain).size < 5
}

function simplify(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/**
 * The form under which a sign-in name is stored and searched: Unicode has several spellings of one name, and capitals are easily
 * forgotten. Null when it is not a name: letters and digits of any script, and . _ - between them.
 */
export function parseSignInName(typed: string): string | null {
  const name = simplify(typed).trim()
  const length = charLength(name)
  if (length < MIN_SIGN_IN_NAME_CHARS || length > MAX_SIGN_IN_NAME_CHARS) return null
  return /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}._-]*[\p{L}\p{N}\p{M}])?$/u.test(name) ? name : null
}

/** Failed passwords before a delay begins, and the longest delay. It starts with a second and doubles. */
export const THROTTLES = {
  name: { freeFailures: 5, maxDelaySeconds: 300 },
  address: { freeFailures: 20, maxDelaySeconds: 300 },
  /** One browser that has signed in to the account before: see service/known-devices.ts. */
  device: { freeFailures: 5, maxDelaySeconds: 300 },
} as const
export const KNOWN_DEVICE_DAYS = 365
/** Of one account: each has free failures of its own. */
export const MAX_KNOWN_DEVICES = 20
/** Failures are forgotten after so long without another one. */
export const FORGET_FAILURES_HOURS = 24
