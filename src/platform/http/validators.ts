import type { FastifyReply, FastifyRequest } from 'fastify'
import type { VNode } from 'preact'
import { renderPage } from '#ui/document.ts'
import type { HtmlBytes } from '#base/html-slot.ts'
import { sha256 } from '../crypto.ts'
import { fillHtmlSlots } from '../html-bytes.ts'

/**
 * Weak, because the same text is sent in several compressions. True when `If-None-Match` equals the browser's copy: then the
 * body need not be sent.
 */
export function isNotModified(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  reply.headers({ 'cache-control': 'private, no-cache', etag: tag })
  const asked = (request.headers['if-none-match'] ?? '').split(',').map((each) => each.trim())
  return asked.includes(tag)
}

/** The hash of all parts, each by its own hash, so that none can continue the one before. */
export function weakEtag(...parts: readonly (string | Uint8Array)[]): string {
  const [only = ''] = parts
  const hash = parts.length === 1 ? sha256(only) : sha256(Buffer.concat(parts.map((part) => sha256(part))))
  return `W/"${hash.toString('base64url').slice(0, 27)}"`
}

/**
 * Sends a page with a validator that covers all its content: the hash of the rendered page. A 304 must not carry a new policy:
 * browsers would apply it to the stored page, whose scripts have the nonce of the stored policy, and block them all.
 */
export function sendPage(reply: FastifyReply, page: VNode, parts: readonly HtmlBytes[] = []): FastifyReply {
  const html = renderPage(page, reply.frame)
  reply.type('text/html; charset=utf-8')
  if (hasValidator(reply)) {
    if (isNotModified(reply.request, reply, weakEtag(withoutNonces(html, reply)))) {
      reply.removeHeader(POLICY)
      return reply.code(304).send()
    }
  } else if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache')
  // As bytes: a string would be measured, joined to the headers and encoded in three passes.
  return reply.send(fillHtmlSlots(html, parts))
}

/** Errors, replies to forms and pages with their own cache rule have none. */
function hasValidator(reply: FastifyReply): boolean {
  const isRead = reply.request.method === 'GET' || reply.request.method === 'HEAD'
  return isRead && reply.statusCode === 200 && !reply.hasHeader('cache-control')
}

/** The page and its policy without the nonces, which are new in every response. */
function withoutNonces(html: string, reply: FastifyReply): string {
  const { script, style } = reply.cspNonce
  return `${String(reply.getHeader(POLICY) ?? '')}\n${html}`.replaceAll(script, '').replaceAll(style, '')
}

const POLICY = 'content-security-policy'
