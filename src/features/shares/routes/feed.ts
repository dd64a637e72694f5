import { settingsHref } from '#base/settings-panes.ts'
import { SANDBOXED_TEXT } from '#platform/http/sandbox.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { isNotModified, weakEtag } from '#platform/http/validators.ts'
import { renderAtom } from '../atom.ts'
import { buildFeed } from '../feed.ts'
import { shareMessages } from '../messages.ts'
import * as schema from '../schema/pages.ts'
import { readFeed, setInFeed, switchFeed } from '../service/feed.ts'
import { shareId } from './api.ts'
import { UNLISTED } from './unlisted.ts'

export const feedRoutes: FeatureRoutes<{ origin: string }> = (app, { origin }) => {
  const user = { auth: 'user' as const }

  app.get(
    '/feeds/:key',
    { config: { auth: 'public', isAnonymous: true }, schema: { params: schema.FeedParams, hide: true } },
    async (request, reply) => {
      const feed = await readFeed(request.publicCtx, request.params.key)
      const xml = renderAtom(buildFeed(origin, feed, shareMessages(feed.locale)))
      reply.headers({ 'x-robots-tag': UNLISTED['x-robots-tag'], ...SANDBOXED_TEXT })
      if (isNotModified(request, reply, weakEtag(xml))) return reply.code(304).send()
      return reply.type('application/atom+xml; charset=utf-8').send(xml)
    },
  )

  app.post('/shares/feed', { config: user, schema: { body: schema.FeedForm } }, async ({ ctx, body }, reply) => {
    await switchFeed(ctx, body.feed === 'on')
    return reply.redirect(settingsHref('shares'), 303)
  })

  app.post(
    '/shares/:share_id/feed',
    { config: user, schema: { params: schema.ShareParams, body: schema.InFeedForm } },
    async ({ ctx, params, body }, reply) => {
      await setInFeed(ctx, shareId(params.share_id), body.in_feed === 'yes')
      return reply.redirect(`${body.next}#shares`, 303)
    },
  )
}
