import type { Identity } from './identity.ts'

/** The kinds of sign-in that this installation offers. */
export type Ways = {
  messenger: boolean
  passwords: boolean
  passkeys: boolean
  /** Issuers of the configured OpenID Connect providers. */
  issuers: ReadonlySet<string>
}

/** A person may have a method that configuration has turned off since. */
export function isUsable({ method, issuer }: Identity, ways: Ways): boolean {
  switch (method) {
    case 'messenger':
      return ways.messenger
    case 'password':
      return ways.passwords
    case 'passkey':
      return ways.passkeys
    case 'oidc':
      return ways.issuers.has(issuer)
  }
}
