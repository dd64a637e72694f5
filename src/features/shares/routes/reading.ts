import { attachment } from '#platform/http/download.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { SharedPage } from '../pages/shared-page.tsx'
import * as schema from '../schema.ts'
import { openLink, openShare, type Painter, readLink } from '../service/open.ts'
import { saveShare } from '../service/save.ts'

/**
 * Whoever has the address has the text: it must not stay in caches or in the list of a search engine. Nor does it travel to
 * other sites as the page that somebody came from, by the policy of every page of ours; a stricter one (`no-referrer`) would
 * make browsers send `Origin: null` with the forms on this page, which are then refused.
 */
const UNLISTED = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow, noarchive, nosnippet',
}

/** Shown as text whatever it says. */
const BOX = "default-src 'none'; sandbox; frame-ancestors 'none'"

export const readingRoutes: FeatureRoutes<{ painter: Painter }> = (app, { painter }) => {
  const user = { auth: 'user' as const }
  const open = { auth: 'public' as const }

  app.get('/share/:share_id', { config: user, schema: { params: schema.ShareParams } }, async (request, reply) => {
    reply.headers(UNLISTED)
    const { share_id: id } = request.params
    const { seen, isOwn, from: name } = await openShare(request.ctx, painter, id)
    const now = request.ctx.now
    return reply.page(SharedPage({ frame: reply.frame, now, seen, path: `/share/${id}`, from: { name, isOwn } }))
  })

  app.post(
    '/share/:share_id/save',
    { config: user, schema: { params: schema.ShareParams, body: schema.SaveForm } },
    async ({ ctx, params, body }, reply) => {
      const file = await saveShare(ctx, { shareId: params.share_id, fileName: body.file_name })
      return reply.redirect(`/file/${file.id}`, 303)
    },
  )

  app.get(
    '/shared/:token',
    { config: open, schema: { params: schema.TokenParams, querystring: schema.LinkQuery } },
    async (request, reply) => {
      reply.headers(UNLISTED)
      const { token } = request.params
      const reader = request.visitor?.user.id ?? null
      const seen = await openLink(request.publicCtx, painter, token, { place: request.query.file, reader })
      const now = request.publicCtx.now
      return reply.page(SharedPage({ frame: reply.frame, now, seen, path: `/shared/${token}` }))
    },
  )

  app.get(
    '/shared/:token/:place',
    { config: open, schema: { params: schema.PlaceParams } },
    async ({ publicCtx, params }, reply) => {
      reply.headers(UNLISTED)
      const { name, text } = await readLink(publicCtx, params.token, params.place)
      reply.headers({ 'content-security-policy': BOX, 'content-disposition': attachment(name) })
      return reply.type('text/plain; charset=utf-8').send(text)
    },
  )
}
