import helmet from '@fastify/helmet'
import type { FastifyReply } from 'fastify'
import type { App } from './types.ts'

/** Nothing runs that we did not put there: scripts by nonce, no inline styles, no other host, no framing by others. */
const DIRECTIVES = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'strict-dynamic'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  manifestSrc: ["'self'"],
  workerSrc: ["'self'"],
  frameSrc: ["'self'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
}

export async function securityHeaders(app: App, options: { https: boolean }): Promise<void> {
  await app.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { ...DIRECTIVES, requireTrustedTypesFor: ["'script'"], trustedTypes: ['codeshelf'] },
    },
    strictTransportSecurity: options.https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  })
}

/**
 * For the one page that shows the messenger's widget: its script brings a frame of its own, reads its callback with eval and
 * knows no Trusted Types. That page shows nothing that a person wrote.
 */
export const helmetWithWidget = {
  enableCSPNonces: true,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { ...DIRECTIVES, scriptSrc: ["'strict-dynamic'", "'unsafe-eval'"], frameSrc: ['https:'] },
  },
}

const POLICY = 'content-security-policy'

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

/** A page of ours whose frame must not be led anywhere else by what runs inside it: only this one address. */
export function frameOnly(reply: FastifyReply, url: string): void {
  const policy = String(reply.raw.getHeader(POLICY) ?? '')
  reply.raw.setHeader(POLICY, policy.replace("frame-src 'self'", `frame-src ${url}`))
}
