import { attachmentHeader } from '#platform/http/download.ts'
import { SANDBOXED_TEXT } from '#platform/http/sandbox.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { isNotModified, weakEtag } from '#platform/http/validators.ts'
import * as schema from '../schema.ts'
import { readText } from '../service/texts.ts'

export const rawRoutes: FeatureRoutes = (app) => {
  const options = {
    config: { auth: 'user' as const },
    schema: { params: schema.IdParams, querystring: schema.TextQuery },
  }

  app.get('/raw/:id', options, async (request, reply) => {
    const { text } = await readText(request.ctx, request.params.id, request.query.v)
    reply.headers({ ...SANDBOXED_TEXT, 'content-disposition': 'inline' })
    if (isNotModified(request, reply, weakEtag(text))) return reply.code(304).send()
    return reply.type('text/plain; charset=utf-8').send(text)
  })

  app.get('/download/:id', options, async (request, reply) => {
    const { file, text } = await readText(request.ctx, request.params.id, request.query.v)
    reply.header('content-disposition', attachmentHeader(file.fileName))
    if (isNotModified(request, reply, weakEtag(file.fileName + text))) return reply.code(304).send()
    return reply.type('text/plain; charset=utf-8').send(text)
  })
}
