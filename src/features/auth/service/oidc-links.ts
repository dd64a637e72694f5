import type { SessionId } from '#base/ids.ts'
import { addSeconds } from '#base/time.ts'
import type { OidcProvider } from '#platform/config/oidc.ts'
import { sha256 } from '#platform/crypto.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Oidc, OidcIdentity } from '#platform/oidc/oidc.ts'
import { oidcIdentity } from '../identity.ts'
import { type OidcLink, parseOidcLink } from '../oidc-link.ts'
import { OIDC_LINK_MINUTES } from '../one-time.ts'
import { identityTaken, oidcLinkInvalid } from '../problems.ts'
import { findIdentity } from '../store/identities.ts'
import { findSecret, type FoundSecret, insertSecret, useSecret } from '../store/secrets.ts'
import { linkIdentity } from './methods.ts'

/** Who accepts: a signed-in person in one browser. */
export type LinkBy = { user: UserCtx; sessionId: SessionId }

/**
 * Keeps a verified identity until the person has seen whose it is, and returns the token of the page that asks. The browser may be signed
 * in at the provider as somebody else: another site can do that without a word.
 */
export async function keepOidcLink(
  { user: ctx, sessionId }: LinkBy,
  { id: provider }: OidcProvider,
  { issuer, subject, name, email }: OidcIdentity,
): Promise<string> {
  const owner = await findIdentity(ctx.db, oidcIdentity(issuer, subject))
  if (owner !== null && owner !== ctx.user.id) throw identityTaken()
  const token = ctx.newToken()
  const data: OidcLink = { provider, issuer, subject, name: name ?? '', email: email ?? '', sessionId }
  const expiresAt = addSeconds(ctx.now, OIDC_LINK_MINUTES * 60)
  await insertSecret(ctx.db, { hash: sha256(token), kind: 'oidc_link', userId: ctx.user.id, data, expiresAt })
  return token
}

export type NamedIdentity = Pick<OidcLink, 'name' | 'email' | 'subject'> & { label: string }

/** For the page that names the identity; nothing is used up. */
export async function getOidcLink(by: LinkBy, oidc: Oidc, token: string): Promise<NamedIdentity> {
  const { link, provider } = check(by, oidc, await findSecret(by.user.db, 'oidc_link', sha256(token), by.user.now))
  const { name, email, subject } = link
  return { name, email, subject, label: provider.label }
}

/** Adds the identity to the account. The token is used up before anything else, so that of two concurrent uses one throws. */
export async function acceptOidcLink(by: LinkBy, oidc: Oidc, token: string): Promise<void> {
  const { user: ctx } = by
  const { link, provider } = check(by, oidc, await useSecret(ctx.db, 'oidc_link', sha256(token), ctx.now))
  const identity = oidcIdentity(link.issuer, link.subject)
  await ctx.db.transaction().execute((trx) => linkIdentity(trx, ctx, identity, provider.label))
}

/** One problem for every cause: whoever is not the person who began must learn nothing. */
function check({ user, sessionId }: LinkBy, oidc: Oidc, found: FoundSecret | null) {
  const link = parseOidcLink(found?.data)
  const isOurs = found?.userId === user.user.id && link?.sessionId === sessionId
  const provider = link && oidc.find(link.provider)
  if (!link || !isOurs || provider?.issuer !== link.issuer) throw oidcLinkInvalid()
  return { link, provider }
}
