import type { FastifyReply, FastifyRequest } from 'fastify'
import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import { isForm } from '#platform/http/accept.ts'
import type { Oidc } from '../service/oidc.ts'
import { METHOD_COOKIE, METHODS, type Method } from '../identity.ts'
import type { Registration } from '../invitation.ts'
import type { MessengerSettings } from '../service/messenger.ts'
import type { PasskeySite } from '../service/passkeys.ts'
import type { Device, OpenedSession, SessionCookie } from '../service/sessions.ts'
import type { Ways } from '../ways.ts'

export type AuthParts = {
  messenger: MessengerSettings
  /** Part of the signed text: a link from another installation with the same bot is invalid here. */
  origin: string
  widget: { botName: string; scriptUrl: string } | null
  /** The URL of the chat with the bot; null when sign-in through the bot is off. */
  botLink: string | null
  /** Development only: sign in without a messenger. */
  offerDemo: boolean
  registration: Registration
  ways: Ways
  /** Without providers where none is configured. */
  oidc: Oidc
  /** Null where browsers offer no passkeys. */
  passkeys: PasskeySite | null
  cookie: SessionCookie
}

/** Every route that somebody can guess at: limited by address. */
export const open = { auth: 'public', limit: 'login' } as const

export function deviceOf(request: FastifyRequest, cookie: SessionCookie): Device {
  return { userAgent: request.headers['user-agent'] ?? '', previousToken: request.cookies[cookie.name] ?? null }
}

/** Sets the cookie of the session. */
export function enter(reply: FastifyReply, cookie: SessionCookie, { token, endsAt }: OpenedSession): FastifyReply {
  return reply.setCookie(cookie.name, token, { ...cookie.options, expires: endsAt })
}

/** Remembers the method for the next visit to the login page. The widget's island does so for the messenger. */
export function rememberMethod(reply: FastifyReply, cookie: SessionCookie, method: Method): FastifyReply {
  const expires = addSeconds(reply.request.startedAt, 365 * SECONDS_PER_DAY)
  return reply.setCookie(METHOD_COOKIE, method, { ...cookie.options, httpOnly: false, expires })
}

/** The answer to a sign-in: a redirect for a form, and otherwise JSON. */
export function entered(request: FastifyRequest, reply: FastifyReply, next: string): FastifyReply {
  return isForm(request) ? reply.redirect(next, 303) : reply.send({ ok: true })
}

export function lastMethodOf(request: FastifyRequest): Method | null {
  return METHODS.find((method) => method === request.cookies[METHOD_COOKIE]) ?? null
}
