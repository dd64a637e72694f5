import { parseIdOr } from '#base/wire-types.ts'
import { parseCursor } from '#base/cursor.ts'
import { notFound } from '#platform/http/problems.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { JournalPage } from '../pages/journal-page.tsx'
import { UndonePage } from '../pages/undone-page.tsx'
import { JournalQuery, UndoForm } from '../schema/journal.ts'
import { readJournal } from '../service/journal.ts'
import { undoSince } from '../service/undo.ts'

/** A token must not read the audit log or undo writes. */
const session = { auth: 'user', sessionOnly: true } as const
const unconfirmedBecause = 'it takes back what a token wrote to the library, and versions stay'

export const journalRoutes: FeatureRoutes = (app) => {
  app.get(
    '/settings/agents',
    { config: session, schema: { querystring: JournalQuery } },
    async ({ ctx, query }, reply) => {
      const tokenId = query.token === undefined ? null : parseIdOr<'token'>(query.token, notFound)
      const show = query.show ?? 'writes'
      const { cursor, isInvalidCursor } = parseCursor<'act'>(query.cursor)
      const journal = await readJournal(ctx, { tokenId, writesOnly: show === 'writes', cursor })
      const misread = { isInvalidCursor, badShow: query.show === null }
      return reply.page(JournalPage({ frame: reply.frame, now: ctx.now, tokenId, show, misread, ...journal }))
    },
  )

  // No redirect: the reply shows the result, and a resubmitted form finds nothing left to undo.
  app.post(
    '/settings/agents/undo',
    { config: { ...session, unconfirmedBecause }, schema: { body: UndoForm } },
    async ({ ctx, body }, reply) => {
      const result = await undoSince(ctx, parseIdOr<'token'>(body.token, notFound), body.since)
      return reply
        .header('cache-control', 'no-store')
        .page(UndonePage({ frame: reply.frame, tokenId: body.token, result }))
    },
  )
}
