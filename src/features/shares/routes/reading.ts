import { attachmentHeader } from '#platform/http/download.ts'
import { SANDBOXED_TEXT } from '#platform/http/sandbox.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { SharedPage } from '../pages/shared-page.tsx'
import * as schema from '../schema/pages.ts'
import { openLink, openShare, type CodeRenderer, readLink } from '../service/open.ts'
import { saveShare } from '../service/save.ts'
import { UNLISTED } from './unlisted.ts'

export const readingRoutes: FeatureRoutes<{ origin: string; codeRenderer: CodeRenderer }> = (
  app,
  { origin, codeRenderer },
) => {
  const user = { auth: 'user' as const }
  const open = { auth: 'public' as const }

  app.get('/share/:share_id', { config: user, schema: { params: schema.ShareParams } }, async (request, reply) => {
    reply.headers(UNLISTED)
    const { share_id: id } = request.params
    const { seen, isOwn, from: name } = await openShare(request.ctx, codeRenderer, id)
    const now = request.ctx.now
    const page = SharedPage({ frame: reply.frame, now, seen, path: `/share/${id}`, from: { name, isOwn } })
    return reply.page(page, [seen.drawn.html])
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
      const seen = await openLink(request.publicCtx, codeRenderer, token, { position: request.query.file, reader })
      const now = request.publicCtx.now
      const link = { origin, token }
      const page = SharedPage({ frame: reply.frame, now, seen, path: `/shared/${token}`, link })
      return reply.page(page, [seen.drawn.html])
    },
  )

  app.get(
    '/shared/:token/:place',
    { config: open, schema: { params: schema.LinkFileParams } },
    async ({ publicCtx, params }, reply) => {
      reply.headers(UNLISTED)
      const { name, text } = await readLink(publicCtx, params.token, params.place)
      reply.headers({ ...SANDBOXED_TEXT, 'content-disposition': attachmentHeader(name) })
      return reply.type('text/plain; charset=utf-8').send(text)
    },
  )
}
