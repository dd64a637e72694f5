import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { App } from './types.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `widget` for the one page that shows the messenger's widget. */
    policy?: 'widget'
  }

  interface FastifyReply {
    /** Nonces of this response's policy. */
    cspNonce: { script: string; style: string }
  }
}

const POLICY = 'content-security-policy'

/** Only our scripts run: scripts by nonce, no inline styles, no other host, no framing by others. */
const DIRECTIVES = {
  'default-src': "'none'",
  'script-src': "'strict-dynamic' 'nonce-<script>'",
  'style-src': "'self' 'nonce-<style>'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'worker-src': "'self'",
  'frame-src': "'self'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'base-uri': "'none'",
}

const POLICIES = {
  standard: policy({ ...DIRECTIVES, 'require-trusted-types-for': "'script'", 'trusted-types': 'codeshelf' }),
  /**
   * The widget's script brings a frame of its own, evaluates its callback with eval and does not support Trusted Types. Its page
   * displays no user content.
   */
  widget: policy({
    ...DIRECTIVES,
    'script-src': `${DIRECTIVES['script-src']} 'unsafe-eval'`,
    'frame-src': 'https:',
  }),
}

function policy(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join(';')
}

/**
 * The headers that helmet sends besides the policy, which a test compares. Set here, because helmet builds them anew for every
 * response and keeps whole requests alive until the next full garbage collection.
 */
const FIXED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}
/** Without `includeSubDomains`: other hosts of the domain belong to others, and may speak plain HTTP. A proxy can add it. */
const HTTPS_ONLY = { 'strict-transport-security': 'max-age=31536000' }

export function securityHeaders(app: App, { https }: { https: boolean }): void {
  const fixed = https ? { ...FIXED, ...HTTPS_ONLY } : FIXED
  app.decorateReply('cspNonce')
  app.addHook('onRequest', async (request, reply) => {
    // Two nonces, because that of the styles is also in an attribute, where a style sheet could read it.
    const random = randomBytes(32).toString('hex')
    const nonce = { script: random.slice(0, 32), style: random.slice(32) }
    const text = POLICIES[request.routeOptions.config.policy ?? 'standard']
    reply.cspNonce = nonce
    reply.headers(fixed).header(POLICY, text.replace('<script>', nonce.script).replace('<style>', nonce.style))
  })
}

/** A page of ours whose frame may load only this one URL, whatever runs inside the frame. */
export function allowFrameOf(reply: FastifyReply, url: string): void {
  const text = String(reply.getHeader(POLICY) ?? '')
  reply.header(POLICY, text.replace("frame-src 'self'", `frame-src ${url}`))
}

/**
 * The only pages that other sites may frame. They get no cookies, submit nothing, navigate only their own frame, and open links
 * in a new tab. `allow-same-origin` keeps our origin, by which the embedding page recognises our messages; it is safe because
 * the only script is ours, by its nonce.
 */
const EMBED = policy({
  'default-src': "'none'",
  'script-src': "'nonce-<script>'",
  'style-src': "'self'",
  'font-src': "'self'",
  'form-action': "'none'",
  'base-uri': "'none'",
  'frame-ancestors': '*',
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
  sandbox: 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox',
})

/** Set when the route answers with such a page; an error of the same route is a page of ours and stays unframeable. */
export function allowFramingByOtherSites(reply: FastifyReply): void {
  reply.removeHeader('x-frame-options')
  reply.headers({
    [POLICY]: EMBED.replace('<script>', reply.cspNonce.script),
    'cross-origin-resource-policy': 'cross-origin',
    // Browsers refuse a sandboxed document with any other value.
    'cross-origin-opener-policy': 'unsafe-none',
    'referrer-policy': 'no-referrer',
  })
}
