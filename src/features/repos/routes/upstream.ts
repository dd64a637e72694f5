import type { FastifyRequest } from 'fastify'
import type { FileId } from '#base/ids.ts'
import { idOr } from '#base/wire.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { fileOf } from '../service/upstream.ts'
import { repoNotFound } from '../problems.ts'
import { UpstreamPage } from '../pages/upstream-page.tsx'
import { IdParams } from '../schema/repos.ts'
import * as schema from '../schema/upstream.ts'
import { getByName } from '../service/repos.ts'
import { uploadFile } from '../service/upload.ts'
import * as upstream from '../service/upstream.ts'
import type { BrowseParts } from './browse.ts'

type Ctx = FastifyRequest['ctx']
type Parts = Pick<BrowseParts, 'drawDiff' | 'origin'>

/** Copies of repository files in the library: what changed where they came from, taking it, and sending ours back. */
export const upstreamRoutes: FeatureRoutes<Parts> = (app, { drawDiff, origin }) => {
  const config = { auth: 'user' as const }
  const params = IdParams
  const email = `noreply@${new URL(origin).hostname}`

  app.get(
    '/file/:id/upstream',
    { config, schema: { params, querystring: schema.SentQuery } },
    async ({ ctx, params: { id }, query }, reply) => {
      const { file, upstream: place, compared } = await upstream.openUpstream(ctx, fileOf(id))
      const drawn = compared && (await upstream.drawUpstream(file, compared, drawDiff(reply.frame.locale)))
      const sent =
        query.branch !== undefined && query.commit !== undefined ? { branch: query.branch, commit: query.commit } : null
      return reply.page(
        UpstreamPage({
          frame: reply.frame,
          file,
          upstream: place,
          compared: compared && drawn && { plan: compared.plan, hasBase: compared.base !== null, drawn },
          sendTo: ctx.mirrors.limits.upload ? `codeshelf/${file.id.slice(-8)}` : null,
          sent,
        }),
      )
    },
  )

  app.post('/file/:id/upstream', { config, schema: { params, body: schema.UpdateForm } }, async (request, reply) => {
    const { take, prev_version: prevVersion, upstream_blob: oid } = request.body
    await upstream.takeUpstream(request.ctx, fileOf(request.params.id), { take, prevVersion, oid })
    return reply.redirect(`/file/${request.params.id}`, 303)
  })

  app.post(
    '/file/:id/upload',
    { config: { auth: 'user', sessionOnly: true }, schema: { params, body: schema.SendForm } },
    async ({ ctx, params: { id }, body }, reply) => {
      const fileId = fileOf(id)
      const { branch, commit } = await uploadFile(ctx, await homeOf(ctx, fileId), {
        what: { is: 'saved', fileId, path: null },
        branch: body.branch,
        message: body.message,
        token: body.token,
        email,
      })
      return reply.redirect(`/file/${id}/upstream?${new URLSearchParams({ branch, commit }).toString()}`, 303)
    },
  )

  app.get(
    '/api/files/:id/upstream',
    { config, schema: { params, response: { 200: schema.UpstreamReply } } },
    async ({ ctx, params: { id } }) => schema.toUpstream(await upstream.openUpstream(ctx, fileOf(id))),
  )

  app.post(
    '/api/files/:id/upstream',
    { config, schema: { params, body: schema.UpdateBody, response: { 200: schema.UpdatedReply } } },
    async ({ ctx, params: { id }, body }) => {
      const ask = { take: body.take, prevVersion: body.prev_version, oid: body.upstream_blob }
      const file = await upstream.takeUpstream(ctx, fileOf(id), ask)
      return { ok: true as const, file_id: file.id, version: file.version }
    },
  )

  app.post(
    '/api/repos/:id/upload',
    {
      config: { auth: 'user', sessionOnly: true },
      schema: { params, body: schema.UploadBody, response: { 201: schema.UploadReply } },
    },
    async ({ ctx, params: { id }, body }, reply) => {
      const { branch, message, token } = body
      const repoId = idOr<'repo'>(id, () => repoNotFound({ repo_name: id }))
      const done = await uploadFile(ctx, repoId, { what: sendingOf(body), branch, message, token, email })
      return reply.code(201).send({ ok: true, repo_path: done.path, branch, commit: done.commit, blob: done.oid })
    },
  )
}

function sendingOf({ file_id: id, content, path, prev_blob: expects }: schema.UploadAsked) {
  if (id !== undefined) return { is: 'saved' as const, fileId: fileOf(id), path: path ?? null }
  return { is: 'direct' as const, content: content ?? '', path: path ?? '', expects: expects ?? null }
}

/** The repository that a file was taken from, as it is mirrored now. */
async function homeOf(ctx: Ctx, fileId: FileId) {
  const { upstream: place } = await upstream.openUpstream(ctx, fileId)
  return (await getByName(ctx, place.origin.repoName)).id
}
