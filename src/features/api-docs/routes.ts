import { tokenScope } from '#platform/http/guard.ts'
import * as problems from '#platform/http/problems.ts'
import { pathOf } from '#platform/http/error-responses.ts'
import type { FeatureRoutes, RouteInfo } from '#platform/http/types.ts'
import { type RouteFacts, readApi } from './model.ts'
import { ApiDocsPage } from './pages/api-docs-page.tsx'

const refusals = Object.values(problems).map(({ kind }) => kind)

export const apiDocsRoutes: FeatureRoutes<{ origin: string }> = (app, { origin }) => {
  app.get('/api/docs', { config: { auth: 'public', alsoRefuses: [403] } }, async (_request, reply) => {
    const groups = readApi(app.swagger(), app.routeTable().map(factsOf), origin)
    return reply.page(ApiDocsPage({ frame: reply.frame, origin, groups, refusals }))
  })
}

export function factsOf(route: RouteInfo): RouteFacts {
  const { method, url, auth, schema } = route
  return {
    method,
    path: pathOf(url),
    access: auth,
    scope: auth === 'public' ? null : tokenScope(route),
    sentence: schema.sentence ?? null,
    mediaType: schema.consumes?.[0] ?? null,
  }
}
