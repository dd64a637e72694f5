import { charLength } from '#base/text.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import type { FastifyRequest } from 'fastify'
import { type Outcome, SearchPage } from '../pages/search-page.tsx'
import { noteUrl } from '../note-url.ts'
import * as schema from '../schema.ts'
import { NOTE_SEARCH_DEFAULT_LIMIT, NOTE_SEARCH_MAX_NEEDLE } from '../search.ts'
import { type NoteSearchQuery, parseNoteSearch } from '../search-address.ts'
import { locateNotes, movedNote } from '../service/locate.ts'
import { getNote } from '../service/read.ts'
import type { LocateInRepo, RepoTexts } from '../service/repo-texts.ts'
import { listRecentNotes, searchNotes, shownHits } from '../service/search.ts'
import { noteId } from './notes.ts'

const RECENT_SHOWN = 12

export const notePages: FeatureRoutes<RepoTexts> = (app, { locate }) => {
  // Notifications link here, because the location of the note may change after they are sent.
  app.get(
    '/note/:id',
    { config: { auth: 'user' }, schema: { params: schema.IdParams } },
    async ({ ctx, params }, reply) => {
      const note = await getNote(ctx, noteId(params.id))
      return reply.redirect(noteUrl(movedNote(note, await locateNotes(ctx, [note.id], locate))), 302)
    },
  )

  app.get(
    '/notes/search',
    { config: { auth: 'user', limit: 'search' }, schema: { querystring: schema.SearchQuery } },
    async ({ ctx, query }, reply) => {
      const ask = parseNoteSearch(query)
      return reply.page(SearchPage({ frame: reply.frame, now: ctx.now, ask, outcome: await look(ctx, ask, locate) }))
    },
  )
}

async function look(ctx: FastifyRequest['ctx'], { q, color }: NoteSearchQuery, locate: LocateInRepo): Promise<Outcome> {
  if (charLength(q) > NOTE_SEARCH_MAX_NEEDLE) return { what: 'too_long' }
  if (q.trim() === '')
    return { what: 'recent', hits: await shownHits(ctx, await listRecentNotes(ctx, color, RECENT_SHOWN), '', locate) }
  const { hits, truncated } = await searchNotes(ctx, q, color, NOTE_SEARCH_DEFAULT_LIMIT)
  return { what: 'found', hits: await shownHits(ctx, hits, q, locate), truncated }
}
