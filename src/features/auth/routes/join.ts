import type { FastifyReply, FastifyRequest } from 'fastify'
import { orFormPage } from '#platform/http/form-problem.ts'
import type { App, FeatureRoutes } from '#platform/http/types.ts'
import type { Admission } from '../admission.ts'
import { JoinPage } from '../pages/join-page.tsx'
import * as schema from '../schema.ts'
import { checkAdmission, joinWithPassword } from '../service/join.ts'
import { admissionOf, type AuthParts, deviceOf, type JoinPath, publicLogin, sendSignedIn } from './shared.ts'

/** Pages on which somebody makes an account: the owner of a new installation, an invited person, or anybody. */
export const joinRoutes: FeatureRoutes<AuthParts> = (app, parts) => {
  tokenRoutes(app, '/set-up/:token', parts)
  tokenRoutes(app, '/invite/:token', parts)

  if (parts.registration !== 'open') return
  app.get('/register', { config: { auth: 'public' } }, async (request, reply) => {
    if (request.visitor) return reply.redirect('/dashboard')
    return show(reply, parts, { by: 'open' })
  })
  if (!parts.ways.passwords) return
  app.post('/register', { config: publicLogin, schema: { body: schema.JoinBody } }, async (request, reply) =>
    join(request, reply, parts, { by: 'open' }, request.body),
  )
}

function tokenRoutes(app: App, path: JoinPath, parts: AuthParts): void {
  app.get(path, { config: publicLogin, schema: { params: schema.TokenParams } }, async (request, reply) => {
    const admission = admissionOf(path, request.params)
    await checkAdmission(request.publicCtx, { admission, registration: parts.registration })
    return show(reply, parts, admission)
  })

  if (!parts.ways.passwords) return
  app.post(
    path,
    {
      config: { ...publicLogin, alsoRefuses: [404, 409] },
      schema: { params: schema.TokenParams, body: schema.JoinBody },
    },
    async (request, reply) => join(request, reply, parts, admissionOf(path, request.params), request.body),
  )
}

function show(reply: FastifyReply, { ways, oidc }: AuthParts, admission: Admission): FastifyReply {
  const { providers } = oidc
  return reply.header('cache-control', 'no-store').page(JoinPage({ frame: reply.frame, ways, admission, providers }))
}

async function join(
  request: FastifyRequest,
  reply: FastifyReply,
  { ways, registration, cookie, oidc: { providers } }: AuthParts,
  admission: Admission,
  body: schema.JoinBody,
): Promise<FastifyReply> {
  const { first_name: firstName, sign_in_name: signInName, password } = body
  return orFormPage(
    request,
    reply,
    async () => {
      const given = { firstName, signInName, password }
      const entry = { admission, registration }
      const opened = await joinWithPassword(request.publicCtx, entry, given, deviceOf(request, cookie))
      return sendSignedIn(request, reply, cookie, { opened, method: 'password', next: '/dashboard' })
    },
    (error) => JoinPage({ frame: reply.frame, ways, admission, providers, error, typed: { firstName, signInName } }),
  )
}
