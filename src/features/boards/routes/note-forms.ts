import { type BoardId, type NoteId, parseId } from '#base/ids.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BoardNotice, NoteFormFields } from '../board-list.ts'
import { noteElementId } from '#features/notes/note-url.ts'
import { IdParams, NOTE_BODY_BYTES } from '#features/notes/schema/notes.ts'
import * as schema from '../schema/forms.ts'
import * as forms from '../service/note-forms.ts'
import { sendBoard } from './pages.ts'
import { boardId, noteId, prevUpdatedAt } from './ids.ts'

/** The forms of the board list without script. They call the same services as the API and render the page. */
export const boardNoteForms: FeatureRoutes = (app) => {
  const config = { auth: 'user' as const }
  const params = schema.BoardNoteParams

  app.post(
    '/boards/:id/notes',
    { bodyLimit: NOTE_BODY_BYTES, config, schema: { params: IdParams, body: schema.NoteForm } },
    async ({ ctx, params: { id }, body }, reply) => {
      const board = boardId(id)
      return answer(
        ctx,
        reply,
        board,
        null,
        fieldsOf(body, board),
        await forms.addNote(ctx, board, fieldsOf(body, board)),
      )
    },
  )

  app.post(
    '/boards/:id/notes/:note',
    { bodyLimit: NOTE_BODY_BYTES, config, schema: { params, body: schema.NoteForm } },
    async ({ ctx, params: { id, note }, body }, reply) => {
      const [board, noteAsked] = [boardId(id), noteId(note)]
      const fields = fieldsOf(body, board)
      const result = await forms.saveNote(ctx, noteAsked, fields, prevUpdatedAt(body.prev_updated_at))
      return answer(ctx, reply, board, noteAsked, fields, result)
    },
  )

  app.post(
    '/boards/:id/notes/:note/tasks',
    { config, schema: { params, body: schema.TasksForm } },
    async ({ ctx, params: { id, note }, body }, reply) => {
      const { outcome } = await forms.setCheckboxes(ctx, noteId(note), body.task, prevUpdatedAt(body.prev_updated_at))
      return back(reply, boardId(id), outcome === 'updated' ? 'note_saved' : 'tick_stale', noteId(note))
    },
  )

  app.post('/boards/:id/notes/:note/delete', { config, schema: { params } }, async (request, reply) => {
    const { id, note } = request.params
    await forms.deleteNote(request.ctx, noteId(note))
    return back(reply, boardId(id), 'note_deleted', noteId(note))
  })

  app.post('/boards/:id/notes/:note/restore', { config, schema: { params } }, async (request, reply) => {
    const { id, note } = request.params
    await forms.restoreNote(request.ctx, noteId(note))
    return back(reply, boardId(id), 'note_restored', noteId(note))
  })
}

function fieldsOf(form: schema.NoteFormInput, board: BoardId): NoteFormFields {
  const { title, content, color, board_id: to } = form
  return { title, content, color, boardId: parseId<'board'>(to ?? '') ?? board }
}

/** Renders the form again with the submitted text and the reason it could not be saved. */
async function answer(
  ctx: FastifyRequest['ctx'],
  reply: FastifyReply,
  board: BoardId,
  note: NoteId | null,
  fields: NoteFormFields,
  result: forms.FormResult,
): Promise<FastifyReply> {
  switch (result.outcome) {
    case 'saved':
      return back(reply, board, 'note_saved', result.note.id)
    case 'moved':
      return back(reply, board, 'note_moved', result.note.id)
    case 'missing':
      return back(reply, board, 'note_gone', null)
    case 'stale':
    case 'too_long': {
      const unkept = { fields, why: result.outcome }
      return sendBoard(ctx, reply.code(result.outcome === 'stale' ? 409 : 400), board, { edit: note, unkept })
    }
  }
}

function back(reply: FastifyReply, board: BoardId, done: BoardNotice['what'], note: NoteId | null): FastifyReply {
  const at = note ? `&note=${note}#${noteElementId(note)}` : ''
  return reply.redirect(`/boards/${board}?view=list&done=${done}${at}`, 303)
}
