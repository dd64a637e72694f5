import type { FastifyReply, FastifyRequest } from 'fastify'
import { parseIdOr } from '#base/wire-types.ts'
import { whileConnected } from '#platform/http/disconnect.ts'
import { orFormPage } from '#platform/http/form-problem.ts'
import { incomingFiles, multipartRoutes } from '#platform/http/multipart.ts'
import type { App } from '#platform/http/types.ts'
import { MAX_ITEMS, MAX_PASTE_BYTES, MAX_UPLOAD_BYTES, MAX_UPLOAD_PARTS } from './limits.ts'
import { skipReasons } from './messages/reasons.ts'
import { MoveInPage, type Shown } from './pages/move-in-page.tsx'
import { moveNotFound } from './problems.ts'
import * as schema from './schema.ts'
import { move } from './service/move.ts'
import { previewMove } from './service/preview.ts'
import { withRequest } from './service/request.ts'
import { listMoves, undoMove } from './service/undo.ts'

type GitHub = Parameters<typeof previewMove>[1]
export type MoveInParts = { gitHub: GitHub }

const LIMITS = { files: MAX_UPLOAD_PARTS, bytes: MAX_UPLOAD_BYTES }
const config = { auth: 'user' as const }
/** 422, 502 and 503: what GitHub answered. 507: the files are put on the disk first. */
const withFiles = { bodyLimit: MAX_UPLOAD_BYTES, config: { ...config, alsoRefuses: [422, 502, 503, 507] } }

export async function moveInRoutes(app: App, { gitHub }: MoveInParts): Promise<void> {
  app.get('/move-in', { config }, async (request, reply) => reply.page(await pageWith(request, reply, null)))

  app.get(
    '/api/move-in',
    {
      config,
      schema: {
        sentence: { he: 'ההעברות האחרונות מתוכנות אחרות.', en: 'Lists the last moves from other programs.' },
        response: { 200: schema.MovesReply },
      },
    },
    async ({ ctx }) => schema.toMovesReply(await listMoves(ctx)),
  )

  const byId = { params: schema.MoveParams }
  app.post(
    '/api/move-in/:id/undo',
    {
      config,
      schema: {
        sentence: {
          he: 'ביטול העברה. קבצים ששונו מאז נשארים.',
          en: 'Undoes a move. Files that were changed since are kept.',
        },
        ...byId,
        response: { 200: schema.UndoReply },
      },
    },
    async ({ ctx, params }) => undoOf(ctx, params.id),
  )

  // No redirect: the page lists the files that were kept.
  app.post('/move-in/:id/undo', { config, schema: byId }, async (request, reply) => {
    const { ctx, params } = request
    return orMoveInPage(request, reply, async () => ({ kind: 'undone', reply: await undoOf(ctx, params.id) }))
  })

  await multipartRoutes(app, (scope) => {
    const previewSchema = {
      sentence: {
        he: 'מה יגיע מתוכנה אחרת ומה לא, ולמה. לא נשמר דבר.',
        en: 'Shows what would come from another program, and what would not and why. Saves nothing.',
      },
      consumes: ['multipart/form-data'],
      response: { 200: schema.PreviewReply },
    }
    const moveSchema = {
      sentence: {
        he: 'העברה מתוכנה אחרת: Gists, ‏VS Code, ‏massCode, ‏Obsidian ועוד.',
        en: 'Moves in from another program: gists, VS Code, massCode, Obsidian and others.',
      },
      consumes: ['multipart/form-data'],
      response: { 200: schema.MoveReply },
    }
    scope.post('/api/move-in/preview', { ...withFiles, schema: previewSchema }, async (request) =>
      reading(request, (asked, { signal }) => previewOf(request, gitHub, asked, signal)),
    )
    scope.post('/api/move-in', { ...withFiles, schema: moveSchema }, async (request) =>
      reading(request, (asked, { signal }) => moveOf(request, gitHub, asked, signal)),
    )
    // The same form without script has a button for each of the two.
    scope.post('/move-in', withFiles, async (request, reply) =>
      orMoveInPage(request, reply, () =>
        reading<Shown>(request, async (asked, { fields, signal }) =>
          fields.get('do') === 'preview'
            ? { kind: 'preview', reply: await previewOf(request, gitHub, asked, signal) }
            : { kind: 'moved', reply: await moveOf(request, gitHub, asked, signal) },
        ),
      ),
    )
  })
}

type Asked = Parameters<typeof previewMove>[2]

async function pageWith({ ctx }: FastifyRequest, { frame }: FastifyReply, shown: Shown) {
  return MoveInPage({ frame, now: ctx.now, shown, moves: schema.toMovesReply(await listMoves(ctx)).moves })
}

async function orMoveInPage(request: FastifyRequest, reply: FastifyReply, work: () => Promise<Shown>) {
  return orFormPage(
    request,
    reply,
    async () => reply.header('cache-control', 'no-store').page(await pageWith(request, reply, await work())),
    ({ text }) => pageWith(request, reply, { kind: 'problem', message: text }),
  )
}

async function reading<T>(
  request: FastifyRequest,
  use: (asked: Asked, more: { fields: ReadonlyMap<string, string>; signal: AbortSignal }) => Promise<T>,
): Promise<T> {
  const fields = { values: new Map<string, string>(), maxBytes: MAX_PASTE_BYTES }
  const files = incomingFiles(request, LIMITS, fields)
  return withRequest(request.ctx, files, fields.values, (asked) =>
    whileConnected(request, (signal) => use(asked, { fields: fields.values, signal })),
  )
}

async function previewOf(
  { ctx }: FastifyRequest,
  gitHub: GitHub,
  asked: Asked,
  signal: AbortSignal,
): Promise<schema.PreviewReply> {
  const preview = await previewMove(ctx, gitHub, asked, signal)
  return schema.toPreviewReply(preview, MAX_ITEMS, skipReasons(ctx.locale))
}

async function moveOf(
  { ctx }: FastifyRequest,
  gitHub: GitHub,
  asked: Asked,
  signal: AbortSignal,
): Promise<schema.MoveReply> {
  const result = await move(ctx, gitHub, asked, signal)
  return schema.toMoveReply(result, skipReasons(ctx.locale))
}

async function undoOf(ctx: FastifyRequest['ctx'], id: string): Promise<schema.UndoReply> {
  return schema.toUndoReply(
    await undoMove(
      ctx,
      parseIdOr<'move'>(id, () => moveNotFound({ move_id: id })),
    ),
  )
}
