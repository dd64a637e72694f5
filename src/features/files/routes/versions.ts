import type { FeatureRoutes } from '#platform/http/types.ts'
import * as schema from '../schema/files.ts'
import { parseFileId } from '../service/file-id.ts'
import * as read from '../service/read.ts'
import { restoreVersion } from '../service/update.ts'

export const versionRoutes: FeatureRoutes = (app) => {
  app.get(
    '/api/files/:id/versions',
    {
      config: { auth: 'user' },
      schema: {
        sentence: { he: 'כל הגרסאות, מהחדשה לישנה.', en: 'Every version, newest first.' },
        params: schema.IdParams,
        response: { 200: schema.VersionsReply },
      },
    },
    async ({ ctx, params }) => {
      const versions = await read.getVersions(ctx, parseFileId(params.id))
      return { ok: true as const, versions: versions.map(schema.toVersion), count: versions.length }
    },
  )

  app.get(
    '/api/files/:id/versions/:version',
    {
      config: { auth: 'user' },
      schema: {
        sentence: { he: 'גרסה אחת, עם התוכן שלה.', en: 'One version with its content.' },
        params: schema.VersionParams,
        response: { 200: schema.VersionReply },
      },
    },
    async ({ ctx, params }) => {
      const version = await read.getVersion(ctx, parseFileId(params.id), params.version)
      const content = await read.getContent(ctx, { id: parseFileId(params.id) }, params.version)
      return { ok: true as const, version: { ...schema.toVersion(version), content } }
    },
  )

  app.post(
    '/api/files/:id/restore-version',
    {
      config: { auth: 'user' },
      schema: {
        sentence: {
          he: 'העתקת גרסה ישנה כגרסה חדשה. ההיסטוריה לא משתנה.',
          en: 'Restores an old version as a new one. History is never rewritten.',
        },
        params: schema.IdParams,
        body: schema.RestoreVersionBody,
        response: { 200: schema.SavedReply },
      },
    },
    async ({ ctx, params, body }) => schema.toSaved(await restoreVersion(ctx, parseFileId(params.id), body.version)),
  )
}
