import type { FastifyRequest } from 'fastify'
import type { FileId } from '#base/ids.ts'
import { parseIdOr } from '#base/wire-types.ts'
import { CONTENT_BODY_BYTES } from '#platform/http/body-limits.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import type { ViewedFile } from '#features/viewer/view.ts'
import { fileOf } from '../service/upstream.ts'
import { repoNotFound } from '../problems.ts'
import { UpstreamPage } from '../pages/upstream-page.tsx'
import { UpstreamStrip } from '../pages/upstream-strip.tsx'
import { IdParams } from '../schema/repos.ts'
import * as schema from '../schema/upstream.ts'
import { getByName } from '../service/repos.ts'
import { uploadFile } from '../service/upload.ts'
import * as upstream from '../service/upstream.ts'
import { type BrowseParts, partsOf } from './browse.ts'

type Ctx = FastifyRequest['ctx']

/** Copies of repository files in the library: comparing, updating, and sending changes back. */
export const upstreamRoutes: FeatureRoutes<BrowseParts> = (app, { codeRenderer, origin }) => {
  const config = { auth: 'user' as const }
  const reading = { ...config, alsoRefuses: [409, 415, 422, 503] }
  const unconfirmedBecause = 'the token of the other host is in the request'
  const sending = { ...config, sessionOnly: true, unconfirmedBecause }
  const params = IdParams
  const email = `noreply@${new URL(origin).hostname}`

  app.get(
    '/file/:id/upstream',
    { config, schema: { params, querystring: schema.SentQuery } },
    async ({ ctx, params: { id }, query }, reply) => {
      const { file, upstream: current, compared } = await upstream.openUpstream(ctx, fileOf(id))
      const drawn = compared && (await upstream.drawUpstream(ctx, file, compared, codeRenderer))
      const sent =
        query.branch !== undefined && query.commit !== undefined ? { branch: query.branch, commit: query.commit } : null
      return reply.page(
        UpstreamPage({
          frame: reply.frame,
          file,
          upstream: current,
          compared: compared && drawn && { plan: compared.plan, hasBase: compared.base !== null, drawn },
          sendTo: ctx.mirrors.limits.upload ? `codeshelf/${file.id.slice(-8)}` : null,
          sent,
        }),
        drawn ? partsOf([drawn.theirs, drawn.mine, drawn.result]) : [],
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
    { config: sending, schema: { params, body: schema.SendForm } },
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
    {
      config: reading,
      schema: {
        sentence: {
          he: 'השוואה של קובץ שיובא ממאגר עם המצב שלו שם, והמיזוג המוצע.',
          en: 'Compares an imported file with its repository and shows the merge that would result.',
        },
        params,
        response: { 200: schema.UpstreamReply },
      },
    },
    async ({ ctx, params: { id } }) => schema.toUpstream(await upstream.openUpstream(ctx, fileOf(id))),
  )

  app.post(
    '/api/files/:id/upstream',
    {
      config: reading,
      schema: {
        sentence: {
          he: 'עדכון קובץ שיובא לפי המאגר. התנגשות מקבלת 409 ולא נכתב דבר.',
          en: 'Updates an imported file from its repository. A merge conflict is a 409 and nothing is written.',
        },
        params,
        body: schema.UpdateBody,
        response: { 200: schema.UpdatedReply },
      },
    },
    async ({ ctx, params: { id }, body }) => {
      const ask = { take: body.take, prevVersion: body.prev_version, oid: body.upstream_blob }
      const file = await upstream.takeUpstream(ctx, fileOf(id), ask)
      return { ok: true as const, file_id: file.id, version: file.version }
    },
  )

  app.post(
    '/api/repos/:id/upload',
    {
      bodyLimit: CONTENT_BODY_BYTES,
      config: { ...sending, alsoRefuses: [422, 502, 503, 504] },
      schema: {
        sentence: {
          he: 'שליחת קובץ ל-branch במאגר, עם אסימון של שרת הקוד. האסימון אינו נשמר.',
          en: 'Commits a file to a branch of the repository with a token of the code host. The token is not stored.',
        },
        params,
        body: schema.UploadBody,
        response: { 201: schema.UploadReply },
      },
    },
    async ({ ctx, params: { id }, body }, reply) => {
      const { branch, message, token } = body
      const repoId = parseIdOr<'repo'>(id, () => repoNotFound({ repo_name: id }))
      const done = await uploadFile(ctx, repoId, { what: sendingOf(body), branch, message, token, email })
      return reply.code(201).send({ ok: true, repo_path: done.path, branch, commit: done.commit, blob: done.oid })
    },
  )
}

/** The banner on the page of a file that was copied from a repository. */
export async function upstreamStrip(ctx: Ctx, file: Pick<ViewedFile, 'id' | 'repo'>) {
  const current = file.repo === null ? null : await upstream.findUpstream(ctx, file.id)
  return current && UpstreamStrip({ locale: ctx.locale, upstream: current })
}

function sendingOf({ file_id: id, content, path, prev_blob: expects }: schema.UploadAsked) {
  if (id !== undefined) return { is: 'saved' as const, fileId: fileOf(id), path: path ?? null }
  return { is: 'direct' as const, content: content ?? '', path: path ?? '', expects: expects ?? null }
}

/** The mirrored repository that a file was copied from. */
async function homeOf(ctx: Ctx, fileId: FileId) {
  const { upstream: current } = await upstream.openUpstream(ctx, fileId)
  return (await getByName(ctx, current.origin.repoName)).id
}
