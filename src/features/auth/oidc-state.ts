import type { SessionId, UserId } from '#base/ids.ts'

/** What a browser wants from a provider: to sign in, to add the identity to an account, or to confirm that it is its owner. */
export type OidcPurpose =
  | { for: 'sign_in'; invitation: string | null }
  | { for: 'link'; userId: UserId; sessionId: SessionId }
  | { for: 'confirm'; userId: UserId }

/** Kept from the start of a sign-in at a provider to its callback, and used once. */
export type OidcState = {
  provider: string
  nonce: string
  codeVerifier: string
  /** SHA-256 of the cookie of the browser that started, in hexadecimal. */
  browser: string
  /** The path to continue to; already checked to be on this site. */
  next: string
  purpose: OidcPurpose['for']
  /** An ISO date. */
  startedAt: string
  /** The signed-in person who links or confirms; empty for a sign-in. */
  userId: string
  /** The session that links; empty otherwise. */
  sessionId: string
  /** The token of an invitation; empty without one. */
  invitation: string
}

const FIELDS = [
  'provider',
  'nonce',
  'codeVerifier',
  'browser',
  'next',
  'startedAt',
  'userId',
  'sessionId',
  'invitation',
] as const

/** Null for a row of another version of the program. */
export function parseOidcState(data: unknown): OidcState | null {
  if (typeof data !== 'object' || data === null) return null
  const values = new Map<string, unknown>(Object.entries(data))
  const text = (name: (typeof FIELDS)[number]) => String(values.get(name))
  const purpose = PURPOSES.find((each) => each === values.get('purpose'))
  if (!purpose || !FIELDS.every((name) => typeof values.get(name) === 'string')) return null
  return {
    provider: text('provider'),
    nonce: text('nonce'),
    codeVerifier: text('codeVerifier'),
    browser: text('browser'),
    next: text('next'),
    purpose,
    startedAt: text('startedAt'),
    userId: text('userId'),
    sessionId: text('sessionId'),
    invitation: text('invitation'),
  }
}

const PURPOSES = ['sign_in', 'link', 'confirm'] as const satisfies OidcPurpose['for'][]
