import type { Id } from '#base/ids.ts'

export type TokenId = Id<'token'>

export const SCOPES = ['read', 'write', 'run'] as const
export type Scope = (typeof SCOPES)[number]

/** Makes a leaked token recognisable to scanners. */
export const TOKEN_PREFIX = 'csk_'
export const MAX_NAME_CHARS = 80
export const MAX_TOKENS = 50
/** Offered lifetimes in days; null never ends. */
export const LIFETIMES = [7, 30, 90, 365, null] as const

export type AccessToken = {
  id: TokenId
  name: string
  scopes: Scope[]
  createdAt: Date
  expiresAt: Date | null
  lastUsedAt: Date | null
}
