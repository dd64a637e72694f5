import type { FeatureRoutes } from '#platform/http/types.ts'
import { isContentWithinLimit, NOTE_CONTENT_CHARS } from '#features/notes/note.ts'
import { contentTooLong } from '#features/notes/problems.ts'
import * as schema from '#features/notes/schema/notes.ts'
import { MoveBody } from '../schema/forms.ts'
import { createBoardNote, listBoardNotes, moveNote } from '../service/notes.ts'
import { boardId, noteId } from './ids.ts'

/** The notes of a board, as JSON. */
export const boardNoteRoutes: FeatureRoutes = (app) => {
  app.get(
    '/api/sticky-notes/board/:id',
    {
      config: { auth: 'user' },
      schema: {
        sentence: { he: 'הפתקים של לוח, מהישן לחדש.', en: 'The notes of a board, oldest first.' },
        params: schema.IdParams,
        response: { 200: schema.NotesReply },
      },
    },
    async ({ ctx, params }) => {
      const notes = await listBoardNotes(ctx, boardId(params.id))
      return { ok: true as const, notes: notes.map((note) => schema.toItem(note)), count: notes.length }
    },
  )

  app.post(
    '/api/sticky-notes/board/:id',
    {
      bodyLimit: schema.NOTE_BODY_BYTES,
      config: { auth: 'user' },
      schema: {
        sentence: { he: 'פתק חדש על לוח.', en: 'Puts a note on a board.' },
        params: schema.IdParams,
        body: schema.CreateBody,
        response: { 201: schema.CreatedReply },
      },
    },
    async ({ ctx, params, body }, reply) => {
      const draft = schema.toChange(body)
      if (!isContentWithinLimit(draft)) throw contentTooLong({ field: 'content', max: NOTE_CONTENT_CHARS })
      const note = await createBoardNote(ctx, boardId(params.id), draft)
      return reply.code(201).send({ ok: true, id: note.id, note: schema.toItem(note) })
    },
  )

  app.post(
    '/api/sticky-notes/note/:id/move',
    {
      config: { auth: 'user', limit: 'note' },
      schema: {
        sentence: {
          he: 'העברת פתק מלוח ללוח. התוכן והמקום על הלוח נשמרים.',
          en: 'Moves a note to another board; its content and position stay the same.',
        },
        params: schema.IdParams,
        body: MoveBody,
        response: { 200: schema.NoteReply },
      },
    },
    async ({ ctx, params, body }) => ({
      ok: true as const,
      note: schema.toItem(await moveNote(ctx, noteId(params.id), boardId(body.board_id))),
    }),
  )
}
