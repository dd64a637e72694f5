import { settingsHref } from '#base/settings-panes.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { deviceName } from '#base/device.ts'
import { Ok } from '#base/wire-types.ts'
import type { App, FeatureRoutes } from '#platform/http/types.ts'
import type { Admission } from '../admission.ts'
import * as schema from '../schema.ts'
import * as service from '../service/passkeys.ts'
import {
  admissionOf,
  type AuthParts,
  confirming,
  deviceOf,
  type JoinPath,
  publicLogin,
  sendDone,
  sendSignedIn,
  session,
} from './shared.ts'

type Parts = AuthParts & { passkeys: service.PasskeySite }

/** Each ceremony is two requests, both from script: the options with a challenge, and what the browser made of them. */
export const passkeyRoutes: FeatureRoutes<AuthParts> = (app, parts) => {
  const { passkeys } = parts
  if (passkeys === null) return
  const present = { ...parts, passkeys }
  signInRoutes(app, present)
  addRoutes(app, present)
  joinRoutes(app, present, '/set-up/:token')
  joinRoutes(app, present, '/invite/:token')
  if (parts.registration === 'open') registerRoutes(app, present)
}

function signInRoutes(app: App, { passkeys: site, cookie }: Parts): void {
  app.post(
    '/auth/passkey/options',
    { config: publicLogin, schema: { hide: true, response: { 200: schema.PasskeyOptionsReply } } },
    async ({ publicCtx }, reply) => sendOptions(reply, await service.signInOptions(publicCtx, site)),
  )

  app.post(
    '/auth/passkey',
    {
      config: { ...publicLogin, alsoRefuses: [401] },
      schema: { hide: true, querystring: schema.NextQuery, body: schema.PasskeyBody, response: { 200: Ok } },
    },
    async (request, reply) => {
      const { publicCtx, body, query } = request
      const session = await service.signInWithPasskey(publicCtx, site, body, deviceOf(request, cookie), null)
      return sendSignedIn(request, reply, cookie, { opened: session, method: 'passkey', next: query.next })
    },
  )

  app.post(
    '/confirm/passkey',
    {
      config: { ...confirming, limit: publicLogin.limit },
      schema: { querystring: schema.NextQuery, body: schema.PasskeyBody },
    },
    async (request, reply) => {
      const { ctx, body, query } = request
      const session = await service.signInWithPasskey(ctx, site, body, deviceOf(request, cookie), ctx.user.id)
      return sendSignedIn(request, reply, cookie, { opened: session, method: 'passkey', next: query.next })
    },
  )
}

function addRoutes(app: App, { passkeys: site }: Parts): void {
  app.post('/settings/sign-in/passkey/options', { config: session }, async ({ ctx }, reply) =>
    sendOptions(reply, await service.addOptions(ctx, site)),
  )

  app.post(
    '/settings/sign-in/passkey',
    { config: { ...session, alsoRefuses: [409] }, schema: { body: schema.PasskeyBody } },
    async (request, reply) => {
      await service.addPasskey(request.ctx, site, request.body, nameFor(request))
      return sendDone(request, reply, settingsHref('sign-in', { done: 'methodAdded' }))
    },
  )
}

function joinRoutes(app: App, parts: Parts, path: JoinPath): void {
  app.post(
    `${path}/passkey/options`,
    { config: publicLogin, schema: { params: schema.TokenParams, body: schema.JoinOptionsBody } },
    async (request, reply) => joinOptions(request, reply, parts, admissionOf(path, request.params), request.body),
  )
  app.post(
    `${path}/passkey`,
    { config: publicLogin, schema: { params: schema.TokenParams, body: schema.PasskeyBody } },
    async (request, reply) => join(request, reply, parts, admissionOf(path, request.params), request.body),
  )
}

function registerRoutes(app: App, parts: Parts): void {
  app.post(
    '/register/passkey/options',
    { config: publicLogin, schema: { body: schema.JoinOptionsBody } },
    async (request, reply) => joinOptions(request, reply, parts, { by: 'open' }, request.body),
  )
  app.post('/register/passkey', { config: publicLogin, schema: { body: schema.PasskeyBody } }, async (request, reply) =>
    join(request, reply, parts, { by: 'open' }, request.body),
  )
}

async function joinOptions(
  { publicCtx }: FastifyRequest,
  reply: FastifyReply,
  { passkeys: site, registration }: Parts,
  admission: Admission,
  { first_name: firstName }: schema.JoinOptionsBody,
): Promise<FastifyReply> {
  return sendOptions(reply, await service.joinOptions(publicCtx, site, { admission, registration }, firstName))
}

async function join(
  request: FastifyRequest,
  reply: FastifyReply,
  { passkeys: site, registration, cookie }: Parts,
  admission: Admission,
  response: unknown,
): Promise<FastifyReply> {
  const made = { response, methodName: nameFor(request) }
  const entry = { admission, registration }
  const session = await service.joinWithPasskey(request.publicCtx, site, entry, made, deviceOf(request, cookie))
  return sendSignedIn(request, reply, cookie, { opened: session, method: 'passkey', next: '/dashboard' })
}

/** A challenge is single use, so no cache may answer with it again. */
function sendOptions(reply: FastifyReply, options: object): FastifyReply {
  return reply.header('cache-control', 'no-store').send({ ok: true, options })
}

/** `Chrome, Android`, until the owner gives it another name. */
function nameFor({ headers }: FastifyRequest): string {
  return deviceName(headers['user-agent'] ?? null)
}
