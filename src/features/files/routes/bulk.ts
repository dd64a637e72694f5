import { attachmentHeader } from '#platform/http/download.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { noTags } from '../problems.ts'
import * as schema from '../schema.ts'
import * as bulk from '../service/bulk.ts'
import { parseBulkIds } from '../service/bulk-ids.ts'
import { restoreFiles } from '../service/bulk-restore.ts'
import { moveFiles } from '../service/folders.ts'
import { zipOf, zipOfFolder } from '../service/zip.ts'

export const bulkRoutes: FeatureRoutes = (app) => {
  for (const [path, isFavorite] of [
    ['bulk-favorite', true],
    ['bulk-unfavorite', false],
  ] as const) {
    app.post(
      `/api/files/${path}`,
      { config: { auth: 'user' }, schema: { body: schema.BulkBody, response: { 200: schema.UpdatedReply } } },
      async ({ ctx, body }) => {
        const updated = await bulk.setFavorites(ctx, parseBulkIds(body.file_ids), isFavorite)
        return { ok: true as const, success: true as const, updated }
      },
    )
  }

  app.post(
    '/api/files/bulk-tag',
    { config: { auth: 'user' }, schema: { body: schema.BulkTagBody, response: { 200: schema.UpdatedReply } } },
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
      schema: { body: schema.BulkMoveBody, response: { 200: schema.UpdatedReply } },
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
    { config: { auth: 'user' }, schema: { body: schema.BulkDeleteBody, response: { 200: schema.DeletedReply } } },
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
    { config: { auth: 'user' }, schema: { body: schema.BulkBody, response: { 200: schema.RestoredReply } } },
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
    { config: { auth: 'user' }, schema: { body: schema.BulkBody } },
    async ({ ctx, body }, reply) => {
      const zip = await zipOf(ctx, parseBulkIds(body.file_ids))
      return reply
        .type('application/zip')
        .header('content-disposition', 'attachment; filename="codeshelf.zip"')
        .send(zip)
    },
  )
}
