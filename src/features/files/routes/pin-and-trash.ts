import { Ok } from '#base/wire-types.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import * as schema from '../schema/files.ts'
import { setPinned, trashFiles } from '../service/bulk.ts'
import { parseFileId } from '../service/file-id.ts'
import * as read from '../service/read.ts'
import * as trash from '../service/trash.ts'

export const pinAndTrashRoutes: FeatureRoutes = (app) => {
  app.post(
    '/api/files/:id/pin',
    {
      config: { auth: 'user' },
      schema: {
        sentence: { he: 'נעיצה של קובץ או ביטול שלה.', en: 'Pins a file or unpins it.' },
        params: schema.IdParams,
        body: schema.PinBody,
        response: { 200: Ok },
      },
    },
    async ({ ctx, params, body }) => {
      await setPinned(ctx, parseFileId(params.id), body.is_pinned)
      return { ok: true as const }
    },
  )

  app.post(
    '/api/files/:id/trash',
    {
      config: { auth: 'user' },
      schema: {
        sentence: { he: 'העברה לסל המיחזור ל-30 יום.', en: 'Moves a file to the trash for 30 days.' },
        params: schema.IdParams,
        response: { 200: Ok },
      },
    },
    async ({ ctx, params }) => {
      const id = parseFileId(params.id)
      await read.getFile(ctx, id)
      await trashFiles(ctx, [id])
      return { ok: true as const }
    },
  )

  app.post(
    '/api/trash/:id/restore',
    {
      config: { auth: 'user' },
      schema: {
        sentence: {
          he: 'החזרה מהסל, עם אותו מזהה וכל הגרסאות. שם תפוס מקבל 409 עם הצעה.',
          en: 'Restores a file from the trash, with its id and every version. A taken name is a 409 with a suggestion.',
        },
        params: schema.IdParams,
        response: { 200: schema.SavedReply },
      },
    },
    async ({ ctx, params }) => schema.toSaved(await trash.restoreFile(ctx, parseFileId(params.id))),
  )

  app.post(
    '/api/trash/:id/purge',
    {
      config: { auth: 'user' },
      schema: {
        sentence: { he: 'מחיקה סופית ומיידית, עם כל הגרסאות.', en: 'Deletes a file permanently, with every version.' },
        params: schema.IdParams,
        response: { 200: Ok },
      },
    },
    async ({ ctx, params }) => {
      await trash.purgeFile(ctx, parseFileId(params.id))
      return { ok: true as const }
    },
  )
}
