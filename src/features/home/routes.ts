import type { FeatureRoutes } from '#platform/http/types.ts'
import { DashboardPage } from './pages/dashboard-page.tsx'
import { HomePage } from './pages/home-page.tsx'
import { photographs } from './photographs.ts'
import { readDashboard } from './service.ts'

export const homeRoutes: FeatureRoutes = (app) => {
  app.get('/', { config: { auth: 'public' } }, async (_request, reply) =>
    reply.page(
      HomePage({ frame: reply.frame, pictures: photographs(reply.frame.locale), available: ['read', 'find'] }),
    ),
  )

  app.get('/dashboard', { config: { auth: 'user' } }, async ({ ctx }, reply) => {
    const overview = await readDashboard(ctx)
    const { firstName, id } = ctx.user
    return reply.page(
      DashboardPage({ frame: reply.frame, now: ctx.now, greetingName: firstName, owner: String(id), overview }),
    )
  })
}
