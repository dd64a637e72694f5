import type { FastifyReply, FastifyRequest } from 'fastify'
import type { VNode } from 'preact'
import { renderPage } from '#ui/document.ts'
import { sha256 } from '../crypto.ts'

/**
 * Weak, because the same text travels in several compressions. True for `If-None-Match` of what the browser has: then
 * nothing needs to be sent.
 */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  reply.headers({ 'cache-control': 'private, no-cache', etag: tag })
  const asked = (request.headers['if-none-match'] ?? '').split(',').map((each) => each.trim())
  return asked.includes(tag)
}

export function tagOf(text: string): string {
  return `W/"${sha256(text).toString('base64url').slice(0, 27)}"`
}

/**
 * A page with a validator that covers all it shows, by construction: the hash of the whole page. Only the nonce is left
 * out, which is new in every answer. A 304 must not bring a new policy either: browsers would lay it over the stored
 * page, whose scripts carry the nonce of the stored policy, and block them all.
 */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: VNode): FastifyReply {
  const { frame } = reply
  const html = renderPage(page, frame)
  const policy = String(reply.getHeader(POLICY) ?? '')
  const shown = policy.replaceAll(/'nonce-[^']*'/g, '') + html.replaceAll(frame.nonce, '')
  if (!isUnchanged(request, reply, tagOf(shown))) return reply.type('text/html; charset=utf-8').send(html)
  reply.removeHeader(POLICY)
  return reply.code(304).send()
}

const POLICY = 'content-security-policy'
