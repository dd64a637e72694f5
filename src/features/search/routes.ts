import type { QueryError } from '#base/search-query/query.ts'
import { abortOnDisconnect, sendEvents, sendProblemEvent } from '#platform/http/server-sent.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import type { SearchGroup } from './found.ts'
import { SearchPage } from './pages/search-page.tsx'
import { invalidQuery } from './problems.ts'
import * as schema from './schema.ts'
import { listOpened } from './service/opened.ts'
import { searchEverything, streamGroups } from './service/search-everything.ts'
import { listSearchValues } from './service/values.ts'

// Not the limit of searches: while somebody types, every letter may be a request.
const TYPED = { auth: 'user', limit: 'read' } as const

export const searchRoutes: FeatureRoutes = (app) => {
  app.get(
    '/api/search',
    { config: TYPED, schema: { querystring: schema.ApiQuery, response: { 200: schema.Reply } } },
    async ({ ctx, query }, reply) => {
      const found = await searchEverything(ctx, query.q, { limit: query.limit, signal: abortOnDisconnect(reply) })
      if (found.kind === 'error') throw wrongQuery(found.error)
      const groups = found.kind === 'found' ? found.groups.map(schema.toGroup) : []
      return { ok: true as const, query: query.q, groups }
    },
  )

  // The same as server-sent events, one per group. A wrong query is an event too.
  app.get(
    '/api/search/stream',
    { config: TYPED, schema: { querystring: schema.StreamQuery } },
    async (request, reply) => {
      const { q, limit } = request.query
      const found = await streamGroups(request.ctx, q, { limit, signal: abortOnDisconnect(reply) })
      if (found.kind === 'error') return sendProblemEvent(reply, wrongQuery(found.error))
      return sendEvents(reply, groupEvents(found.kind === 'found' ? found.groups : []))
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
      const found = await searchEverything(ctx, q, { signal: abortOnDisconnect(reply) })
      return reply.page(SearchPage({ frame: reply.frame, now: ctx.now, q, found }))
    },
  )
}

function wrongQuery({ code: reason, from, to, detail }: QueryError) {
  return invalidQuery({ field: 'q', reason, from, to, detail })
}

async function* groupEvents(groups: AsyncIterable<SearchGroup> | Iterable<SearchGroup>): AsyncGenerator<string> {
  for await (const group of groups) yield schema.toGroupEvent(group)
  yield schema.DONE_EVENT
}
