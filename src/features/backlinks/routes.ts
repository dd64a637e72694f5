import type { FastifyRequest } from 'fastify'
import { isOpaqueId } from '#base/ids.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { invalidCursor } from '#features/files/problems.ts'
import { toEntry } from './entry.ts'
import { LinkedFrom } from './pages/linked-from.tsx'
import { LinksPage } from './pages/links-page.tsx'
import * as schema from './schema.ts'
import { findAddress, getBacklinks, listBesideFile } from './service/links.ts'
import { suggestLinks } from './service/suggest.ts'

const config = { auth: 'user' } as const

export const backlinkRoutes: FeatureRoutes = (app) => {
  // The address of a link in a text, which stays true when its target is renamed. It shows nothing itself.
  app.get('/links/open', { config, schema: { querystring: schema.OpenQuery } }, async ({ ctx, query }, reply) => {
    const { path, part, ...asked } = query
    return reply.redirect(await findAddress(ctx, { ...asked, isPath: path === '1', part: part ?? null }))
  })

  app.get('/links', { config, schema: { querystring: schema.ListQuery } }, async ({ ctx, query }, reply) => {
    const { target, links, next } = await getBacklinks(ctx, query.to, cursorOf(query.cursor))
    const { id: targetId, title } = target
    return reply.page(LinksPage({ frame: reply.frame, targetId, title, entries: links.map(toEntry), next }))
  })

  app.get(
    '/api/links/suggest',
    {
      // Not the limit of searches: while somebody types, every letter may be a request.
      config: { ...config, limit: 'read' },
      schema: {
        sentence: {
          he: 'קבצים, הגדרות בקוד, פתקים ולוחות שקישור עם האותיות האלה יכול להוביל אליהם; link הוא הטקסט של הקישור.',
          en: 'Suggests files, symbols, notes and boards for a link with these letters; link is how it is written.',
        },
        querystring: schema.SuggestQuery,
        response: { 200: schema.SuggestReply },
      },
    },
    async ({ ctx, query }) => ({
      ok: true as const,
      suggestions: (await suggestLinks(ctx, query.q)).map(schema.toSuggestion),
    }),
  )

  app.get(
    '/api/links',
    {
      config: { ...config, alsoRefuses: [404] },
      schema: {
        sentence: {
          he: 'הפתקים והקבצים שיש בהם קישור לקובץ, לפתק או ללוח, החדשים ראשונים.',
          en: 'Lists the notes and files that link to a file, a note or a board, the newest first.',
        },
        querystring: schema.ListQuery,
        response: { 200: schema.ListReply },
      },
    },
    async ({ ctx, query }) => {
      const cursor = cursorOf(query.cursor)
      if (query.cursor !== undefined && cursor === null) throw invalidCursor({ field: 'cursor' })
      const { target, links, total, next } = await getBacklinks(ctx, query.to, cursor)
      const { kind, id, title } = target
      return { ok: true as const, target: { kind, id, title }, links: schema.toLinks(links), total, next_cursor: next }
    },
  )
}

/** Null when it is none: the page begins at the top, and the API refuses it. */
function cursorOf(text: string | undefined): string | null {
  return text !== undefined && isOpaqueId(text) ? text : null
}

/** Above the text of a file: what links to it. Null when nothing does. */
export async function linkedFromStrip(ctx: FastifyRequest['ctx'], fileId: string) {
  const { links, total } = await listBesideFile(ctx, fileId)
  if (total === 0) return null
  return LinkedFrom({ locale: ctx.locale, targetId: fileId, entries: links.map(toEntry), total })
}
