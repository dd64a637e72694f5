import type { FastifyReply, FastifyRequest } from 'fastify'
import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import { isForm } from '#platform/http/accept.ts'
import type { Admission } from '../admission.ts'
import type { Oidc } from '../service/oidc.ts'
import { METHOD_COOKIE, METHODS, type Method } from '../identity.ts'
import type { Registration } from '../invitation.ts'
import type { MessengerSettings } from '../service/messenger.ts'
import type { PasskeySite } from '../service/passkeys.ts'
import type { Device, OpenedSession, SessionCookie } from '../service/sessions.ts'
import type { Ways } from '../sign-in-methods.ts'

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

/** For everybody, and limited by address, because secrets can be guessed there. */
export const publicLogin = { auth: 'public', limit: 'login' } as const
/** For signed-in people. A token must not be able to change who can sign in. */
export const session = { auth: 'user', sessionOnly: true } as const
/** The same for reads: writes need a proof of the last ten minutes without saying so. */
export const confirmed = { ...session, confirmed: true } as const
export const confirming = { ...session, unconfirmedBecause: 'this is the confirmation' } as const

/** The pages on which a link creates an account. */
export const JOIN_PAGES = { '/set-up/:token': 'set_up', '/invite/:token': 'invitation' } as const
export type JoinPath = keyof typeof JOIN_PAGES

export function admissionOf(path: JoinPath, { token }: { token: string }): Admission {
  return { by: JOIN_PAGES[path], token }
}

export function deviceOf(request: FastifyRequest, cookie: SessionCookie): Device {
  return { userAgent: request.headers['user-agent'] ?? '', previousToken: request.cookies[cookie.name] ?? null }
}

export function setSessionCookie(
  reply: FastifyReply,
  cookie: SessionCookie,
  { token, endsAt }: OpenedSession,
): FastifyReply {
  return reply.setCookie(cookie.name, token, { ...cookie.options, expires: endsAt })
}

/** Remembers the method for the next visit to the login page. The widget's island does so for the messenger. */
export function rememberMethod(reply: FastifyReply, cookie: SessionCookie, method: Method): FastifyReply {
  const expires = addSeconds(reply.request.startedAt, 365 * SECONDS_PER_DAY)
  return reply.setCookie(METHOD_COOKIE, method, { ...cookie.options, httpOnly: false, expires })
}

/** Answers a form with a redirect, and a request from script with JSON. */
export function sendDone(request: FastifyRequest, reply: FastifyReply, next: string): FastifyReply {
  return isForm(request) ? reply.redirect(next, 303) : reply.send({ ok: true })
}

/** Answers a sign-in with a password or a passkey. */
export function sendSignedIn(
  request: FastifyRequest,
  reply: FastifyReply,
  cookie: SessionCookie,
  { opened, method, next }: { opened: OpenedSession; method: Method; next: string },
): FastifyReply {
  return sendDone(request, rememberMethod(setSessionCookie(reply, cookie, opened), cookie, method), next)
}

export function lastMethodOf(request: FastifyRequest): Method | null {
  return METHODS.find((method) => method === request.cookies[METHOD_COOKIE]) ?? null
}
