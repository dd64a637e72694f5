import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { App } from './types.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `widget` for the one page that shows the messenger's widget. */
    policy?: 'widget'
  }

  interface FastifyReply {
    /** Of this answer's policy. */
    cspNonce: { script: string; style: string }
  }
}

const POLICY = 'content-security-policy'

/** Nothing runs that we did not put there: scripts by nonce, no inline styles, no other host, no framing by others. */
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
   * The widget's script brings a frame of its own, reads its callback with eval and knows no Trusted Types. Its page
   * shows nothing that a person wrote.
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
 * What helmet sends besides the policy, which a test compares. By hand, because helmet puts everything together anew for
 * every answer, and what it leaves on the reply keeps whole requests alive until the next full garbage collection.
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
const HTTPS_ONLY = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }

export function securityHeaders(app: App, { https }: { https: boolean }): void {
  const fixed = https ? { ...FIXED, ...HTTPS_ONLY } : FIXED
  app.decorateReply('cspNonce')
  app.addHook('onRequest', async (request, reply) => {
    // Two, because that of the styles also stands in an attribute, where a style sheet could read it.
    const random = randomBytes(32).toString('hex')
    const nonce = { script: random.slice(0, 32), style: random.slice(32) }
    const text = POLICIES[request.routeOptions.config.policy ?? 'standard']
    reply.cspNonce = nonce
    reply.headers(fixed).header(POLICY, text.replace('<script>', nonce.script).replace('<style>', nonce.style))
  })
}

/** What somebody's file gets at most when a browser shows it: its own styles, and images that are inside the text. */
const SEALED = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
const NOWHERE = "form-action 'none'; base-uri 'none'; frame-ancestors 'self'"

/**
 * Headers under which a stranger's text is a document of its own. `sandbox` gives it an origin that is nobody's: no
 * cookies, no storage, no reach into our pages, also when its address is opened directly. Set by the route when it
 * answers with such a text; a refusal of the same route is a page of ours and keeps our headers.
 */
function sealed(policy: string, connections = '()'): Record<string, string> {
  return {
    [POLICY]: policy,
    // Content policies know nothing of WebRTC and of connections made ahead of a request; Chromium does under this name.
    'connection-allowlist': connections,
    // Browsers refuse a sandboxed document with any other value. There is nobody to keep apart: it has no origin.
    'cross-origin-opener-policy': 'unsafe-none',
    'referrer-policy': 'no-referrer',
  }
}

/** No script at all. `sandbox` also stops refreshes, forms, popups and plug-ins. */
export const SEALED_PAGE = sealed(`${SEALED}; font-src data:; media-src data:; ${NOWHERE}; sandbox`)
export const SEALED_SVG = sealed(`${SEALED}; ${NOWHERE}; sandbox`)

/** The reader asked for scripts: they run among themselves, without a way to the network, to us or to other windows. */
export const SEALED_WITH_SCRIPTS = sealed(
  `${SEALED}; font-src data:; media-src data:; script-src 'unsafe-inline'; ${NOWHERE}; sandbox allow-scripts`,
)

/**
 * For a frame in which a script of ours draws what a stranger wrote, with a library that builds HTML from strings. It
 * may load its own parts; whatever slips through it finds no origin, no network and no right to run.
 */
export function sealedForDrawing(nonce: string): Record<string, string> {
  return sealed(
    `${SEALED}; script-src 'nonce-${nonce}' 'strict-dynamic'; ${NOWHERE}; sandbox allow-scripts`,
    '(response-origin)',
  )
}

/**
 * For the frame in which somebody's Python runs in the reader's browser, compiled to WebAssembly: the one document of ours
 * that may compile it. It gets everything as messages and has no origin and no network; scripts are ours by nonce, and
 * what those make out of the bytes they were given.
 */
export function sealedForPython(nonce: string): Record<string, string> {
  const scripts = `script-src 'nonce-${nonce}' blob: 'wasm-unsafe-eval'; worker-src blob:`
  return sealed(`default-src 'none'; ${scripts}; ${NOWHERE}; sandbox allow-scripts`, '(response-origin)')
}

/** A page of ours whose frame must not be led anywhere else by what runs inside it: only this one address. */
export function frameOnly(reply: FastifyReply, url: string): void {
  const text = String(reply.getHeader(POLICY) ?? '')
  reply.header(POLICY, text.replace("frame-src 'self'", `frame-src ${url}`))
}
