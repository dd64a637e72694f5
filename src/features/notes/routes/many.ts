import type { FastifyRequest } from 'fastify'
import { type NoteId, parseId } from '#base/ids.ts'
import { charLength } from '#base/text.ts'
import { isoUtc } from '#base/time.ts'
import { invalidInput } from '#platform/http/problems.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { COLOR_IDS, parseColor } from '../color-ids.ts'
import { isContentWithinLimit, type NoteChange } from '../note.ts'
import * as problems from '../problems.ts'
import * as schema from '../schema/notes.ts'
import { PlacesReply, toPlaceItem } from '../schema/places.ts'
import { NOTE_SEARCH_DEFAULT_LIMIT, NOTE_SEARCH_MAX_LIMIT, NOTE_SEARCH_MAX_NEEDLE } from '../note-search.ts'
import { getHistory, getPlaces } from '../service/read.ts'
import { searchNotes } from '../service/find.ts'
import { type QuoteInRepo, restoreEarlier, updateNoteAndLines } from '../service/update.ts'
import { noteId, type NoteParts } from './notes.ts'

type Result = schema.BatchResult
type Read =
  | { outcome: 'ask'; id: NoteId; change: NoteChange; previous: Date | null }
  | { outcome: 'refused'; refusal: { status: number; wire: string } }

/** One item of a batch: the fields of PUT, with errors reported as a status. */
function readItem({ id, ...rest }: Record<string, unknown>): Read {
  const refused = (refusal: { status: number; wire: string }): Read => ({ outcome: 'refused', refusal })
  const parsed = schema.UpdateBody.safeParse(rest)
  if (!parsed.success) return refused(invalidInput.kind)
  const { prev_updated_at: given, ...fields } = parsed.data
  const change = schema.toChange(fields)
  const previous = schema.readPrevUpdatedAt(given)
  const known = typeof id === 'string' ? parseId<'note'>(id) : null
  if (schema.isEmptyChange(change)) return refused(problems.noFields.kind)
  if (!isContentWithinLimit(change)) return refused(problems.contentTooLong.kind)
  if (previous === 'bad') return refused(problems.invalidPrevUpdatedAt.kind)
  return known ? { outcome: 'ask', id: known, change, previous } : refused(problems.noteNotFound.kind)
}

async function updateOne(
  ctx: FastifyRequest['ctx'],
  item: Record<string, unknown>,
  quoteInRepo: QuoteInRepo,
): Promise<Result> {
  const id = typeof item['id'] === 'string' ? item['id'] : ''
  const read = readItem(item)
  if (read.outcome === 'refused') return { id, ok: false, status: read.refusal.status, error: read.refusal.wire }
  const result = await updateNoteAndLines(ctx, read.id, read.change, read.previous, quoteInRepo)
  if (result.outcome === 'missing') return { id, ok: false, status: 404, error: problems.noteNotFound.kind.wire }
  const stored = { updated_at: isoUtc(result.note.updatedAt), note: schema.toItem(result.note) }
  if (result.outcome === 'stale')
    return { id, ok: false, status: 409, error: problems.noteConflict.kind.wire, ...stored }
  return { id, ok: true, status: 200, ...stored }
}

export const manyNotesRoutes: FeatureRoutes<NoteParts> = (app, { quoteInRepo }) => {
  app.post(
    '/api/sticky-notes/batch',
    {
      bodyLimit: schema.BATCH_BODY_BYTES,
      // An invalid item must not fail the others.
      config: { auth: 'user', limit: 'note', checksTexts: ['updates'] },
      schema: {
        sentence: {
          he: 'עד 100 שינויים, לכל אחד תוצאה משלו.',
          en: 'Applies up to 100 changes, each with its own result.',
        },
        body: schema.BatchBody,
        response: { 200: schema.BatchReply },
      },
    },
    async ({ ctx, body }) => {
      const results: Result[] = []
      // Sequential, so that two updates of one note are applied in the given order.
      for (const item of body.updates) results.push(await updateOne(ctx, item, quoteInRepo))
      return { ok: true as const, results }
    },
  )

  app.get(
    '/api/sticky-notes/search',
    {
      config: { auth: 'user', limit: 'search' },
      schema: {
        sentence: { he: 'חיפוש בכותרות ובתוכן של פתקים.', en: 'Searches titles and bodies of notes.' },
        querystring: schema.SearchQuery,
        response: { 200: schema.SearchReply },
      },
    },
    async ({ ctx, query }) => {
      const ask = readSearch(query)
      const { hits, truncated } = await searchNotes(ctx, ask.q, ask.color, ask.limit)
      return {
        ok: true as const,
        query: ask.q,
        color: ask.color,
        count: hits.length,
        truncated,
        results: hits.map(schema.toHit),
      }
    },
  )

  app.get(
    '/api/sticky-notes/note/:id/history',
    {
      config: { auth: 'user' },
      schema: {
        sentence: { he: 'התוכן הקודם של פתק, עד 20 פעמים אחורה.', en: 'Lists earlier contents of a note, up to 20.' },
        params: schema.IdParams,
        response: { 200: schema.HistoryReply },
      },
    },
    async ({ ctx, params }) => {
      const history = await getHistory(ctx, noteId(params.id))
      const items = history.map(({ replacedAt, ...rest }) => ({ ...rest, replaced_at: isoUtc(replacedAt) }))
      return { ok: true as const, history: items, count: items.length }
    },
  )

  app.get(
    '/api/sticky-notes/note/:id/places',
    {
      config: { auth: 'user' },
      schema: {
        sentence: {
          he: 'המקומות שהפתק היה בהם, ומאיזו גרסה או commit. עד 20.',
          en: 'Lists the places that a note had, and since which version or commit. Up to 20.',
        },
        params: schema.IdParams,
        response: { 200: PlacesReply },
      },
    },
    async ({ ctx, params }) => {
      const { note, places } = await getPlaces(ctx, noteId(params.id))
      const items = places.map((place) => toPlaceItem(place, note.target))
      return { ok: true as const, places: items, count: items.length }
    },
  )

  app.post(
    '/api/sticky-notes/note/:id/history/restore',
    {
      config: { auth: 'user', limit: 'note' },
      schema: {
        sentence: { he: 'החזרת תוכן קודם של פתק.', en: 'Restores an earlier content of a note.' },
        params: schema.IdParams,
        body: schema.RestoreBody,
        response: { 200: schema.UpdatedReply },
      },
    },
    async ({ ctx, params, body }) => {
      const result = await restoreEarlier(ctx, noteId(params.id), body.seq)
      if (result.outcome === 'missing') throw problems.noteNotFound({ note_id: params.id })
      if (result.outcome === 'stale') throw problems.noteConflict(schema.toStored(result.note))
      return { ok: true as const, updated_at: isoUtc(result.note.updatedAt), note: schema.toItem(result.note) }
    },
  )
}

function readSearch({
  q = '',
  color,
  limit,
}: {
  q?: string | undefined
  color?: string | undefined
  limit?: string | undefined
}) {
  if (charLength(q) > NOTE_SEARCH_MAX_NEEDLE) throw problems.queryTooLong({ field: 'q', max: NOTE_SEARCH_MAX_NEEDLE })
  if (q.trim() === '') throw problems.emptyQuery({ field: 'q' })
  const parsed = color ? parseColor(color) : null
  if (color && !parsed) throw invalidInput({ field: 'color', allowed: COLOR_IDS })
  const wanted = limit === undefined ? NOTE_SEARCH_DEFAULT_LIMIT : Number(limit)
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > NOTE_SEARCH_MAX_LIMIT)
    throw invalidInput({ field: 'limit', min: 1, max: NOTE_SEARCH_MAX_LIMIT })
  return { q, color: parsed, limit: wanted }
}
