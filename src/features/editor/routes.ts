import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileId } from '#base/ids.ts'
import { parseIdOr } from '#base/wire-types.ts'
import { isForm } from '#platform/http/accept.ts'
import { CONTENT_BODY_BYTES } from '#platform/http/body-limits.ts'
import { multipartRoutes, readForm } from '#platform/http/multipart.ts'
import { notFound } from '#platform/http/problems.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { EditorPage } from './pages/editor-page.tsx'
import { EditBody, FileParams, NewBody, NewQuery, toCreated, toFields } from './schema.ts'
import type { Form } from './fields.ts'
import * as editor from './service/forms.ts'
import { prepareForm } from './service/text-tasks.ts'

const fileId = (text: string): FileId => parseIdOr<'file'>(text, notFound)

export const editorRoutes: FeatureRoutes = async (app) => {
  app.get('/files/new', { config: { auth: 'user' }, schema: { querystring: NewQuery } }, async (request, reply) =>
    sendForm(request, reply, editor.newForm(request.query.name)),
  )

  app.post(
    '/files/new',
    { bodyLimit: CONTENT_BODY_BYTES, config: { auth: 'user', takesFile: true }, schema: { body: NewBody } },
    async (request, reply) => {
      const fields = toFields(request.body)
      // The JSON of the island is exact already, and the island shows problems itself.
      if (!isForm(request)) return reply.code(201).send(toCreated(await editor.createFile(request.ctx, fields)))
      const result = await editor.createFromForm(request.ctx, fields)
      if (result.outcome === 'saved') return reply.redirect(`/file/${result.file.id}`, 303)
      return sendForm(request, reply.code(result.status), result.form)
    },
  )

  // The share target of the installed app. It writes nothing.
  await multipartRoutes(app, (scope) => {
    scope.post(
      '/files/shared',
      { bodyLimit: editor.SHARED_BODY_BYTES, config: { auth: 'user' }, schema: { hide: true } },
      async (request, reply) => {
        const form = await editor.sharedForm(request.ctx, await readForm(request, editor.SHARED_LIMITS))
        return sendForm(request, reply, form)
      },
    )
  })

  app.get('/file/:id/edit', { config: { auth: 'user' }, schema: { params: FileParams } }, async (request, reply) => {
    const form = await editor.editForm(request.ctx, fileId(request.params.id))
    return sendForm(request, reply, form)
  })

  app.post(
    '/file/:id/edit',
    {
      bodyLimit: CONTENT_BODY_BYTES,
      config: { auth: 'user', takesFile: true },
      schema: { params: FileParams, body: EditBody },
    },
    async (request, reply) => {
      const id = fileId(request.params.id)
      const { prev_version: prevVersion, ...body } = request.body
      const result = await editor.editFromForm(request.ctx, id, prevVersion, toFields(body))
      if (result.outcome === 'saved') return reply.redirect(`/file/${id}`, 303)
      return sendForm(request, reply.code(result.status), result.form)
    },
  )
}

async function sendForm({ ctx }: FastifyRequest, reply: FastifyReply, form: Form): Promise<FastifyReply> {
  const { file, fields, refused } = form
  const [texts, noteCount] = await Promise.all([
    prepareForm(ctx, {
      typed: fields.content,
      stored: file?.content ?? null,
      theirs: refused?.theirs?.content ?? null,
    }),
    editor.countNotes(ctx, file),
  ])
  const owner = String(ctx.user.id)
  const page = { frame: reply.frame, owner, styleNonce: reply.cspNonce.style, texts, noteCount, ...form }
  const parts = [texts.typed, texts.stored, texts.theirs].filter((part) => part !== null)
  return reply.page(EditorPage(page), parts)
}
