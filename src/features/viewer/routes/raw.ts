import { attachmentHeader } from '#platform/http/download.ts'
import { SANDBOXED_TEXT } from '#platform/http/sandbox.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { isNotModified, weakEtag } from '#platform/http/validators.ts'
import * as schema from '../schema.ts'
import type { CodeRenderer } from '../service/code-renderer.ts'
import { readColours } from '../service/open.ts'
import { readText } from '../service/texts.ts'

export const rawRoutes: FeatureRoutes<{ codeRenderer: CodeRenderer }> = (app, { codeRenderer }) => {
  const options = {
    config: { auth: 'user' as const },
    schema: { params: schema.IdParams, querystring: schema.TextQuery },
  }

  app.get('/raw/:id', options, async (request, reply) => {
    const { stored, unpack } = await readText(request.ctx, request.params.id, request.query.v)
    reply.headers({ ...SANDBOXED_TEXT, 'content-disposition': 'inline' })
    if (isNotModified(request, reply, weakEtag(stored))) return reply.code(304).send()
    return reply.type('text/plain; charset=utf-8').send(await unpack())
  })

  // For the script that draws the rows of a large file; it builds elements from the markup instead of parsing it.
  app.get('/file/:id/colours', options, async (request, reply) => {
    const colours = await readColours(request.ctx, codeRenderer, request.params.id, request.query.v)
    reply.headers({ ...SANDBOXED_TEXT })
    if (!colours) return reply.code(204).send()
    if (isNotModified(request, reply, `W/"${colours.digest}"`)) return reply.code(304).send()
    return reply.type('text/plain; charset=utf-8').send(colours.bytes)
  })

  app.get('/download/:id', options, async (request, reply) => {
    const { file, stored, unpack } = await readText(request.ctx, request.params.id, request.query.v)
    reply.header('content-disposition', attachmentHeader(file.fileName))
    if (isNotModified(request, reply, weakEtag(file.fileName, stored))) return reply.code(304).send()
    return reply.type('text/plain; charset=utf-8').send(await unpack())
  })
}
