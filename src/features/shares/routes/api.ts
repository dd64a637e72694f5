import { parseIdOr, Ok } from '#base/wire-types.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { shareNotFound } from '../problems.ts'
import * as schema from '../schema/api.ts'
import { ShareParams } from '../schema/pages.ts'
import { makeLink, shareFile } from '../service/make.ts'
import { listShares, revokeShare } from '../service/own.ts'
import { saveShare } from '../service/save.ts'
import { sharePath } from '../share.ts'

export const shareId = (id: string) => parseIdOr<'share'>(id, () => shareNotFound({ share_id: id }))

export const shareApi: FeatureRoutes<{ origin: string }> = (app, { origin }) => {
  const config = { auth: 'user' as const }
  /** Lines that the version does not have. */
  const sharing = { ...config, alsoRefuses: [422] }

  app.post(
    '/api/files/:id/share',
    {
      config: sharing,
      schema: {
        sentence: {
          he: 'שיתוף של גרסה אחת עם משתמשים מחוברים. warnings מצביע על מה שנראה כמו סוד.',
          en: 'Shares one version with signed-in users. warnings point at what looks like a secret.',
        },
        params: schema.IdParams,
        body: schema.ShareBody,
        response: { 200: schema.SharedReply },
      },
    },
    async ({ ctx, params, body }) => {
      const made = await shareFile(ctx, params.id, {
        lifetime: schema.readLifetime(body),
        range: schema.readRange(body),
        version: body.version,
        hiddenLines: body.hidden_lines ?? [],
        notes: { ids: body.note_ids ?? [] },
      })
      const { share } = made
      return {
        ok: true as const,
        share_id: share.id,
        url: origin + sharePath(share),
        expires_at: schema.endOf(share),
        warnings: schema.toWarnings(made.warnings),
        ...schema.toNotes(made),
      }
    },
  )

  app.post(
    '/api/files/create-share-link',
    {
      bodyLimit: schema.LINK_BODY_BYTES,
      config: sharing,
      schema: {
        sentence: {
          he: 'קישור ציבורי לעד 100 קבצים, פתוח גם בלי חשבון.',
          en: 'Creates a public link to up to 100 files, open without an account.',
        },
        body: schema.LinkBody,
        response: { 200: schema.LinkReply },
      },
    },
    async ({ ctx, body }) => {
      const made = await makeLink(ctx, body.file_ids, {
        lifetime: schema.readLifetime(body),
        range: schema.readRange(body),
        hiddenLines: new Map(Object.entries(body.hidden_lines ?? {})),
        notes: { ids: body.note_ids ?? [] },
      })
      const { share } = made
      return {
        ok: true as const,
        success: true as const,
        share_url: origin + sharePath(share),
        token: share.key,
        expires_at: schema.endOf(share),
        warnings: schema.toWarnings(made.warnings),
        ...schema.toNotes(made),
      }
    },
  )

  app.post(
    '/api/shared/save',
    {
      config: { auth: 'user', checksTexts: ['file_name'] },
      schema: {
        sentence: { he: 'שמירת שיתוף כקובץ Markdown בספרייה.', en: 'Saves a share as a Markdown file in the library.' },
        body: schema.SaveBody,
        response: { 200: schema.SavedReply },
      },
    },
    async ({ ctx, body }) =>
      schema.toSaved(await saveShare(ctx, { shareId: body.share_id ?? '', fileName: body.file_name })),
  )

  app.get(
    '/api/shares',
    {
      config,
      schema: {
        sentence: { he: 'השיתופים והקישורים של המשתמש.', en: 'Lists the shares and public links of the user.' },
        response: { 200: schema.SharesReply },
      },
    },
    async ({ ctx }) => {
      const shares = await listShares(ctx, origin)
      return { ok: true as const, shares: shares.map(schema.toShareItem), count: shares.length }
    },
  )

  app.delete(
    '/api/shares/:share_id',
    {
      config,
      schema: {
        sentence: { he: 'ביטול שיתוף או קישור.', en: 'Revokes a share or a public link.' },
        params: ShareParams,
        response: { 200: Ok },
      },
    },
    async ({ ctx, params }) => {
      await revokeShare(ctx, shareId(params.share_id))
      return { ok: true as const }
    },
  )
}
