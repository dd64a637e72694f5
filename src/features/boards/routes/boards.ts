import { Ok } from '#base/wire-types.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import * as schema from '../schema/boards.ts'
import * as boards from '../service/boards.ts'
import { boardId } from './ids.ts'

export const boardApiRoutes: FeatureRoutes = (app) => {
  app.get(
    '/api/note-boards',
    {
      config: { auth: 'user' },
      schema: {
        sentence: {
          he: 'הלוחות. לוח ברירת מחדל קיים מהקריאה הראשונה.',
          en: 'Lists the boards. The first read creates the default board.',
        },
        response: { 200: schema.BoardsReply },
      },
    },
    async ({ ctx }) => {
      const list = await boards.listBoards(ctx)
      return { ok: true as const, boards: list.map(schema.toBoard), count: list.length }
    },
  )

  app.post(
    '/api/note-boards',
    {
      config: { auth: 'user' },
      schema: {
        sentence: { he: 'לוח חדש.', en: 'Makes a board.' },
        body: schema.BoardBody,
        response: { 201: schema.BoardReply },
      },
    },
    async ({ ctx, body }, reply) => {
      const board = await boards.createBoard(ctx, body.name)
      return reply.code(201).send({ ok: true, board: schema.toBoard(board) })
    },
  )

  app.patch(
    '/api/note-boards/:id',
    {
      config: { auth: 'user' },
      schema: {
        sentence: { he: 'שינוי שם של לוח.', en: 'Renames a board.' },
        params: schema.BoardParams,
        body: schema.BoardBody,
        response: { 200: schema.BoardReply },
      },
    },
    async ({ ctx, params, body }) => ({
      ok: true as const,
      board: schema.toBoard(await boards.renameBoard(ctx, boardId(params.id), body.name)),
    }),
  )

  app.delete(
    '/api/note-boards/:id',
    {
      config: { auth: 'user' },
      schema: {
        sentence: {
          he: 'מחיקת לוח; הפתקים שעליו עוברים ללוח ברירת המחדל.',
          en: 'Deletes a board; its notes move to the default one.',
        },
        params: schema.BoardParams,
        response: { 200: Ok },
      },
    },
    async ({ ctx, params }) => {
      await boards.deleteBoard(ctx, boardId(params.id))
      return { ok: true as const }
    },
  )
}
