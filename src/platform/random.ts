import { randomBytes } from 'node:crypto'
import { type Id, uuidV7 } from '#base/ids.ts'

export function newId<Kind extends string>(now: Date): Id<Kind> {
  return uuidV7<Kind>(now, randomBytes(10))
}

/** 256 bits, URL-safe: a secret of which the store has only the hash. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}
