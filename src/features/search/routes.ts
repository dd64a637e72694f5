import type { QueryError } from '#base/search-query/query.ts'
import { abortOnDisconnect, sendEvents, sendProblemEvent } from '#platform/http/server-sent.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import type { SearchGroup } from './found.ts'
import { SearchPage } from './pages/search-page.tsx'
import { invalidQuery } from './problems.ts'
import * as schema from './schema.ts'
import { listOpened } from './service/opened.ts'
import { searchEverything, streamGroups } from './service/search-everything.ts'
import { searchNames } from './service/fuzzy-names.ts'
import { listSearchValues } from './service/values.ts'

// Not the limit of searches: while somebody types, every letter may be a request.
const TYPED = { auth: 'user', limit: 'read' } as const

export const searchRoutes: FeatureRoutes = (app) => {
  app.get(
    '/api/search',
    {
      config: TYPED,
      schema: {
        sentence: {
          he: 'חיפוש בקבצים, בהגדרות בקוד, בפתקים, בלוחות ובמאגרים; התוצאות בקבוצות, הטובה ביותר ראשונה.',
          en: 'Searches files, symbols, notes, boards and repositories; results come in groups, the best first.',
        },
        querystring: schema.ApiQuery,
        response: { 200: schema.Reply },
      },
    },
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
    {
      config: TYPED,
      schema: {
        sentence: {
          he: 'אותו חיפוש כ־server-sent events: אירוע group לכל קבוצה ברגע שהיא מוכנה, ובסוף done. שאילתה שגויה היא אירוע problem.',
          en: 'The same search as server-sent events: one group event for each group as soon as it is ready, then done. A wrong query is a problem event.',
        },
        querystring: schema.StreamQuery,
      },
    },
    async (request, reply) => {
      const { q, limit } = request.query
      const found = await streamGroups(request.ctx, q, { limit, signal: abortOnDisconnect(reply) })
      if (found.kind === 'error') return sendProblemEvent(reply, wrongQuery(found.error))
      return sendEvents(reply, groupEvents(found.kind === 'found' ? found.groups : []))
    },
  )

  app.get(
    '/api/search/names',
    {
      config: TYPED,
      schema: {
        sentence: {
          he: 'קבצים, הגדרות בקוד ולוחות שבשמם האותיות מופיעות בסדר הזה, גם כשחסרות אותיות ביניהן: totl מוצא את total.',
          en: 'Finds files, symbols and boards whose names have these letters in this order, even with letters left out: totl finds total.',
        },
        querystring: schema.ApiQuery,
        response: { 200: schema.NamesReply },
      },
    },
    async ({ ctx, query }, reply) => {
      const groups = await searchNames(ctx, query.q, { limit: query.limit, signal: abortOnDisconnect(reply) })
      return { ok: true as const, groups: groups.map(schema.toGroup) }
    },
  )

  app.get(
    '/api/search/values',
    {
      config: TYPED,
      schema: {
        sentence: {
          he: 'הערכים שאפשר לכתוב אחרי lang:‎,‏ tag:‎,‏ repo:‎ ו־path:‎ בחיפוש, הנפוצים ראשונים.',
          en: 'Lists what can follow lang:, tag:, repo: and path: in a search, the most used first.',
        },
        response: { 200: schema.ValuesReply },
      },
    },
    async ({ ctx }) => {
      return { ok: true as const, ...(await listSearchValues(ctx)) }
    },
  )

  app.get(
    '/api/search/opened',
    {
      config: TYPED,
      schema: {
        sentence: {
          he: 'הקבצים, הלוחות וקובצי המאגרים שבכתובות האלה, בלי מה שנמחק; בסדר הכתובות.',
          en: 'Lists the files, boards and repository files at these addresses, without deleted ones, in their order.',
        },
        querystring: schema.OpenedQuery,
        response: { 200: schema.OpenedReply },
      },
    },
    async ({ ctx, query }) => ({ ok: true as const, opened: await listOpened(ctx, query.path) }),
  )

  app.get(
    '/search',
    { config: TYPED, schema: { querystring: schema.PageQuery } },
    async ({ ctx, query: { q, create } }, reply) => {
      const found = await searchEverything(ctx, q, { signal: abortOnDisconnect(reply) })
      return reply.page(SearchPage({ frame: reply.frame, now: ctx.now, q, create, found }))
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
