import type { FastifyRequest } from 'fastify'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { toItem } from '#features/notes/schema/notes.ts'
import { FilePage } from '../pages/file-page.tsx'
import { HistoryPage } from '../pages/history-page.tsx'
import { TreePage } from '../pages/tree-page.tsx'
import * as schema from '../schema.ts'
import { openHistory } from '../service/history.ts'
import { recordOpened, openFile } from '../service/open.ts'
import { openTree } from '../service/tree.ts'
import type { CodeRenderer } from '../service/code-renderer.ts'
import type { ViewedFile } from '../view.ts'

/** A banner above the text of a file, rendered by another feature. */
export type FileStrip = (
  ctx: FastifyRequest['ctx'],
  file: ViewedFile,
) => Promise<Parameters<typeof FilePage>[0]['strip']>

export const filePages: FeatureRoutes<{ codeRenderer: CodeRenderer; strip: FileStrip }> = (
  app,
  { codeRenderer, strip },
) => {
  app.get(
    '/file/:id',
    {
      config: { auth: 'user' },
      schema: { params: schema.IdParams, querystring: schema.ViewQuery },
      // Runs after the response, so that the reader does not wait for this write.
      onResponse: async (request, reply) => {
        if (reply.statusCode < 400) await recordOpened(request.ctx, schema.IdParams.parse(request.params).id)
      },
    },
    async (request, reply) => {
      const { v: version, reveal } = request.query
      const opened = await openFile(request.ctx, codeRenderer, request.params.id, { version, reveal: reveal === '1' })
      const wraps = (request.cookies['wrap'] ?? (opened.shown.hasRtl ? '1' : '0')) === '1'
      const banner = await strip(request.ctx, opened.file)
      const { file, shown, located } = opened
      const notes = located.notes.map((note) => toItem(note, located.locations.get(note.id)))
      const { frame, cspNonce } = reply
      const props = {
        frame,
        styleNonce: cspNonce.style,
        now: request.ctx.now,
        file,
        shown,
        notes,
        wraps,
        strip: banner,
      }
      return reply.page(FilePage(props), [shown.html])
    },
  )

  app.get(
    '/file/:id/tree',
    { config: { auth: 'user' }, schema: { params: schema.IdParams, querystring: schema.TreeQuery } },
    async ({ ctx, params, query }, reply) => {
      const tree = await openTree(ctx, params.id, query)
      return reply.page(TreePage({ frame: reply.frame, ...tree }))
    },
  )

  app.get(
    '/file/:id/history',
    { config: { auth: 'user' }, schema: { params: schema.IdParams, querystring: schema.HistoryQuery } },
    async ({ ctx, params, query }, reply) => {
      const history = await openHistory(ctx, codeRenderer, params.id, query)
      // Only while it is the newest: a reload after later saves must not offer to undo them.
      const restored = query.as === history.file.version ? (query.restored ?? null) : null
      const parts = [history.diff?.unified, history.diff?.split].flatMap((rows) => (rows ? [rows.html] : []))
      const page = HistoryPage({ frame: reply.frame, now: ctx.now, view: query.view ?? null, restored, ...history })
      return reply.page(page, parts)
    },
  )
}
