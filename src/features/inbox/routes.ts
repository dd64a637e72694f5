import { parseMoment } from '#base/parse-timestamp.ts'
import type { NoteId } from '#base/ids.ts'
import { parseIdOr } from '#base/wire-types.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { invalidPrevUpdatedAt, noteNotFound } from '#features/notes/problems.ts'
import { noteElementId } from '#features/notes/note-url.ts'
import { IdParams, SearchQuery } from '#features/notes/schema/notes.ts'
import { inboxHref, parseInboxQuery } from './address.ts'
import { InboxPage } from './pages/inbox-page.tsx'
import { InboxQueryFields, readInboxCursor, TicksForm } from './schema.ts'
import { getCurrentUrl, openInbox } from './service/inbox.ts'
import { setShownTasks } from './service/tasks.ts'

const noteId = (id: string): NoteId => parseIdOr<'note'>(id, () => noteNotFound({ note_id: id }))

export const inboxRoutes: FeatureRoutes = (app) => {
  app.get(
    '/notes',
    // Not `search`: whoever works through a list of notes loads the next pages and what became of each note.
    { config: { auth: 'user', limit: 'read' }, schema: { querystring: InboxQueryFields } },
    async ({ ctx, query: fields }, reply) => {
      const query = parseInboxQuery(fields)
      const { cursor, isInvalidCursor } = readInboxCursor(fields.cursor)
      const opened = await openInbox(ctx, query, cursor)
      const isFirst = cursor === null
      const news = fields.done ?? null
      return reply.page(InboxPage({ frame: reply.frame, now: ctx.now, query, opened, isFirst, isInvalidCursor, news }))
    },
  )

  // The address of the page before it listed all notes.
  app.get('/notes/search', { config: { auth: 'user' }, schema: { querystring: SearchQuery } }, ({ query }, reply) =>
    reply.redirect(inboxHref(parseInboxQuery({ q: query.q, color: query.color })), 302),
  )

  // Notifications link here, because the location of the note may change after they are sent.
  app.get('/note/:id', { config: { auth: 'user' }, schema: { params: IdParams } }, async ({ ctx, params }, reply) =>
    reply.redirect(await getCurrentUrl(ctx, noteId(params.id)), 302),
  )

  app.post(
    '/notes/:id/tasks',
    { config: { auth: 'user' }, schema: { params: IdParams, body: TicksForm } },
    async ({ ctx, params, body }, reply) => {
      const id = noteId(params.id)
      const seen = parseMoment(body.prev_updated_at)
      if (!seen) throw invalidPrevUpdatedAt({ field: 'prev_updated_at' })
      const done = await setShownTasks(ctx, id, body.task, body.shown, seen)
      const back = new URLSearchParams(body.back)
      const href = inboxHref(parseInboxQuery(Object.fromEntries(back)), back.get('cursor'))
      return reply.redirect(`${href}${href.includes('?') ? '&' : '?'}done=${done}#${noteElementId(id)}`, 303)
    },
  )
}
