import { parseMoment } from '#base/parse-timestamp.ts'
import { type NoteId, parseId } from '#base/ids.ts'
import { parseIdOr } from '#base/wire-types.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { invalidPrevUpdatedAt, noteNotFound } from '#features/notes/problems.ts'
import { noteElementId } from '#features/notes/note-url.ts'
import { IdParams, SearchQuery } from '#features/notes/schema/notes.ts'
import { inboxHref, parseInboxQuery } from './address.ts'
import { InboxPage } from './pages/inbox-page.tsx'
import { type InboxNews, MAX_BULK_NOTES } from './bulk.ts'
import {
  actOf,
  BulkBody,
  BulkForm,
  BulkReply,
  InboxQueryFields,
  readInboxCursor,
  TicksForm,
  toBulkReply,
} from './schema.ts'
import { actOnNotes } from './service/bulk.ts'
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
      const news = fields.done ? { what: fields.done, n: fields.n ?? 0 } : null
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
    '/api/sticky-notes/bulk',
    {
      config: {
        auth: 'user',
        limit: 'note',
        // The undo of what a token wrote knows nothing of deleted notes and closed reminders.
        sessionOnly: true,
        unconfirmedBecause: 'it changes the library, not the account, and can be undone',
      },
      schema: {
        sentence: {
          he: 'סגירת תזכורות, צבע, תגיות, מחיקה ושחזור של עד 100 פתקים. התשובה אומרת איך היו לפני כן.',
          en: 'Closes the reminders of up to 100 notes, colours, tags, deletes or restores them. The answer has their state before.',
        },
        body: BulkBody,
        response: { 200: BulkReply },
      },
    },
    async ({ ctx, body: { note_ids: ids, ...act } }) => toBulkReply(await actOnNotes(ctx, ids.map(noteId), act)),
  )

  app.post(
    '/notes/bulk',
    { config: { auth: 'user' }, schema: { body: BulkForm } },
    async ({ ctx, body: { note_ids: ids, next, ...form } }, reply) => {
      const back = (what: InboxNews['what'], n = 0) =>
        reply.redirect(`${next}${next.includes('?') ? '&' : '?'}done=${what}&n=${n}`, 303)
      const known = ids.flatMap((id) => parseId<'note'>(id) ?? []).slice(0, MAX_BULK_NOTES)
      const act = actOf(form)
      if (known.length === 0) return back('none')
      if (!act || act.action === 'restore') return back('bad_tags')
      return back(act.action, (await actOnNotes(ctx, known, act)).changed.length)
    },
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
