import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileId } from '#base/ids.ts'
import { idOr } from '#base/wire.ts'
import { notFound } from '#platform/http/problems.ts'
import { sealedForPython } from '#platform/http/security.ts'
import { sendEvents, untilGone } from '#platform/http/server-sent.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { PlaygroundPage } from './pages/playground-page.tsx'
import { PythonFrame } from './pages/python-frame.tsx'
import type { RunNews } from './result.ts'
import {
  LimitsReply,
  PlaygroundQuery,
  RunBody,
  RunForm,
  RunReply,
  toAsk,
  toLimits,
  toReply,
  toServerSent,
} from './schema.ts'
import * as codeRun from './service.ts'

const RUN = { auth: 'premium', limit: 'run' } as const

export const codeRunRoutes: FeatureRoutes<{ runners: codeRun.Runners }> = (app, { runners }) => {
  app.get(
    '/tools/code',
    { config: { auth: 'user' }, schema: { querystring: PlaygroundQuery } },
    async (request, reply) => {
      const { ctx, query } = request
      const id = query.file === undefined ? null : idOr<'file'>(query.file, notFound)
      return reply.page(PlaygroundPage({ ...(await common(ctx, reply, id)), ran: null }))
    },
  )

  // For browsers without script: the form's own answer.
  app.post('/tools/code', { config: RUN, schema: { body: RunForm } }, async ({ ctx, body }, reply) => {
    const result = await codeRun.resultOf(codeRun.runCode(ctx, runners, toAsk(body), untilGone(reply)))
    const props = await common(ctx, reply, null)
    return reply.page(PlaygroundPage({ ...props, code: body.code, ran: { stdin: body.stdin, result } }))
  })

  /** Empty until a page of ours sends it work; the same for everybody. */
  app.get('/tools/code/python', { config: { auth: 'public' }, schema: { hide: true } }, (_request, reply) =>
    reply.headers(sealedForPython(reply.cspNonce.script)).page(PythonFrame({ frame: reply.frame })),
  )

  const common = async (ctx: FastifyRequest['ctx'], reply: FastifyReply, id: FileId | null) => ({
    frame: reply.frame,
    owner: String(ctx.user.id),
    styleNonce: reply.cspNonce.style,
    access: await codeRun.accessOf(ctx, runners),
    ...(await codeRun.openCode(ctx, id)),
  })

  app.get(
    '/api/code/run/limits',
    { config: { auth: 'premium' }, schema: { response: { 200: LimitsReply } } },
    async () => toLimits(await codeRun.isEnabled(runners)),
  )

  app.post(
    '/api/code/run',
    { config: RUN, schema: { body: RunBody, response: { 200: RunReply } } },
    async ({ ctx, body }, reply) =>
      toReply(await codeRun.resultOf(codeRun.runCode(ctx, runners, toAsk(body), untilGone(reply)))),
  )

  // The same, told while it happens. Going away ends the run.
  app.post('/api/code/run/stream', { config: RUN, schema: { body: RunBody } }, async ({ ctx, body }, reply) =>
    sendEvents(reply, serverSent(codeRun.runCode(ctx, runners, toAsk(body), untilGone(reply)))),
  )
}

async function* serverSent(news: AsyncGenerator<RunNews>): AsyncGenerator<string> {
  for await (const each of news) yield toServerSent(each)
}
