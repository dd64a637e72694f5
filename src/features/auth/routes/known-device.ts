import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieSuffix, type DeviceToken } from '../service/known-devices.ts'
import type { SessionCookie } from '../service/sessions.ts'

/** The cookie of this browser for the account of this name. Each account has its own: people share browsers. */
export function knownDeviceOf({ cookies }: FastifyRequest, cookie: SessionCookie, signInName: string): string | null {
  return cookies[nameOf(cookie, signInName)] ?? null
}

/** It stays after the sign-out, which is when it is needed. */
export function setKnownDevice(
  reply: FastifyReply,
  cookie: SessionCookie,
  signInName: string,
  { token, expiresAt }: DeviceToken,
): FastifyReply {
  return reply.setCookie(nameOf(cookie, signInName), token, { ...cookie.options, expires: expiresAt })
}

function nameOf({ deviceName }: SessionCookie, signInName: string): string {
  return deviceName + cookieSuffix(signInName)
}
