import type { FastifyReply, FastifyRequest } from 'fastify'
import { SANDBOXED_PAGE, SANDBOXED_SVG, SANDBOXED_WITH_SCRIPTS, diagramFrameHeaders } from '#platform/http/sandbox.ts'
import { allowFrameOf } from '#platform/http/security.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { isNotModified, weakEtag } from '#platform/http/validators.ts'
import { DiagramFrame } from './pages/diagram-frame.tsx'
import { HtmlPage } from './pages/html-page.tsx'
import { MarkdownPage } from './pages/markdown-page.tsx'
import { SourceFrame } from './pages/source-frame.tsx'
import { SvgPage } from './pages/svg-page.tsx'
import type { Locale } from '#base/messages.ts'
import type { HtmlBytes } from '#base/html-slot.ts'
import * as schema from './schema.ts'
import * as rendered from './service/show.ts'

const OPTIONS = { config: { auth: 'user' }, schema: { params: schema.IdParams } } as const
const WITH_SCRIPTS = { ...OPTIONS, schema: { ...OPTIONS.schema, querystring: schema.HtmlQuery } }

/**
 * `origin`: the origin of this site, for the one URL that a frame may show. `head`: the header of a file, rendered by another
 * feature, as is what links to it.
 */
type Parts = {
  origin: string
  head: (locale: Locale, file: OpenedFile) => Head
  strip: (ctx: Ctx, file: OpenedFile) => Promise<Head>
}
type Head = Parameters<typeof SvgPage>[0]['head']
type Ctx = FastifyRequest['ctx']
type OpenedFile = Awaited<ReturnType<typeof rendered.openFile>>

export const renderedRoutes: FeatureRoutes<Parts> = (app, { origin, head: headOf, strip }) => {
  app.get('/md/:id', OPTIONS, async (request, reply) => {
    const file = await rendered.openFile(request.ctx, request.params.id, 'markdown')
    const text = await rendered.renderText(request.ctx, file)
    const [noteCount, banner] = await Promise.all([rendered.countNotes(request.ctx, file), strip(request.ctx, file)])
    const part = text.outcome === 'rendered' ? text.html : text.source
    const head = headOf(reply.frame.locale, file)
    const props = { frame: reply.frame, now: request.ctx.now, file, head, strip: banner, text, noteCount }
    return reply.page(MarkdownPage(props), [part])
  })

  app.get('/html/:id/view', WITH_SCRIPTS, async (request, reply) => {
    const file = await rendered.openFile(request.ctx, request.params.id, 'html')
    allowFrameOf(reply, `${origin}/html/${file.id}`)
    const scripts = request.query.scripts === 'on'
    return reply.page(HtmlPage({ frame: reply.frame, file, head: headOf(reply.frame.locale, file), scripts }))
  })

  /** The document inside the frame of that page. */
  app.get('/html/:id', WITH_SCRIPTS, async (request, reply) => {
    const { ctx, params, query } = request
    if (query.scripts === 'on') {
      const stored = await rendered.readStored(ctx, params.id, 'html')
      // Only inside our page, whose policy pins the frame to this URL; a top-level window could navigate anywhere.
      if (request.headers['sec-fetch-dest'] !== 'iframe') return reply.redirect(`/html/${params.id}/view?scripts=on`)
      return sendSealed(request, reply, SANDBOXED_WITH_SCRIPTS, { type: 'text/html', ...stored })
    }
    const page = await rendered.readSafePage(ctx, params.id)
    if (page.outcome === 'safe') return sendSealed(request, reply, SANDBOXED_PAGE, { type: 'text/html', ...page.html })
    return reply.headers(SANDBOXED_PAGE).page(SourceFrame({ locale: ctx.locale, page }), [page.source])
  })

  app.get('/svg/:id', OPTIONS, async (request, reply) => {
    const file = await rendered.openFile(request.ctx, request.params.id, 'svg')
    return reply.page(SvgPage({ frame: reply.frame, file, head: headOf(reply.frame.locale, file) }))
  })

  app.get('/raw_svg/:id', OPTIONS, async (request, reply) => {
    const stored = await rendered.readStored(request.ctx, request.params.id, 'svg')
    return sendSealed(request, reply, SANDBOXED_SVG, { type: 'image/svg+xml', ...stored })
  })

  /** Empty until our page sends it a diagram; the same for every user. */
  app.get('/rendered/diagram', { config: { auth: 'public' }, schema: { hide: true } }, (_, reply) =>
    reply.headers(diagramFrameHeaders(reply.cspNonce.script)).page(DiagramFrame({ frame: reply.frame })),
  )
}

type Sealed = HtmlBytes & { type: 'text/html' | 'image/svg+xml' }

function sendSealed(
  request: FastifyRequest,
  reply: FastifyReply,
  headers: Record<string, string>,
  { type, bytes, digest }: Sealed,
): FastifyReply {
  reply.headers(headers)
  if (isNotModified(request, reply, weakEtag(headers['content-security-policy'] + digest)))
    return reply.code(304).send()
  return reply.type(`${type}; charset=utf-8`).send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}
