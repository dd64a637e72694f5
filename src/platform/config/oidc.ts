import { z } from 'zod'
import { isPublicHost } from '../public-address.ts'
import type { Env } from './env.ts'

/** An OpenID Connect provider at which users sign in. */
export type OidcProvider = {
  /** Part of the callback URL, so that a response of one provider cannot arrive as that of another. */
  id: string
  /** On the sign-in button. */
  label: string
  /** Exactly as the provider's discovery document spells it. */
  issuer: string
  clientId: string
  /** Null: a public client, which sends no secret to the token endpoint. */
  clientSecret: string | null
  scopes: string
  /** Whether this provider may create accounts, or only sign in to existing ones. */
  accounts: 'create' | 'known'
  /** Grants a role when the claim is, or contains, the value. Null: this provider grants no roles. */
  roles: { claim: string; admin: string | null; premium: string | null } | null
  /** The provider is in a private network: private addresses and plain http are allowed. */
  isPrivate: boolean
}

const text = (max: number) => z.string().trim().min(1).max(max)
const value = text(256).nullable().default(null)

/** Strict: a misspelt `clientSecret` would otherwise make a confidential client a public one without a word. */
const Provider = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9-]{1,32}$/, 'expected at most 32 lowercase letters, digits and hyphens'),
    label: text(64),
    issuer: z
      .url({ protocol: /^https?$/, abort: true })
      .refine(isIssuer, 'expected a URL without credentials, query, fragment and /.well-known/'),
    clientId: text(256),
    clientSecret: z.string().min(1).max(1024).nullable().default(null),
    scopes: text(512)
      .refine((scopes) => scopes.split(' ').includes('openid'), 'expected openid among the scopes')
      .default('openid profile'),
    accounts: z.enum(['create', 'known']).default('known'),
    roles: z
      .strictObject({ claim: text(256), admin: value, premium: value })
      .nullable()
      .default(null),
    private: z.boolean().default(false),
  })
  .refine((provider) => provider.private || isPublicIssuer(provider.issuer), {
    path: ['issuer'],
    error: 'expected https on a public host, or "private": true',
  })
  .transform(({ private: isPrivate, ...provider }): OidcProvider => ({ ...provider, isPrivate }))

const Providers = z
  .array(Provider)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'expected a different id for each provider')

/** The providers of `OIDC_PROVIDERS`, none when it is not set. */
export function oidcProviders(env: Pick<z.output<typeof Env>, 'OIDC_PROVIDERS'>): readonly OidcProvider[] {
  if (env.OIDC_PROVIDERS === undefined) return []
  const parsed = Providers.safeParse(parseJson(env.OIDC_PROVIDERS))
  if (!parsed.success) throw invalid(z.prettifyError(parsed.error))
  return parsed.data
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    // The message of JSON.parse quotes the text, which contains client secrets: only the position may be logged.
    const [position = ''] = /at position \d+/.exec(String(error)) ?? []
    throw invalid(`not valid JSON ${position}`.trimEnd())
  }
}

function invalid(why: string): Error {
  return new Error(`Invalid environment\nOIDC_PROVIDERS: ${why}`)
}

function isIssuer(issuer: string): boolean {
  const { username, password, search, hash, pathname } = new URL(issuer)
  return [username, password, search, hash].every((part) => part === '') && !pathname.includes('/.well-known/')
}

function isPublicIssuer(issuer: string): boolean {
  const url = URL.canParse(issuer) ? new URL(issuer) : null
  return url?.protocol === 'https:' && isPublicHost(url.hostname)
}
