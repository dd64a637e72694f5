import type { FeatureRoutes } from '#platform/http/types.ts'
import { SearchPage } from './pages/search-page.tsx'
import { invalidQuery } from './problems.ts'
import * as schema from './schema.ts'
import { listOpened } from './service/opened.ts'
import { searchEverything } from './service/search.ts'
import { listSearchValues } from './service/values.ts'

// Not the limit of searches: while somebody types, every letter may be a request.
const TYPED = { auth: 'user', limit: 'read' } as const

export const searchRoutes: FeatureRoutes = (app) => {
  app.get(
    '/api/search',
    { config: TYPED, schema: { querystring: schema.ApiQuery, response: { 200: schema.Reply } } },
    async ({ ctx, query }) => {
      const found = await searchEverything(ctx, query.q, query.limit)
      if (found.kind === 'error') {
        const { code: reason, from, to, detail } = found.error
        throw invalidQuery({ field: 'q', reason, from, to, detail })
      }
      const groups = found.kind === 'found' ? found.groups.map(schema.toGroup) : []
      return { ok: true as const, query: query.q, groups }
    },
  )

  app.get(
    '/api/search/values',
    { config: TYPED, schema: { response: { 200: schema.ValuesReply } } },
    async ({ ctx }) => {
      return { ok: true as const, ...(await listSearchValues(ctx)) }
    },
  )

  app.get(
    '/api/search/opened',
    { config: TYPED, schema: { querystring: schema.OpenedQuery, response: { 200: schema.OpenedReply } } },
    async ({ ctx, query }) => ({ ok: true as const, opened: await listOpened(ctx, query.path) }),
  )

  app.get(
    '/search',
    { config: TYPED, schema: { querystring: schema.PageQuery } },
    async ({ ctx, query: { q } }, reply) => {
      const found = await searchEverything(ctx, q)
      return reply.page(SearchPage({ frame: reply.frame, now: ctx.now, q, found }))
    },
  )
}
