import { parseCursor } from '#base/cursor.ts'
import { loadSections, type Section } from '#platform/http/section.ts'
import type { App, FeatureRoutes } from '#platform/http/types.ts'
import { isUserId } from './person.ts'
import { ActsPage } from './pages/acts-page.tsx'
import { AdminPage } from './pages/admin-page.tsx'
import { PeoplePage } from './pages/people-page.tsx'
import { VerifyPage } from './pages/verify-page.tsx'
import { personNotFound } from './problems.ts'
import * as schema from './schema.ts'
import { listAuditEntries } from './service/acts.ts'
import * as people from './service/people.ts'
import { verifyIndexes } from './service/verify.ts'

export type AdminParts = {
  roles: people.ConfiguredRoles
  /** Sections of other features on /admin/users. */
  peopleSections: readonly Section[]
}

const admin = { auth: 'admin', sessionOnly: true } as const

export const adminRoutes: FeatureRoutes<AdminParts> = (app, parts) => {
  app.get('/admin', { config: admin }, async (_request, reply) => reply.page(AdminPage({ frame: reply.frame })))
  peopleRoutes(app, parts)

  app.get(
    '/admin/acts',
    { config: admin, schema: { querystring: schema.ActsQuery } },
    async ({ ctx, query }, reply) => {
      const { cursor, isInvalidCursor } = parseCursor<'act'>(query.before)
      const { acts, next } = await listAuditEntries(ctx, cursor)
      return reply.page(ActsPage({ frame: reply.frame, now: ctx.now, acts, next, isInvalidCursor }))
    },
  )

  app.get('/admin/verify-indexes', { config: admin }, async ({ ctx }, reply) => {
    const { parts: found, recycleBin } = await verifyIndexes(ctx)
    return reply.page(VerifyPage({ frame: reply.frame, parts: found, recycleBin }))
  })

  app.get(
    '/api/admin/verify-indexes',
    {
      config: { auth: 'admin' },
      schema: {
        sentence: {
          he: 'האינדקסים והאילוצים שהקוד נשען עליהם: נמצא, חסר או שונה.',
          en: 'Checks every index and constraint that the code relies on: found, missing or different.',
        },
        response: { 200: schema.VerifyReply },
      },
    },
    async ({ ctx }) => {
      const { parts: found, recycleBin } = await verifyIndexes(ctx)
      return {
        ok: true as const,
        recycle_bin_ttl: recycleBin,
        summary: schema.summaryOf(found),
        parts: found.map(schema.toPart),
      }
    },
  )
}

function peopleRoutes(app: App, { roles, peopleSections }: AdminParts): void {
  app.get('/admin/users', { config: admin, schema: { querystring: schema.PeopleQuery } }, async (request, reply) => {
    const { ctx, query } = request
    const before = query.before !== undefined && isUserId(query.before) ? query.before : null
    const { role, badRole } = schema.readRole(query.role)
    const filter = { q: query.q, role, before }
    const { people: shown, next } = await people.listPeople(ctx, filter, roles)
    const who = query.who !== undefined && isUserId(query.who) ? query.who : null
    const name = who && (await people.nameOf(ctx, who))
    return reply.page(
      PeoplePage({
        frame: reply.frame,
        now: ctx.now,
        me: ctx.user.id,
        filter,
        people: shown,
        sections: await loadSections(peopleSections, request, reply.frame),
        next,
        misread: { isInvalidCursor: query.before !== undefined && before === null, badRole },
        action: query.done && who && name ? { done: query.done, who, name, was: query.was } : null,
      }),
    )
  })

  app.post(
    '/admin/users/:id/role',
    { config: admin, schema: { params: schema.PersonParams, body: schema.RoleForm } },
    async ({ ctx, params, body }, reply) => {
      const id = userId(params.id)
      const was = await people.changeRole(ctx, id, body.role)
      // An admin who demoted themself may no longer see the list.
      if (id === ctx.user.id && body.role !== 'admin') return reply.redirect('/dashboard', 303)
      return reply.redirect(backWith(body.back, { done: 'role', who: id, was }), 303)
    },
  )

  app.post(
    '/admin/users/:id/sessions/end',
    { config: admin, schema: { params: schema.PersonParams, body: schema.SessionsForm } },
    async ({ ctx, params, body }, reply) => {
      const id = userId(params.id)
      await people.endAccess(ctx, id)
      return reply.redirect(backWith(body.back, { done: 'sessions', who: id }), 303)
    },
  )
}

function userId(text: string) {
  if (!isUserId(text)) throw personNotFound({ user_id: text })
  return text
}

function backWith(back: string, params: Record<string, string>): string {
  const [path = '', query = ''] = back.split('?')
  return `${path}?${new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(query)), ...params })}`
}
