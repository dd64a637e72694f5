import { attachmentHeader } from '#platform/http/download.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { noTags } from '../problems.ts'
import * as schema from '../schema/files.ts'
import * as bulk from '../service/bulk.ts'
import { parseBulkIds } from '../service/bulk-ids.ts'
import { restoreFiles } from '../service/bulk-restore.ts'
import { moveFiles } from '../service/folders.ts'
import { zipOf, zipOfFolder } from '../service/zip.ts'

const FAVORITES = [
  {
    path: 'bulk-favorite',
    isFavorite: true,
    sentence: { he: 'הוספה למועדפים, עד 100 קבצים.', en: 'Marks up to 100 files as favourites.' },
  },
  {
    path: 'bulk-unfavorite',
    isFavorite: false,
    sentence: { he: 'הסרה מהמועדפים, עד 100 קבצים.', en: 'Removes up to 100 files from the favourites.' },
  },
] as const

export const bulkRoutes: FeatureRoutes = (app) => {
  for (const { path, isFavorite, sentence } of FAVORITES) {
    app.post(
      `/api/files/${path}`,
      { config: { auth: 'user' }, schema: { sentence, body: schema.BulkBody, response: { 200: schema.UpdatedReply } } },
      async ({ ctx, body }) => {
        const updated = await bulk.setFavorites(ctx, parseBulkIds(body.file_ids), isFavorite)
        return { ok: true as const, success: true as const, updated }
      },
    )
  }

  app.post(
    '/api/files/bulk-tag',
    {
      config: { auth: 'user' },
      schema: {
        sentence: {
          he: 'הוספת תגיות לעד 100 קבצים. אם אחד מהם חסר, לא נעשה דבר.',
          en: 'Adds tags to up to 100 files. If one is missing, nothing is done.',
        },
        body: schema.BulkTagBody,
        response: { 200: schema.UpdatedReply },
      },
    },
    async ({ ctx, body }) => {
      const ids = parseBulkIds(body.file_ids)
      if (!body.tags || body.tags.length === 0) throw noTags({ field: 'tags' })
      return { ok: true as const, success: true as const, updated: await bulk.addTags(ctx, ids, body.tags) }
    },
  )

  app.post(
    '/api/files/bulk-move',
    {
      config: { auth: 'user', checksTexts: ['folder'] },
      schema: {
        sentence: {
          he: 'העברת עד 100 קבצים לתיקייה. אם שם של אחד מהם תפוס שם, לא נעשה דבר.',
          en: 'Moves up to 100 files to a folder. If one of their names is taken there, nothing is done.',
        },
        body: schema.BulkMoveBody,
        response: { 200: schema.UpdatedReply },
      },
    },
    async ({ ctx, body }) => {
      const updated = await moveFiles(ctx, parseBulkIds(body.file_ids), body.folder)
      return { ok: true as const, success: true as const, updated }
    },
  )

  app.get(
    '/files/zip',
    { config: { auth: 'user' }, schema: { querystring: schema.FolderQuery } },
    async ({ ctx, query: { folder } }, reply) => {
      const zip = await zipOfFolder(ctx, folder)
      const name = `${folder.slice(folder.lastIndexOf('/') + 1)}.zip`
      return reply.type('application/zip').header('content-disposition', attachmentHeader(name)).send(zip)
    },
  )

  app.post(
    '/api/files/bulk-delete',
    {
      config: { auth: 'user' },
      schema: {
        sentence: { he: 'העברת עד 100 קבצים לסל המיחזור.', en: 'Moves up to 100 files to the trash.' },
        body: schema.BulkDeleteBody,
        response: { 200: schema.DeletedReply },
      },
    },
    async ({ ctx, body }) => {
      const { deleted, skippedAlreadyDeleted, requested } = await bulk.trashFiles(
        ctx,
        parseBulkIds(body.file_ids),
        body.ttl_days,
      )
      return {
        ok: true as const,
        success: true as const,
        deleted,
        skipped_already_deleted: skippedAlreadyDeleted,
        requested,
      }
    },
  )

  app.post(
    '/api/trash/bulk-restore',
    {
      config: { auth: 'user' },
      schema: {
        sentence: {
          he: 'החזרת עד 100 קבצים מהסל. קובץ ששמו תפוס נשאר בסל ומופיע בתשובה; קובץ שכבר לא בסל אינו שגיאה.',
          en: 'Restores up to 100 files from the trash. A file whose name is taken stays there and is listed in the reply; a file that is not in the trash is ignored.',
        },
        body: schema.BulkBody,
        response: { 200: schema.RestoredReply },
      },
    },
    async ({ ctx, body }) => {
      const { restored, nameTaken, notInTrash, requested } = await restoreFiles(ctx, parseBulkIds(body.file_ids))
      return {
        ok: true as const,
        success: true as const,
        restored,
        skipped_name_taken: nameTaken,
        skipped_not_in_trash: notInTrash,
        requested,
      }
    },
  )

  app.post(
    '/api/files/create-zip',
    {
      config: { auth: 'user' },
      schema: {
        sentence: {
          he: 'קובץ zip של עד 100 קבצים, מוזרם. שמות זהים נעשים ייחודיים.',
          en: 'Streams a zip of up to 100 files. Equal names are made unique.',
        },
        body: schema.BulkBody,
      },
    },
    async ({ ctx, body }, reply) => {
      const zip = await zipOf(ctx, parseBulkIds(body.file_ids))
      return reply
        .type('application/zip')
        .header('content-disposition', 'attachment; filename="codeshelf.zip"')
        .send(zip)
    },
  )
}
