import { type BoardId, type NoteId, parseId } from '#base/ids.ts'
import { parseMoment } from '#base/moment.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BoardNews, NoteFormFields } from '../board-list.ts'
import { noteElementId } from '../note-url.ts'
import { IdParams } from '../schema.ts'
import * as schema from '../schema/boards.ts'
import * as forms from '../service/board-forms.ts'
import { deleteNote, restoreNote } from '../service/read.ts'
import { sendBoard } from './board-pages.ts'
import { boardId, noteId } from './notes.ts'

/** What the list form of a board does without script. The same use-cases as the API, and the page instead of JSON. */
export const boardNoteForms: FeatureRoutes = (app) => {
  const config = { auth: 'user' as const }
  const params = schema.BoardNoteParams

  app.post(
    '/boards/:id/notes',
    { config, schema: { params: IdParams, body: schema.NoteForm } },
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
    { config, schema: { params, body: schema.NoteForm } },
    async ({ ctx, params: { id, note }, body }, reply) => {
      const [board, noteAsked] = [boardId(id), noteId(note)]
      const fields = fieldsOf(body, board)
      const result = await forms.saveNote(ctx, noteAsked, fields, parseMoment(body.prev_updated_at ?? ''))
      return answer(ctx, reply, board, noteAsked, fields, result)
    },
  )

  app.post(
    '/boards/:id/notes/:note/tasks',
    { config, schema: { params, body: schema.TasksForm } },
    async ({ ctx, params: { id, note }, body }, reply) => {
      const { outcome } = await forms.setTasks(ctx, noteId(note), body.task, parseMoment(body.prev_updated_at))
      return back(reply, boardId(id), outcome === 'saved' ? 'note_saved' : 'tick_stale', noteId(note))
    },
  )

  app.post('/boards/:id/notes/:note/delete', { config, schema: { params } }, async (request, reply) => {
    const { id, note } = request.params
    await deleteNote(request.ctx, noteId(note))
    return back(reply, boardId(id), 'note_deleted', noteId(note))
  })

  app.post('/boards/:id/notes/:note/restore', { config, schema: { params } }, async (request, reply) => {
    const { id, note } = request.params
    await restoreNote(request.ctx, noteId(note))
    return back(reply, boardId(id), 'note_restored', noteId(note))
  })
}

function fieldsOf(form: schema.NoteFormInput, board: BoardId): NoteFormFields {
  const { title, content, color, board_id: to } = form
  return { title, content, color, boardId: parseId<'board'>(to ?? '') ?? board }
}

/** What was not kept stays in the form, with the reason; nobody has to type it again. */
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

function back(reply: FastifyReply, board: BoardId, done: BoardNews['what'], note: NoteId | null): FastifyReply {
  const at = note ? `&note=${note}#${noteElementId(note)}` : ''
  return reply.redirect(`/boards/${board}?view=list&done=${done}${at}`, 303)
}
