import type { FeatureRoutes } from '#platform/http/types.ts'
import { noteUrl } from '../note-url.ts'
import * as schema from '../schema.ts'
import { locateNotes, movedNote } from '../service/locate.ts'
import { getNote } from '../service/read.ts'
import type { RepoTexts } from '../service/repo-texts.ts'
import { noteId } from './notes.ts'

export const notePages: FeatureRoutes<RepoTexts> = (app, { locate }) => {
  // Notifications link here, because the location of the note may change after they are sent.
  app.get(
    '/note/:id',
    { config: { auth: 'user' }, schema: { params: schema.IdParams } },
    async ({ ctx, params }, reply) => {
      const note = await getNote(ctx, noteId(params.id))
      return reply.redirect(noteUrl(movedNote(note, await locateNotes(ctx, [note.id], locate))), 302)
    },
  )
}
