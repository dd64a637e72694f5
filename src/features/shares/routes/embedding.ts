import { allowFramingByOtherSites } from '#platform/http/security.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { parseRange } from '../embed.ts'
import { describeEmbed, parseTarget } from '../oembed.ts'
import { EmbedGonePage, EmbedPage } from '../pages/embed-page.tsx'
import { embedFormat, embedNotFound, embedNotPublic } from '../problems.ts'
import * as schema from '../schema/pages.ts'
import { type CodeRenderer, describeLink, openEmbed } from '../service/open.ts'
import { UNLISTED } from './unlisted.ts'

/** For pages of other sites: the same for every reader, because cookies are ignored. */
export const embeddingRoutes: FeatureRoutes<{ origin: string; codeRenderer: CodeRenderer }> = (app, parts) => {
  const config = { auth: 'public' as const, isAnonymous: true }

  app.get(
    '/shared/:token/embed',
    { config, schema: { params: schema.TokenParams, querystring: schema.EmbedQuery, hide: true } },
    async (request, reply) => {
      const { token } = request.params
      const { file, lines, theme, lang } = request.query
      const range = parseRange(lines ?? '')
      const seen = await openEmbed(request.publicCtx, parts.codeRenderer, token, { position: file, range })
      const look = { frame: reply.frame, locale: lang ?? reply.frame.locale, theme }
      allowFramingByOtherSites(reply)
      reply.headers(UNLISTED)
      if (!seen) return reply.code(404).page(EmbedGonePage(look))
      const hasLines = range ? seen.drawn.lineCount > 0 : !lines
      const page = EmbedPage({ ...look, token, seen, hasLines })
      return reply.page(page, hasLines ? [seen.drawn.html] : [])
    },
  )

  app.get(
    '/oembed',
    { config, schema: { querystring: schema.OembedQuery, response: { 200: schema.OembedReply }, hide: true } },
    async ({ publicCtx, query }, reply) => {
      // Consumers in browsers read the answer, and their errors, from other origins.
      reply.headers({ ...UNLISTED, 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
      if (query.format !== 'json') throw embedFormat({ field: 'format' })
      const target = parseTarget(query.url, parts.origin)
      if (target.kind === 'private') throw embedNotPublic()
      if (target.kind === 'unknown') throw embedNotFound()
      const { part } = target
      const link = await describeLink(publicCtx, part.token, part.position ?? undefined)
      const size = { maxWidth: query.maxwidth, maxHeight: query.maxheight }
      return {
        type: 'rich' as const,
        version: '1.0' as const,
        provider_name: 'Codeshelf' as const,
        provider_url: parts.origin,
        ...describeEmbed(parts.origin, part, link, size),
      }
    },
  )
}
