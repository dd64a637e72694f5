import { Ok } from '#base/wire-types.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import * as problems from '../problems.ts'
import { IdParams, toItem, toStored } from '../schema/notes.ts'
import * as schema from '../schema/move-to-file.ts'
import { dismissMove, moveNoteToFile } from '../service/move-to-file.ts'
import { fileId, noteId } from './notes.ts'

export const moveToFileRoutes: FeatureRoutes = (app) => {
  // For the user alone: the undo of an agent's writes does not know that a note was on another file.
  const unconfirmedBecause = 'it changes the library, not the account'
  const config = { auth: 'user', limit: 'note', sessionOnly: true, unconfirmedBecause } as const

  app.post(
    '/api/sticky-notes/note/:id/move-to-file',
    {
      config,
      schema: {
        sentence: {
          he: 'העברת פתק לשורות של קובץ אחר בספרייה. was אומר איפה היה, להחזרה.',
          en: 'Moves a note to lines of another file of the library. was says where it was, to move it back.',
        },
        params: IdParams,
        body: schema.MoveToFileBody,
        response: { 200: schema.MovedReply },
      },
    },
    async ({ ctx, params, body }) => {
      const { version, line_start: lineStart, line_end: lineEnd } = body
      const to = { fileId: fileId(body.file_id), version, lineStart, lineEnd }
      const { outcome, note, was } = await moveNoteToFile(ctx, noteId(params.id), to)
      if (outcome === 'stale') throw problems.noteConflict(toStored(note))
      return { ok: true as const, note: toItem(note), was: was && schema.toLinesInFile(was) }
    },
  )

  app.post(
    '/api/sticky-notes/note/:id/dismiss-move',
    {
      config,
      schema: {
        sentence: {
          he: 'הפסקת ההצעה להעביר פתק לקובץ שאליו עבר הקוד שלו.',
          en: 'Stops offering to move a note to the file that has its code now.',
        },
        params: IdParams,
        body: schema.DismissMoveBody,
        response: { 200: Ok },
      },
    },
    async ({ ctx, params, body }) => {
      await dismissMove(ctx, noteId(params.id), body.version)
      return { ok: true as const }
    },
  )
}
