import { loadSections, type Section } from '#platform/http/section.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { DashboardPage } from './pages/dashboard-page.tsx'
import { HomePage } from './pages/home-page.tsx'
import { photographs } from './photographs.ts'
import { readDashboard } from './service.ts'

/** `adminSections`: status sections that admins see. */
type Parts = { adminSections: readonly Section[] }

export const homeRoutes: FeatureRoutes<Parts> = (app, { adminSections }) => {
  app.get('/', { config: { auth: 'public' } }, async (_request, reply) =>
    reply.page(HomePage({ frame: reply.frame, pictures: photographs(reply.frame.locale) })),
  )

  app.get('/dashboard', { config: { auth: 'user' } }, async (request, reply) => {
    const { ctx } = request
    const { frame } = reply
    const { id, role } = ctx.user
    const [dashboard, sections] = await Promise.all([
      readDashboard(ctx),
      loadSections(role === 'admin' ? adminSections : [], request, frame),
    ])
    return reply.page(DashboardPage({ frame, now: ctx.now, owner: String(id), ...dashboard, sections }))
  })
}
