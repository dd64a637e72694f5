import type { FeatureRoutes } from '#platform/http/types.ts'
import * as problems from '#platform/http/problems.ts'
import { pathOf, type RouteFacts, readApi } from './model.ts'
import { ApiDocsPage } from './pages/api-docs-page.tsx'

const refusals = Object.values(problems).map(({ kind }) => kind)

/** Must be registered before the other features, because it collects their routes as they register. */
export const apiDocsRoutes: FeatureRoutes<{ origin: string }> = (app, { origin }) => {
  const routes: RouteFacts[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    const access = config?.auth
    if (access === undefined) return
    for (const each of [method].flat())
      routes.push({
        method: each,
        path: pathOf(url),
        access,
        sessionOnly: config?.sessionOnly ?? false,
        runs: config?.limit === 'run',
      })
  })

  app.get('/api/docs', { config: { auth: 'public', alsoRefuses: [403] } }, async (_request, reply) =>
    reply.page(ApiDocsPage({ frame: reply.frame, origin, groups: readApi(app.swagger(), routes, origin), refusals })),
  )
}
