import type { FeatureRoutes } from '#platform/http/types.ts'
import * as schema from '../schema.ts'
import * as change from '../service/change.ts'

/** Each form redirects to its page by 303, so that a reload does not send it again. */
export const fileForms: FeatureRoutes = (app) => {
  const config = { auth: 'user' as const }
  const params = schema.IdParams

  app.post('/file/:id/details', { config, schema: { params, body: schema.DetailsForm } }, async (request, reply) => {
    const { file_name: path, prev_version: prevVersion, ...rest } = request.body
    await change.changeDetails(request.ctx, request.params.id, prevVersion, { path, ...rest })
    return reply.redirect(`/file/${request.params.id}`, 303)
  })

  app.post('/file/:id/marks', { config, schema: { params, body: schema.MarksForm } }, async (request, reply) => {
    const { is_favorite: isFavorite, is_pinned: isPinned } = request.body
    await change.changeMarks(request.ctx, request.params.id, { isFavorite, isPinned })
    return reply.redirect(`/file/${request.params.id}`, 303)
  })

  // The page of a trashed file offers Restore, which is the undo.
  app.post('/file/:id/trash', { config, schema: { params } }, async (request, reply) => {
    await change.moveToTrash(request.ctx, request.params.id)
    return reply.redirect(`/file/${request.params.id}`, 303)
  })

  app.post('/file/:id/restore', { config, schema: { params } }, async (request, reply) => {
    await change.restoreFromTrash(request.ctx, request.params.id)
    return reply.redirect(`/file/${request.params.id}`, 303)
  })

  app.post(
    '/file/:id/restore-version',
    { config, schema: { params, body: schema.VersionForm } },
    async (request, reply) => {
      const { version } = request.body
      const newest = await change.restoreVersionOf(request.ctx, request.params.id, version)
      return reply.redirect(`/file/${request.params.id}/history?restored=${version}&as=${newest}`, 303)
    },
  )
}
