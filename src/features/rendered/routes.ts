import type { FastifyReply, FastifyRequest } from 'fastify'
import { frameOnly, SEALED_PAGE, SEALED_SVG, SEALED_WITH_SCRIPTS, sealedForDrawing } from '#platform/http/security.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { isUnchanged, sendPage, tagOf } from '#platform/http/validators.ts'
import { DiagramFrame } from './pages/diagram-frame.tsx'
import { HtmlPage } from './pages/html-page.tsx'
import { MarkdownPage } from './pages/markdown-page.tsx'
import { SourceFrame } from './pages/source-frame.tsx'
import { SvgPage } from './pages/svg-page.tsx'
import * as schema from './schema.ts'
import * as rendered from './service.ts'

const OPTIONS = { config: { auth: 'user' }, schema: { params: schema.IdParams } } as const
const WITH_SCRIPTS = { ...OPTIONS, schema: { ...OPTIONS.schema, querystring: schema.HtmlQuery } }

/** `origin`: of this site, to name the one address that a frame may show. */
export const renderedRoutes: FeatureRoutes<{ origin: string }> = (app, { origin }) => {
  app.get('/md/:id', OPTIONS, async (request, reply) => {
    const file = await rendered.openFile(request.ctx, request.params.id, 'markdown')
    const text = await rendered.renderText(request.ctx, file)
    const noteCount = await rendered.countNotes(request.ctx, file)
    return sendPage(request, reply, MarkdownPage({ frame: reply.frame, file, text, noteCount }))
  })

  app.get('/html/:id/view', WITH_SCRIPTS, async (request, reply) => {
    const file = await rendered.openFile(request.ctx, request.params.id, 'html')
    frameOnly(reply, `${origin}/html/${file.id}`)
    const scripts = request.query.scripts === 'on'
    return sendPage(request, reply, HtmlPage({ frame: reply.frame, file, scripts }))
  })

  /** What the frame of that page shows. */
  app.get('/html/:id', WITH_SCRIPTS, async (request, reply) => {
    const { ctx, params, query } = request
    if (query.scripts === 'on') {
      const text = await rendered.readText(ctx, params.id, 'html')
      // Only inside our page, whose policy holds the frame at this address; a window of its own could go anywhere.
      if (request.headers['sec-fetch-dest'] !== 'iframe') return reply.redirect(`/html/${params.id}/view?scripts=on`)
      return sendSealed(request, reply, SEALED_WITH_SCRIPTS, { type: 'text/html', text })
    }
    const page = await rendered.readSafePage(ctx, params.id)
    if (page.outcome === 'safe') return sendSealed(request, reply, SEALED_PAGE, { type: 'text/html', text: page.html })
    return reply.headers(SEALED_PAGE).page(SourceFrame({ locale: ctx.locale, source: page.source }))
  })

  app.get('/svg/:id', OPTIONS, async (request, reply) => {
    const file = await rendered.openFile(request.ctx, request.params.id, 'svg')
    return sendPage(request, reply, SvgPage({ frame: reply.frame, file }))
  })

  app.get('/raw_svg/:id', OPTIONS, async (request, reply) => {
    const text = await rendered.readText(request.ctx, request.params.id, 'svg')
    return sendSealed(request, reply, SEALED_SVG, { type: 'image/svg+xml', text })
  })

  /** Empty until a page of ours sends it a diagram; the same for everybody. */
  app.get('/rendered/diagram', { config: { auth: 'public' }, schema: { hide: true } }, (_, reply) =>
    reply.headers(sealedForDrawing(reply.cspNonce.script)).page(DiagramFrame({ frame: reply.frame })),
  )
}

type Sealed = { type: 'text/html' | 'image/svg+xml'; text: string }

function sendSealed(
  request: FastifyRequest,
  reply: FastifyReply,
  headers: Record<string, string>,
  { type, text }: Sealed,
): FastifyReply {
  reply.headers(headers)
  if (isUnchanged(request, reply, tagOf(headers['content-security-policy'] + text))) return reply.code(304).send()
  return reply.type(`${type}; charset=utf-8`).send(text)
}
