import type { FeatureRoutes } from '#platform/http/types.ts'
import { IdParams, NoteReply, toItem } from '../schema.ts'
import { MoveBody } from '../schema/boards.ts'
import { moveNote } from '../service/boards.ts'
import { boardId, noteId } from './notes.ts'

export const moveRoutes: FeatureRoutes = (app) => {
  app.post(
    '/api/sticky-notes/note/:id/move',
    {
      config: { auth: 'user', limit: 'note' },
      schema: { params: IdParams, body: MoveBody, response: { 200: NoteReply } },
    },
    async ({ ctx, params, body }) => ({
      ok: true as const,
      note: toItem(await moveNote(ctx, noteId(params.id), boardId(body.board_id))),
    }),
  )
}
