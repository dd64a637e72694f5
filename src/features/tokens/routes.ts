import { settingsHref } from '#base/settings-panes.ts'
import { parseIdOr, Ok } from '#base/wire-types.ts'
import type { SettingsSection } from '#platform/http/section.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { TokenCreatedPage } from './pages/token-created-page.tsx'
import { TokenSection } from './pages/token-section.tsx'
import { tokenNotFound } from './problems.ts'
import * as schema from './schema.ts'
import * as tokens from './service.ts'

const tokenId = (id: string) => parseIdOr<'token'>(id, () => tokenNotFound({ token_id: id }))
/** A token must not be able to create tokens. */
const session = { auth: 'user', sessionOnly: true } as const
const revoking = { ...session, unconfirmedBecause: 'revoking a token takes access away' } as const

export const tokensSection: SettingsSection = {
  id: 'tokens',
  title: { he: 'אסימוני גישה', en: 'Access tokens' },
  hint: {
    he: 'לשורת הפקודה, ל-API ולסוכנים. כל אסימון מוצג פעם אחת בלבד.',
    en: 'For the command line, the API and agents. Each token is shown once.',
  },
  settings: [
    { name: { he: 'יצירת אסימון', en: 'Create token' }, words: 'new API key חדש מפתח' },
    { name: { he: 'ביטול אסימון', en: 'Revoke a token' } },
    { name: { he: 'פעילות הסוכנים', en: 'Activity of agents' }, words: 'log undo MCP ביטול פעולות יומן' },
  ],
  load: async ({ ctx }, { locale }) => {
    const [list, used] = await Promise.all([tokens.listTokens(ctx), tokens.usedToday(ctx)])
    return TokenSection({ locale, now: ctx.now, tokens: list, used })
  },
}

export const tokenRoutes: FeatureRoutes<{ origin: string }> = (app, { origin }) => {
  app.get(
    '/api/tokens',
    {
      config: session,
      schema: {
        sentence: { he: 'האסימונים, בלי הסוד עצמו.', en: 'The tokens, without their secrets.' },
        response: { 200: schema.TokensReply },
      },
    },
    async ({ ctx }) => {
      const [list, used] = await Promise.all([tokens.listTokens(ctx), tokens.usedToday(ctx)])
      const items = list.map((token) => schema.toTokenItem(token, used.get(token.id)))
      return { ok: true as const, tokens: items, count: list.length }
    },
  )

  app.post(
    '/api/tokens',
    {
      config: session,
      schema: {
        sentence: {
          he: 'אסימון חדש. הסוד מופיע בתשובה הזו ובשום מקום אחר.',
          en: 'Creates a token. The secret is in this reply only.',
        },
        body: schema.CreateTokenBody,
        response: { 201: schema.CreatedTokenReply },
      },
    },
    async ({ ctx, body }, reply) => {
      const { secret, token } = await tokens.createToken(ctx, {
        name: body.name,
        scopes: body.scopes,
        days: body.expires_in_days,
        budget: { writes: body.writes_per_day, runs: body.runs_per_day },
      })
      return reply.code(201).send({ ok: true, token: secret, details: schema.toTokenItem(token) })
    },
  )

  app.delete(
    '/api/tokens/:id',
    {
      config: revoking,
      schema: {
        sentence: { he: 'ביטול אסימון.', en: 'Revokes a token.' },
        params: schema.TokenParams,
        response: { 200: Ok },
      },
    },
    async ({ ctx, params }) => {
      await tokens.revokeToken(ctx, tokenId(params.id))
      return { ok: true as const }
    },
  )

  app.post(
    '/settings/tokens',
    { config: session, schema: { body: schema.CreateTokenForm } },
    async ({ ctx, body }, reply) => {
      const { name, scopes, days, writes_per_day: writes, runs_per_day: runs } = body
      const { secret } = await tokens.createToken(ctx, { name, scopes, days, budget: { writes, runs } })
      return reply.header('cache-control', 'no-store').page(TokenCreatedPage({ frame: reply.frame, secret, origin }))
    },
  )

  app.post(
    '/settings/tokens/:id/revoke',
    { config: revoking, schema: { params: schema.TokenParams } },
    async ({ ctx, params }, reply) => {
      await tokens.revokeToken(ctx, tokenId(params.id))
      return reply.redirect(settingsHref('tokens'), 303)
    },
  )
}
