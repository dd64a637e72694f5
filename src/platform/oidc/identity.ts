import type { IDToken, UserInfoResponse } from 'openid-client'
import type { OidcProvider } from '../config/oidc.ts'
import type { OidcRefusal } from './refusal.ts'

/** Tolerated difference between the provider's clock and ours. */
export const CLOCK_TOLERANCE_SECONDS = 30
const TOLERANCE_MS = CLOCK_TOLERANCE_SECONDS * 1000

type Claims = Partial<IDToken & UserInfoResponse>

type Expected = { clientId: string; now: Date; askedAgainAt: Date | null }

/** Checks of the ID token that the library leaves out. */
export function findClaimError(claims: IDToken, { clientId, now, askedAgainAt }: Expected): OidcRefusal | null {
  if (claims.iat > now.getTime() / 1000 + CLOCK_TOLERANCE_SECONDS) return 'not_yet_valid'
  // The library compares it only when there are several audiences.
  if (claims.azp !== undefined && claims.azp !== clientId) return 'authorized_party'
  const signedInAt = signInTime(claims)
  if (signedInAt && signedInAt.getTime() > now.getTime() + TOLERANCE_MS) return 'not_yet_valid'
  // A provider that asked nobody would confirm everything, so one that does not tell when it asked confirms nothing.
  if (askedAgainAt && !signedInAt) return 'auth_time_missing'
  if (askedAgainAt && signedInAt && signedInAt.getTime() < askedAgainAt.getTime() - TOLERANCE_MS)
    return 'not_asked_again'
  // OpenID Connect Core 1.0, section 2: at most 255 ASCII characters. Anything else could break the store.
  return /^[\x20-\x7e]{1,255}$/.test(claims.sub) ? null : 'subject'
}

/** When the provider asked the user who they are, which may be long before this sign-in. Null when it does not tell. */
export function signInTime({ auth_time: seconds }: IDToken): Date | null {
  if (seconds === undefined) return null
  // More than a date can hold is as far in the future as possible.
  return new Date(Math.min(seconds * 1000, MAX_DATE_MS))
}

const MAX_DATE_MS = 8.64e15
const MAX_NAME = 64
/** RFC 5321 allows no longer address. */
const MAX_EMAIL = 254

/** Null when the provider names nobody. */
export function nameOf({ name, preferred_username: username }: Claims): string | null {
  return cleanName(name) ?? cleanName(username)
}

/** Only for the eyes of the person: whether the address is theirs is not checked. */
export function emailOf({ email }: Claims): string | null {
  return cleanName(email, MAX_EMAIL)
}

/** Control characters and overrides of the text direction are removed: a name must not disturb the line in which it is displayed. */
function cleanName(name: unknown, max = MAX_NAME): string | null {
  if (typeof name !== 'string') return null
  const visible = name.toWellFormed().replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, '')
  const cut = Array.from(visible.trim()).slice(0, max).join('').trim()
  return cut === '' ? null : cut
}

export function roleOf(claims: Claims, roles: OidcProvider['roles']): 'admin' | 'premium' | null {
  if (!roles) return null
  const value = claimOf(claims, roles.claim)
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (roles.admin !== null && values.includes(roles.admin)) return 'admin'
  return roles.premium !== null && values.includes(roles.premium) ? 'premium' : null
}

/** Whether the ID token lacks something that the userinfo endpoint may know: many providers return profile claims only there. */
export function isIncomplete(claims: Claims, roles: OidcProvider['roles']): boolean {
  return nameOf(claims) === null || (roles !== null && claimOf(claims, roles.claim) === undefined)
}

function claimOf(claims: Claims, claim: string): unknown {
  return Object.hasOwn(claims, claim) ? claims[claim] : undefined
}
