import { type BoardId, type NoteId, parseId } from '#base/ids.ts'
import type { HtmlBytes } from '#base/html-slot.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BoardNotice, BoardView, Unkept } from '../board-list.ts'
import { BoardPage } from '../pages/board-page.tsx'
import { BoardsPage } from '../pages/boards-page.tsx'
import { IdParams } from '#features/notes/schema/notes.ts'
import * as schema from '../schema/forms.ts'
import { deleteBoard } from '../service/boards.ts'
import * as boards from '../service/pages.ts'
import { plainNotes } from '../service/plain-notes.ts'
import { boardId } from './ids.ts'

/** Each form redirects with 303, so that a reload does not submit it again. */
export const boardPages: FeatureRoutes = (app) => {
  const config = { auth: 'user' as const }

  app.get('/boards', { config, schema: { querystring: schema.FormResultQuery } }, async ({ ctx, query }, reply) => {
    const entries = await boards.boardEntries(ctx)
    return reply.page(BoardsPage({ frame: reply.frame, now: ctx.now, boards: entries, news: newsFrom(query) }))
  })

  app.post('/boards', { config, schema: { body: schema.NameForm } }, async ({ ctx, body }, reply) => {
    const board = await boards.addBoard(ctx, body.name)
    return reply.redirect(board ? `/boards/${board.id}` : '/boards?done=bad_name', 303)
  })

  app.get(
    '/boards/:id',
    { config, schema: { params: IdParams, querystring: schema.BoardQuery } },
    async ({ ctx, params, query }, reply) => {
      const edit = parseId<'note'>(query.edit ?? '')
      return sendBoard(ctx, reply, boardId(params.id), { view: query.view, edit, news: newsFrom(query) })
    },
  )

  app.post(
    '/boards/:id/rename',
    { config, schema: { params: IdParams, body: schema.NameForm } },
    async ({ ctx, params, body }, reply) => {
      const board = await boards.nameBoard(ctx, boardId(params.id), body.name)
      return reply.redirect(`${body.next}?done=${board ? 'renamed' : 'bad_name'}`, 303)
    },
  )

  app.post('/boards/:id/delete', { config, schema: { params: IdParams } }, async ({ ctx, params }, reply) => {
    const moved = await deleteBoard(ctx, boardId(params.id))
    return reply.redirect(`/boards?done=deleted&n=${moved}`, 303)
  })
}

type Shown = { view?: BoardView; edit?: NoteId | null; unkept?: Unkept | null; news?: BoardNotice | null }

export async function sendBoard(
  ctx: FastifyRequest['ctx'],
  reply: FastifyReply,
  id: BoardId,
  { view = 'list', edit = null, unkept = null, news = null }: Shown,
): Promise<FastifyReply> {
  const open = await boards.openBoard(ctx, id)
  const plain = view === 'list' ? await plainNotes(ctx, open.notes) : new Map<string, HtmlBytes>()
  const page = BoardPage({ frame: reply.frame, now: ctx.now, ...open, plain, view, edit, unkept, news })
  return reply.page(page, [...plain.values()])
}

type FormResult = { done?: BoardNotice['what'] | undefined; n?: number | undefined; note?: string | undefined }

function newsFrom({ done, n, note }: FormResult): BoardNotice | null {
  return done === undefined ? null : { what: done, n: n ?? 0, noteId: parseId<'note'>(note ?? '') }
}
