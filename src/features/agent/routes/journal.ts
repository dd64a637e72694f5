import { idOr } from '#base/wire.ts'
import { notFound } from '#platform/http/problems.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { JournalPage } from '../pages/journal-page.tsx'
import { UndonePage } from '../pages/undone-page.tsx'
import { JournalQuery, readCursor, readToken, UndoForm } from '../schema/journal.ts'
import { readJournal } from '../service/journal.ts'
import { undoSince } from '../service/undo.ts'

/** A token must not read or undo what tokens did. */
const session = { auth: 'user', sessionOnly: true } as const

export const journalRoutes: FeatureRoutes = (app) => {
  app.get(
    '/settings/agents',
    { config: session, schema: { querystring: JournalQuery } },
    async ({ ctx, query }, reply) => {
      const tokenId = readToken(query.token)
      const ask = { tokenId, writesOnly: query.show === 'writes', cursor: readCursor(query.cursor) }
      const journal = await readJournal(ctx, ask)
      return reply.page(JournalPage({ frame: reply.frame, now: ctx.now, tokenId, show: query.show, ...journal }))
    },
  )

  // The answer is the outcome itself; sent again it finds nothing left to undo.
  app.post('/settings/agents/undo', { config: session, schema: { body: UndoForm } }, async ({ ctx, body }, reply) => {
    const result = await undoSince(ctx, idOr<'token'>(body.token, notFound), body.since)
    return reply
      .header('cache-control', 'no-store')
      .page(UndonePage({ frame: reply.frame, tokenId: body.token, result }))
  })
}
