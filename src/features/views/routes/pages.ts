import { viewHref } from '#base/view-query.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ViewsPage } from '../pages/views-page.tsx'
import * as schema from '../schema.ts'
import * as forms from '../service/forms.ts'
import * as views from '../service/views.ts'
import type { ViewNews } from '../view-news.ts'
import { viewId } from './api.ts'

/** The forms of /views and of "Save view", which work without script. */
export const viewPages: FeatureRoutes = (app) => {
  const config = { auth: 'user' as const }
  const params = schema.ViewParams

  app.get('/views', { config, schema: { querystring: schema.PageQuery } }, async ({ ctx, query }, reply) =>
    sendPage(ctx, reply, query.done === 'renamed' ? { what: 'renamed' } : null),
  )

  app.post('/views', { config, schema: { body: schema.SaveForm } }, async ({ ctx, body }, reply) => {
    const result = await forms.saveView(ctx, body)
    if (result.what === 'refused') return sendPage(ctx, reply.code(400), result)
    return reply.redirect(body.position === undefined ? viewHref(result.view) : '/views', 303)
  })

  app.post(
    '/views/:id/rename',
    { config, schema: { params, body: schema.RenameForm } },
    async ({ ctx, params: { id }, body }, reply) => {
      const refused = await forms.renameView(ctx, viewId(id), body.name)
      return refused ? sendPage(ctx, reply.code(400), refused) : reply.redirect('/views?done=renamed', 303)
    },
  )

  app.post(
    '/views/:id/move',
    { config, schema: { params, body: schema.MoveForm } },
    async ({ ctx, params: { id }, body }, reply) => {
      await forms.moveView(ctx, viewId(id), body.to)
      return reply.redirect(`/views#view-${id}`, 303)
    },
  )

  // The page itself, not a redirect to it: the form of Undo in it has everything that the view was.
  app.post('/views/:id/delete', { config, schema: { params } }, async ({ ctx, params: { id } }, reply) =>
    sendPage(ctx, reply, await forms.deleteView(ctx, viewId(id))),
  )
}

async function sendPage(ctx: FastifyRequest['ctx'], reply: FastifyReply, news: ViewNews | null): Promise<FastifyReply> {
  const list = await views.listViews(ctx)
  const { frame } = reply
  // The sidebar was read before the form changed it.
  const personal = frame.personal ? { ...frame.personal, views: list } : null
  return reply.page(ViewsPage({ frame: { ...frame, path: '/views', personal }, views: list, news }))
}
