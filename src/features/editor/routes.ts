import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileId } from '#base/ids.ts'
import { idOr } from '#base/wire.ts'
import { isForm } from '#platform/http/accept.ts'
import { multipartRoutes, readForm } from '#platform/http/multipart.ts'
import { notFound } from '#platform/http/problems.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { EditorPage } from './pages/editor-page.tsx'
import { EditBody, FileParams, NewBody, NewQuery, toCreated, toFields } from './schema.ts'
import * as editor from './service.ts'

const fileId = (text: string): FileId => idOr<'file'>(text, notFound)

export const editorRoutes: FeatureRoutes = async (app) => {
  app.get('/files/new', { config: { auth: 'user' }, schema: { querystring: NewQuery } }, async (request, reply) =>
    reply.page(EditorPage({ ...commonProps(request, reply), ...editor.newForm(request.query.name) })),
  )

  app.post('/files/new', { config: { auth: 'user' }, schema: { body: NewBody } }, async (request, reply) => {
    const fields = toFields(request.body)
    // The island's JSON is exact already, and it shows refusals itself.
    if (!isForm(request)) return reply.code(201).send(toCreated(await editor.createFile(request.ctx, fields)))
    const result = await editor.createFromForm(request.ctx, fields)
    if (result.outcome === 'saved') return reply.redirect(`/file/${result.file.id}`, 303)
    return reply.code(result.status).page(EditorPage({ ...commonProps(request, reply), ...result.form }))
  })

  // Where the installed app takes what other apps share. It writes nothing.
  await multipartRoutes(app, (scope) => {
    scope.post('/files/shared', { config: { auth: 'user' }, schema: { hide: true } }, async (request, reply) => {
      const form = editor.sharedForm(request.ctx, await readForm(request, editor.SHARED_LIMITS))
      return reply.page(EditorPage({ ...commonProps(request, reply), ...form }))
    })
  })

  app.get('/file/:id/edit', { config: { auth: 'user' }, schema: { params: FileParams } }, async (request, reply) => {
    const form = await editor.editForm(request.ctx, fileId(request.params.id))
    return reply.page(EditorPage({ ...commonProps(request, reply), ...form }))
  })

  app.post(
    '/file/:id/edit',
    { config: { auth: 'user' }, schema: { params: FileParams, body: EditBody } },
    async (request, reply) => {
      const id = fileId(request.params.id)
      const { prev_version: prevVersion, ...body } = request.body
      const result = await editor.editFromForm(request.ctx, id, prevVersion, toFields(body))
      if (result.outcome === 'saved') return reply.redirect(`/file/${id}`, 303)
      return reply.code(result.status).page(EditorPage({ ...commonProps(request, reply), ...result.form }))
    },
  )
}

function commonProps({ ctx }: FastifyRequest, reply: FastifyReply) {
  return { frame: reply.frame, owner: String(ctx.user.id), styleNonce: reply.cspNonce.style }
}
