import { charLength } from '#base/text.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import type { FastifyRequest } from 'fastify'
import { type Outcome, SearchPage } from '../pages/search-page.tsx'
import { noteUrl } from '../note-url.ts'
import * as schema from '../schema.ts'
import { NOTE_SEARCH_DEFAULT_LIMIT, NOTE_SEARCH_MAX_NEEDLE } from '../search.ts'
import { type SearchAsk, searchAsk } from '../search-address.ts'
import { getNote } from '../service/read.ts'
import { recentNotes, searchNotes } from '../service/search.ts'
import { noteId } from './notes.ts'

const RECENT_SHOWN = 12

/** Pages about notes carry no validator: what they show changes with every stroke in another tab. */
export const notePages: FeatureRoutes = (app) => {
  // Where a notification leads: it knows the note, and the note knows where it is.
  app.get(
    '/note/:id',
    { config: { auth: 'user' }, schema: { params: schema.IdParams } },
    async ({ ctx, params }, reply) => reply.redirect(noteUrl(await getNote(ctx, noteId(params.id))), 302),
  )

  app.get(
    '/notes/search',
    { config: { auth: 'user', limit: 'search' }, schema: { querystring: schema.SearchQuery } },
    async ({ ctx, query }, reply) => {
      const ask = searchAsk(query)
      return reply.page(SearchPage({ frame: reply.frame, now: ctx.now, ask, outcome: await look(ctx, ask) }))
    },
  )
}

async function look(ctx: FastifyRequest['ctx'], { q, color }: SearchAsk): Promise<Outcome> {
  if (charLength(q) > NOTE_SEARCH_MAX_NEEDLE) return { what: 'too_long' }
  if (q.trim() === '') return { what: 'recent', hits: await recentNotes(ctx, color, RECENT_SHOWN) }
  return { what: 'found', ...(await searchNotes(ctx, q, color, NOTE_SEARCH_DEFAULT_LIMIT)) }
}
