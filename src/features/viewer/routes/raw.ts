import { attachment } from '#platform/http/download.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { isUnchanged, tagOf } from '#platform/http/validators.ts'
import * as schema from '../schema.ts'
import { readText } from '../service/texts.ts'

/** Shown as text whatever it says, and should a browser think otherwise, in a box without scripts, network or origin. */
const BOX = "default-src 'none'; sandbox; frame-ancestors 'none'"

export const rawRoutes: FeatureRoutes = (app) => {
  const options = {
    config: { auth: 'user' as const },
    schema: { params: schema.IdParams, querystring: schema.TextQuery },
  }

  app.get('/raw/:id', options, async (request, reply) => {
    const { text } = await readText(request.ctx, request.params.id, request.query.v)
    reply.headers({ 'content-security-policy': BOX, 'content-disposition': 'inline' })
    if (isUnchanged(request, reply, tagOf(text))) return reply.code(304).send()
    return reply.type('text/plain; charset=utf-8').send(text)
  })

  app.get('/download/:id', options, async (request, reply) => {
    const { file, text } = await readText(request.ctx, request.params.id, request.query.v)
    reply.header('content-disposition', attachment(file.fileName))
    if (isUnchanged(request, reply, tagOf(file.fileName + text))) return reply.code(304).send()
    return reply.type('text/plain; charset=utf-8').send(text)
  })
}
