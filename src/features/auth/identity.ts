import type { Id } from '#base/ids.ts'

export const METHODS = ['passkey', 'oidc', 'password', 'messenger'] as const
/** A kind of sign-in. */
export type Method = (typeof METHODS)[number]

/** Holds the method that a browser used last. It is no secret, and script may set it. */
export const METHOD_COOKIE = 'sign_in_method'

/** What a person proved: the same three texts always mean the same person. */
export type Identity = {
  method: Method
  /** The OpenID Connect provider; empty for the other methods. */
  issuer: string
  subject: string
}

export type MethodId = Id<'sign_in_method'>

/** One way in, as its owner sees it on /settings. */
export type SignInMethod = Identity & {
  id: MethodId
  /** Empty: the pages show the kind of method. */
  name: string
  createdAt: Date
  lastUsedAt: Date | null
}

export const MAX_METHOD_NAME = 80
export const MAX_FIRST_NAME_CHARS = 64
/** More passkeys and providers than anybody has. */
export const MAX_METHODS = 30

export function messengerIdentity(messengerId: string): Identity {
  return { method: 'messenger', issuer: '', subject: messengerId }
}

export function passkeyIdentity(credentialId: string): Identity {
  return { method: 'passkey', issuer: '', subject: credentialId }
}

export function passwordIdentity(signInName: string): Identity {
  return { method: 'password', issuer: '', subject: signInName }
}

export function oidcIdentity(issuer: string, subject: string): Identity {
  return { method: 'oidc', issuer, subject }
}
