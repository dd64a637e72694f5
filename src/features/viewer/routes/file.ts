import type { FastifyRequest } from 'fastify'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { sendPage } from '#platform/http/validators.ts'
import { FilePage } from '../pages/file-page.tsx'
import { HistoryPage } from '../pages/history-page.tsx'
import * as schema from '../schema.ts'
import { openHistory } from '../service/history.ts'
import { noteOpened, openFile } from '../service/open.ts'
import type { Painter } from '../service/painter.ts'
import type { ViewedFile } from '../view.ts'

/** What others have to say about a file, above its text. */
export type FileStrip = (
  ctx: FastifyRequest['ctx'],
  file: ViewedFile,
) => Promise<Parameters<typeof FilePage>[0]['strip']>

export const filePages: FeatureRoutes<{ painter: Painter; strip: FileStrip }> = (app, { painter, strip }) => {
  app.get(
    '/file/:id',
    {
      config: { auth: 'user' },
      schema: { params: schema.IdParams, querystring: schema.ViewQuery },
      // After the answer: reading does not wait for the write that remembers it.
      onResponse: async (request, reply) => {
        if (reply.statusCode < 400) await noteOpened(request.ctx, schema.IdParams.parse(request.params).id)
      },
    },
    async (request, reply) => {
      const { v: version, reveal } = request.query
      const opened = await openFile(request.ctx, painter, request.params.id, { version, reveal: reveal === '1' })
      const wraps = request.cookies['wrap'] === '1'
      const said = await strip(request.ctx, opened.file)
      return sendPage(
        request,
        reply,
        FilePage({ frame: reply.frame, now: request.ctx.now, wraps, strip: said, ...opened }),
      )
    },
  )

  app.get(
    '/file/:id/history',
    { config: { auth: 'user' }, schema: { params: schema.IdParams, querystring: schema.HistoryQuery } },
    async ({ ctx, params, query }, reply) => {
      const history = await openHistory(ctx, painter, params.id, query)
      return reply.page(HistoryPage({ frame: reply.frame, now: ctx.now, view: query.view ?? null, ...history }))
    },
  )
}
