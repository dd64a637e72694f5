import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileId } from '#base/ids.ts'
import { parseIdOr } from '#base/wire-types.ts'
import { notFound } from '#platform/http/problems.ts'
import { pythonFrameHeaders } from '#platform/http/sandbox.ts'
import { sendEvents, abortOnDisconnect } from '#platform/http/server-sent.ts'
import type { FeatureRoutes } from '#platform/http/types.ts'
import { PlaygroundPage } from './pages/playground-page.tsx'
import { PythonFrame } from './pages/python-frame.tsx'
import type { RunUpdate } from './result.ts'
import {
  LimitsReply,
  PlaygroundQuery,
  RUN_BODY_BYTES,
  RunBody,
  RunForm,
  RunReply,
  toRunRequest,
  toLimits,
  toReply,
  toServerSent,
} from './schema.ts'
import * as codeRun from './service.ts'

const RUN = { bodyLimit: RUN_BODY_BYTES, config: { auth: 'premium', limit: 'run', alsoRefuses: [503] } } as const

export const codeRunRoutes: FeatureRoutes<{ runners: codeRun.Runners }> = (app, { runners }) => {
  app.get(
    '/tools/code',
    { config: { auth: 'user' }, schema: { querystring: PlaygroundQuery } },
    async (request, reply) => {
      const { ctx, query } = request
      const id = query.file === undefined ? null : parseIdOr<'file'>(query.file, notFound)
      return reply.page(PlaygroundPage({ ...(await common(ctx, reply, id)), ran: null }))
    },
  )

  // The form for browsers without script.
  app.post('/tools/code', { ...RUN, schema: { body: RunForm } }, async ({ ctx, body }, reply) => {
    const result = await codeRun.awaitResult(
      codeRun.runCode(ctx, runners, toRunRequest(body), abortOnDisconnect(reply)),
    )
    const props = await common(ctx, reply, null)
    return reply.page(PlaygroundPage({ ...props, code: body.code, ran: { stdin: body.stdin, result } }))
  })

  /** Empty until our page sends it work, and the same for every user. */
  app.get('/tools/code/python', { config: { auth: 'public' }, schema: { hide: true } }, (_request, reply) =>
    reply.headers(pythonFrameHeaders(reply.cspNonce.script)).page(PythonFrame({ frame: reply.frame })),
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
    {
      config: { auth: 'premium' },
      schema: {
        sentence: {
          he: 'אם אפשר להריץ קוד עכשיו, כמה זמן, זיכרון ופלט יש לכל הרצה, ומה מותר לייבא.',
          en: 'Gets whether code can be run now, the limits of time, memory and output, and the allowed imports.',
        },
        response: { 200: LimitsReply },
      },
    },
    async () => toLimits(await codeRun.isEnabled(runners)),
  )

  app.post(
    '/api/code/run',
    {
      ...RUN,
      schema: {
        sentence: {
          he: 'הרצת Python בארגז חול. כישלון של התוכנית הוא תשובה רגילה עם success: false.',
          en: 'Runs Python in a sandbox. A failing program is a 200 with success: false.',
        },
        body: RunBody,
        response: { 200: RunReply },
      },
    },
    async ({ ctx, body }, reply) =>
      toReply(await codeRun.awaitResult(codeRun.runCode(ctx, runners, toRunRequest(body), abortOnDisconnect(reply)))),
  )

  // The same as server-sent events. A client that disconnects ends the run.
  app.post(
    '/api/code/run/stream',
    {
      ...RUN,
      schema: {
        sentence: {
          he: 'אותו דבר, כאירועים בזמן ההרצה: מקום בתור, פלט, תוצאה. ניתוק עוצר את ההרצה.',
          en: 'Runs Python and streams server-sent events: queue position, output, result. Disconnecting ends the run.',
        },
        body: RunBody,
      },
    },
    async ({ ctx, body }, reply) =>
      sendEvents(reply, serverSent(codeRun.runCode(ctx, runners, toRunRequest(body), abortOnDisconnect(reply)))),
  )
}

async function* serverSent(news: AsyncGenerator<RunUpdate>): AsyncGenerator<string> {
  for await (const each of news) yield toServerSent(each)
}
