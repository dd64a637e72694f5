import { parseCursor } from '#base/cursor.ts'
import { parseIdOr } from '#base/wire-types.ts'
import { isForm } from '#platform/http/accept.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { AnnouncementsPage } from './pages/admin-page.tsx'
import { announcementNotFound } from './problems.ts'
import * as schema from './schema.ts'
import * as announcements from './service.ts'

const announcementId = (id: string) =>
  parseIdOr<'announcement'>(id, () => announcementNotFound({ announcement_id: id }))

export const announcementRoutes: FeatureRoutes = (app) => {
  app.get(
    '/api/v1/announcements/active',
    {
      config: { auth: 'user' },
      schema: {
        sentence: { he: 'ההודעה הפעילה, או null.', en: 'Gets the active announcement, or null.' },
        response: { 200: schema.ActiveReply },
      },
    },
    async ({ ctx }, reply) => {
      const active = await announcements.activeAnnouncement(ctx)
      // Without a content type Fastify treats null as an empty body.
      return reply.type('application/json; charset=utf-8').send(active && schema.toActive(active))
    },
  )

  app.post(
    '/announcements/:id/dismiss',
    { config: { auth: 'user' }, schema: { params: schema.IdParams, body: schema.DismissBody } },
    async (request, reply) => {
      await announcements.dismiss(request.ctx, announcementId(request.params.id))
      return isForm(request) ? reply.redirect(request.body.next, 303) : { ok: true }
    },
  )

  const admin = { auth: 'admin' as const }
  const done = (what: string) => `/admin/announcements?done=${what}`

  app.get(
    '/admin/announcements',
    { config: admin, schema: { querystring: schema.AdminQuery } },
    async ({ ctx, query }, reply) => {
      const { cursor, isInvalidCursor } = parseCursor<'announcement'>(query.before)
      const listed = await announcements.listAnnouncements(ctx, cursor)
      const at = { isFirst: cursor === null, isInvalidCursor }
      return reply.page(AnnouncementsPage({ frame: reply.frame, now: ctx.now, ...listed, ...at, done: query.done }))
    },
  )

  app.post('/admin/announcements', { config: admin, schema: { body: schema.WriteForm } }, async (request, reply) => {
    const { activate, ...draft } = request.body
    const id = await announcements.write(request.ctx, draft)
    if (activate) await announcements.activate(request.ctx, id)
    return reply.redirect(done(activate ? 'activated' : 'written'), 303)
  })

  app.post(
    '/admin/announcements/:id/activate',
    { config: admin, schema: { params: schema.IdParams } },
    async ({ ctx, params }, reply) => {
      await announcements.activate(ctx, announcementId(params.id))
      return reply.redirect(done('activated'), 303)
    },
  )

  app.post(
    '/admin/announcements/:id/end',
    { config: admin, schema: { params: schema.IdParams } },
    async ({ ctx, params }, reply) => {
      await announcements.end(ctx, announcementId(params.id))
      return reply.redirect(done('ended'), 303)
    },
  )
}
