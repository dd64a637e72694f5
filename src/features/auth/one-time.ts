/** Single-use secrets: each is stored as its SHA-256 and deleted by its use. */
export type SecretKind = 'set_up' | 'sign_in_link' | 'recovery_code' | 'passkey_challenge' | 'oidc_state' | 'oidc_link'

export const SET_UP_MINUTES = 60
export const SIGN_IN_LINK_MINUTES = 60
/** Long enough to find a security key, or to type a password at a provider. */
export const CHALLENGE_MINUTES = 5
export const OIDC_STATE_MINUTES = 15
/** Long enough to read whose account it is. */
export const OIDC_LINK_MINUTES = 5

export const RECOVERY_CODES = 10
/** Without 0, 1, I, L, O and U, which are misread or read as words. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 4
const GROUP_LETTERS = 5

/** 20 letters of 30 are 98 bits, so that a code needs neither a name beside it nor a slow hash. */
export function recoveryCode(random: Uint8Array): string {
  const letters = [...random].flatMap((byte) => (byte < 240 ? [LETTERS[byte % 30] ?? ''] : []))
  if (letters.length < GROUPS * GROUP_LETTERS) throw new Error('Not enough random bytes for a recovery code')
  return Array.from({ length: GROUPS }, (_, i) =>
    letters.slice(i * GROUP_LETTERS, (i + 1) * GROUP_LETTERS).join(''),
  ).join('-')
}

/** Accepts lower case, spaces and missing dashes; null when it cannot be a code. */
export function parseRecoveryCode(typed: string): string | null {
  const letters = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  if (!new RegExp(`^[${LETTERS}]{${GROUPS * GROUP_LETTERS}}$`).test(letters)) return null
  return (letters.match(new RegExp(`.{${GROUP_LETTERS}}`, 'g')) ?? []).join('-')
}
