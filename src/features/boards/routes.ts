import { idOr } from '#base/wire.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { boardNotFound } from './problems.ts'
import * as schema from './schema.ts'
import * as boards from './service.ts'

const boardId = (id: string) => idOr<'board'>(id, () => boardNotFound({ board_id: id }))

/** DELETE is with the notes: what lies on the board is theirs to move. */
export const boardRoutes: FeatureRoutes = (app) => {
  app.get(
    '/api/note-boards',
    { config: { auth: 'user' }, schema: { response: { 200: schema.BoardsReply } } },
    async ({ ctx }) => {
      const list = await boards.listBoards(ctx)
      return { ok: true as const, boards: list.map(schema.toBoard), count: list.length }
    },
  )

  app.post(
    '/api/note-boards',
    { config: { auth: 'user' }, schema: { body: schema.BoardBody, response: { 201: schema.BoardReply } } },
    async ({ ctx, body }, reply) => {
      const board = await boards.createBoard(ctx, body.name)
      return reply.code(201).send({ ok: true, board: schema.toBoard(board) })
    },
  )

  app.patch(
    '/api/note-boards/:id',
    {
      config: { auth: 'user' },
      schema: { params: schema.BoardParams, body: schema.BoardBody, response: { 200: schema.BoardReply } },
    },
    async ({ ctx, params, body }) => ({
      ok: true as const,
      board: schema.toBoard(await boards.renameBoard(ctx, boardId(params.id), body.name)),
    }),
  )
}
