import { settingsHref } from '#base/settings-panes.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { spell } from '../choice.ts'
import { formatRange } from '../embed.ts'
import { PreparePage } from '../pages/prepare-page.tsx'
import { LINK_BODY_BYTES } from '../schema/api.ts'
import * as schema from '../schema/pages.ts'
import { findFeedUrl } from '../service/feed.ts'
import { makeLink, shareFile } from '../service/make.ts'
import type { CodeRenderer } from '../service/open.ts'
import { listShares, revokeShare } from '../service/own.ts'
import { prepareShare } from '../service/prepare.ts'
import { shareId } from './api.ts'

type Ask = (typeof schema.PrepareForm)['_output']
type Parts = { origin: string; codeRenderer: CodeRenderer }

export const preparingRoutes: FeatureRoutes<Parts> = (app, parts) => {
  const config = { auth: 'user' as const }

  app.get('/shares/new', { config, schema: { querystring: schema.PrepareForm } }, async (request, reply) =>
    sendForm(request, reply, request.query, parts, false),
  )

  /** The address of the form below, opened by hand or by a bookmark. */
  app.get('/shares', { config }, async (_request, reply) => reply.redirect(settingsHref('shares'), 303))

  /** Shares only what was shown: a choice that differs from the one on the page is shown first. */
  app.post(
    '/shares',
    { bodyLimit: LINK_BODY_BYTES, config, schema: { body: schema.PrepareForm } },
    async (request, reply) => {
      const ask = request.body
      const { choice, files, notes } = await prepare(request, ask, parts)
      const isBad = notes.isTooMany || [...ask.typed.values()].some(({ lines }) => lines === null)
      if (isBad || spell(choice, files, notes.chosen) !== ask.shown) return sendForm(request, reply, ask, parts, !isBad)
      // What was compared is shared: a file or a note may be saved in between.
      const shown = { copies: notes.chosen }
      const lifetime = ask.days === null ? ('permanent' as const) : { days: ask.days }
      const [first] = files
      const range = first?.range ?? null
      const { share } =
        kindOf(ask) === 'internal' && first
          ? await shareFile(request.ctx, first.id, {
              lifetime,
              range,
              version: first.version,
              hiddenLines: [...(choice.get(1) ?? [])],
              notes: shown,
            })
          : await makeLink(request.ctx, ask.ids, {
              lifetime,
              range,
              versions: new Map(files.map(({ id, version }) => [id, version])),
              hiddenLines: new Map(files.map(({ id, position }) => [id, [...(choice.get(position) ?? [])]])),
              notes: shown,
            })
      return reply.redirect(`${preparePath(ask)}&made=${share.id}${chosenQuery(ask)}`, 303)
    },
  )

  app.post(
    '/shares/:share_id/revoke',
    { config, schema: { params: schema.ShareParams, body: schema.RevokeForm } },
    async ({ ctx, params, body }, reply) => {
      await revokeShare(ctx, shareId(params.share_id))
      return reply.redirect(`${body.next}#shares`, 303)
    },
  )
}

function preparePath({ ids, version, range }: Ask): string {
  const pinned = version === undefined ? '' : `&v=${version}`
  return `/shares/new?files=${ids.join(',')}${pinned}${range ? `&lines=${formatRange(range)}` : ''}`
}

/** Longer addresses are refused by some proxies. */
const MAX_QUERY_CHARS = 1_500

/** The choices of the form, so that the page shows what was shared. The defaults, when they are too many for an address. */
function chosenQuery({ days, noteIds, ticked, typed, shown }: Ask): string {
  const query = new URLSearchParams({ days: days === null ? 'none' : `${days}` })
  for (const id of noteIds) query.append('note', id)
  for (const lines of ticked) query.append('hide', lines)
  for (const [position, { text }] of typed) query.append(`lines${position}`, text)
  if (shown !== undefined) query.append('shown', shown)
  const text = `&${query.toString()}`
  return text.length <= MAX_QUERY_CHARS ? text : ''
}

/** Defaults to users with an account; several files can only be shared by a public link. */
function kindOf({ kind, ids }: Ask): 'internal' | 'public' {
  return ids.length > 1 ? 'public' : (kind ?? 'internal')
}

async function prepare({ ctx }: FastifyRequest, ask: Ask, { codeRenderer }: Parts) {
  return prepareShare(ctx, codeRenderer, { ...ask, hasChosen: ask.shown !== undefined })
}

async function sendForm(request: FastifyRequest, reply: FastifyReply, ask: Ask, parts: Parts, hasChanged: boolean) {
  const preparation = await prepare(request, ask, parts)
  const { files } = preparation
  const [first] = files
  const shares = files.length === 1 && first ? await listShares(request.ctx, parts.origin, first.id) : []
  const known = ask.made && files.length > 1 ? await listShares(request.ctx, parts.origin) : shares
  const made = known.find(({ id }) => id === ask.made) ?? null
  const feedUrl = await findFeedUrl(request.ctx, parts.origin)
  return reply.page(
    PreparePage({
      frame: reply.frame,
      now: request.ctx.now,
      preparation,
      kind: made?.kind ?? kindOf(ask),
      days: ask.days,
      version: ask.version,
      typed: ask.typed,
      hasChanged,
      made,
      shares,
      feedUrl,
      origin: parts.origin,
    }),
    [preparation.drawn.html],
  )
}
