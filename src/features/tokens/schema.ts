import { z } from 'zod'
import { isoUtc } from '#base/time.ts'
import { chars } from '#base/wire.ts'
import { type AccessToken, LIFETIMES, MAX_NAME_CHARS, SCOPES } from './token.ts'

const Name = chars(MAX_NAME_CHARS, 1).refine((name) => name.trim() !== '', 'is blank')

export const CreateTokenBody = z.strictObject({
  name: Name,
  scopes: z.array(z.enum(SCOPES)).min(1),
  expires_in_days: z.union([z.int().min(1).max(365), z.null()]).default(90),
})

/** The form without script sends one string for one box, several for several, and the days as text. */
export const CreateTokenForm = z.object({
  name: Name,
  scopes: z.union([z.enum(SCOPES).transform((scope) => [scope]), z.array(z.enum(SCOPES)).min(1)]),
  days: z.enum(LIFETIMES.map((days) => String(days))).transform((text) => (text === 'null' ? null : Number(text))),
})

export const TokenItem = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
})

export function toTokenItem(token: AccessToken): z.output<typeof TokenItem> {
  return {
    id: token.id,
    name: token.name,
    scopes: token.scopes,
    created_at: isoUtc(token.createdAt),
    expires_at: token.expiresAt && isoUtc(token.expiresAt),
    last_used_at: token.lastUsedAt && isoUtc(token.lastUsedAt),
  }
}

export const TokensReply = z.object({ ok: z.literal(true), tokens: z.array(TokenItem), count: z.int() })
export const CreatedTokenReply = z.object({ ok: z.literal(true), token: z.string(), details: TokenItem })
export const TokenParams = z.object({ id: z.string() })
