/** What a challenge was made for. A response to it is accepted for nothing else. */
export type PasskeyPurpose =
  | { for: 'sign_in' }
  | { for: 'add' }
  /** `admission` is a hash: the account is made by the same link that the passkey was made for. */
  | { for: 'join'; firstName: string; admission: string }

/** Null: not written by this version of the server. */
export function parsePurpose(stored: unknown): PasskeyPurpose | null {
  if (typeof stored !== 'object' || stored === null || !('for' in stored)) return null
  if (stored.for === 'sign_in' || stored.for === 'add') return { for: stored.for }
  if (stored.for !== 'join' || !('firstName' in stored) || !('admission' in stored)) return null
  const { firstName, admission } = stored
  return typeof firstName === 'string' && typeof admission === 'string' ? { for: 'join', firstName, admission } : null
}
