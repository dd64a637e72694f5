import type { FileId, NoteId } from '#base/ids.ts'
import { isoUtc } from '#base/time.ts'
import { parseIdOr, Ok } from '#base/wire-types.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import type { FastifyContextConfig } from 'fastify'
import { fileNotFound } from '#features/files/problems.ts'
import { isContentWithinLimit, NOTE_CONTENT_CHARS, type NoteChange } from '../note.ts'
import * as problems from '../problems.ts'
import * as schema from '../schema/notes.ts'
import { createFileNote } from '../service/create.ts'
import * as read from '../service/read.ts'
import { type Toggled, toggleTask } from '../service/toggle-task.ts'
import { deleteNote, restoreNote } from '../service/trash.ts'
import { type QuoteInRepo, updateNoteAndLines } from '../service/update.ts'

export const noteId = (id: string): NoteId => parseIdOr<'note'>(id, () => problems.noteNotFound({ note_id: id }))
export const fileId = (id: string): FileId => parseIdOr<'file'>(id, () => fileNotFound({ file_id: id }))

function assertContentFits(change: NoteChange): void {
  if (!isContentWithinLimit(change)) throw problems.contentTooLong({ field: 'content', max: NOTE_CONTENT_CHARS })
}

function prevUpdatedAt(value: unknown): Date | null {
  const moment = schema.readPrevUpdatedAt(value)
  if (moment === 'bad') throw problems.invalidPrevUpdatedAt({ field: 'prev_updated_at' })
  return moment
}

/** A missing note is 404 whatever the body is; an invalid body is answered with the stored content. */
const withStoredContent: FastifyContextConfig['completeRefusal'] = async (refusal, { ctx, params }) => {
  const note = await read.getNote(ctx, noteId(schema.IdParams.parse(params).id))
  return refusal.with(schema.toStored(note))
}

export type NoteParts = { quoteInRepo: QuoteInRepo }

export const noteRoutes: FeatureRoutes<NoteParts> = (app, { quoteInRepo }) => {
  app.get(
    '/api/sticky-notes/:id',
    {
      config: { auth: 'user' },
      schema: {
        sentence: { he: 'הפתקים של קובץ, מהישן לחדש.', en: 'The notes of a file, oldest first.' },
        params: schema.IdParams,
        response: { 200: schema.NotesReply },
      },
    },
    async ({ ctx, params }) => {
      const { notes, locations } = await read.listFileNotes(ctx, fileId(params.id))
      return {
        ok: true as const,
        notes: notes.map((note) => schema.toItem(note, locations.get(note.id))),
        count: notes.length,
      }
    },
  )

  app.post(
    '/api/sticky-notes/:id',
    {
      bodyLimit: schema.NOTE_BODY_BYTES,
      config: { auth: 'user' },
      schema: {
        sentence: { he: 'פתק חדש על קובץ.', en: 'Puts a note on a file.' },
        params: schema.IdParams,
        body: schema.CreateBody,
        response: { 201: schema.CreatedReply },
      },
    },
    async ({ ctx, params, body }, reply) => {
      const draft = schema.toChange(body)
      assertContentFits(draft)
      const note = await createFileNote(ctx, fileId(params.id), draft)
      return reply.code(201).send({ ok: true, id: note.id, note: schema.toItem(note) })
    },
  )

  app.get(
    '/api/sticky-notes/note/:id',
    {
      config: { auth: 'user' },
      schema: {
        sentence: { he: 'פתק אחד.', en: 'One note.' },
        params: schema.IdParams,
        response: { 200: schema.NoteReply },
      },
    },
    async ({ ctx, params }) => ({
      ok: true as const,
      note: schema.toItem(await read.getNote(ctx, noteId(params.id))),
    }),
  )

  app.put(
    '/api/sticky-notes/note/:id',
    {
      bodyLimit: schema.NOTE_BODY_BYTES,
      config: { auth: 'user', limit: 'note' },
      schema: {
        sentence: {
          he: 'שינוי מה שנשלח. prev_updated_at ישן מקבל 409 עם הפתק השמור.',
          en: 'Updates the fields that are sent. A stale prev_updated_at is a 409 with the stored note.',
        },
        params: schema.IdParams,
        body: schema.UpdateBody,
        response: { 200: schema.UpdatedReply },
      },
    },
    async ({ ctx, params, body }) => {
      const { prev_updated_at: previous, ...fields } = body
      const change = schema.toChange(fields)
      if (schema.isEmptyChange(change)) throw problems.noFields()
      assertContentFits(change)
      const result = await updateNoteAndLines(ctx, noteId(params.id), change, prevUpdatedAt(previous), quoteInRepo)
      if (result.outcome === 'missing') throw problems.noteNotFound({ note_id: params.id })
      if (result.outcome === 'stale') throw problems.noteConflict(schema.toStored(result.note))
      return { ok: true as const, updated_at: isoUtc(result.note.updatedAt), note: schema.toItem(result.note) }
    },
  )

  app.delete(
    '/api/sticky-notes/note/:id',
    {
      config: { auth: 'user' },
      schema: {
        sentence: { he: 'מחיקה שאפשר לבטל.', en: 'Deletes a note; it can be restored.' },
        params: schema.IdParams,
        response: { 200: Ok },
      },
    },
    async ({ ctx, params }) => {
      await deleteNote(ctx, noteId(params.id))
      return { ok: true as const }
    },
  )

  app.post(
    '/api/sticky-notes/note/:id/restore',
    {
      config: { auth: 'user' },
      schema: {
        sentence: { he: 'החזרת פתק שנמחק.', en: 'Takes a deleted note back.' },
        params: schema.IdParams,
        response: { 200: schema.NoteReply },
      },
    },
    async ({ ctx, params }) => ({
      ok: true as const,
      note: schema.toItem(await restoreNote(ctx, noteId(params.id))),
    }),
  )

  app.post(
    '/api/sticky-notes/note/:id/task',
    {
      config: { auth: 'user', limit: 'note', completeRefusal: withStoredContent },
      schema: {
        sentence: {
          he: 'סימון או ביטול של תיבה אחת. נשלח המצב הרצוי, ומשתנה תו אחד.',
          en: 'Checks or unchecks one checkbox. The request names the wanted state, and one character changes.',
        },
        params: schema.IdParams,
        body: schema.TaskBody,
        response: { 200: schema.TaskReply },
      },
    },
    async ({ ctx, params, body }) => {
      const previous = prevUpdatedAt(body.prev_updated_at)
      if (!previous) throw problems.invalidPrevUpdatedAt({ field: 'prev_updated_at' })
      const result = await toggleTask(ctx, noteId(params.id), {
        index: body.index,
        checked: body.checked,
        prevUpdatedAt: previous,
      })
      return toTaskReply(params.id, result)
    },
  )
}

function toTaskReply(id: string, result: Toggled) {
  switch (result.outcome) {
    case 'missing':
      throw problems.noteNotFound({ note_id: id })
    case 'stale':
      throw problems.noteConflict(schema.toStored(result.note))
    case 'index_missing':
      throw problems.taskIndexNotFound(schema.toStored(result.note))
    case 'not_applied':
      throw problems.taskNotApplied(schema.toStored(result.note))
    case 'already':
    case 'changed':
      return {
        ok: true as const,
        changed: result.outcome === 'changed',
        content: result.note.content,
        updated_at: isoUtc(result.note.updatedAt),
      }
  }
}
