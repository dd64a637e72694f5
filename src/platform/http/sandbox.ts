/** Every policy under which a browser gets a text that a user wrote as a document of its own. */

const POLICY = 'content-security-policy'

type Sandbox = 'sandbox' | 'sandbox allow-scripts'

/**
 * `sandbox` gives the document an opaque origin: no cookies, no storage, no access to our pages, also when its URL is opened
 * directly. Never add `allow-same-origin`: with scripts it would remove the sandbox.
 */
function sandboxPolicy(sources: readonly string[], sandbox: Sandbox): string {
  const closed = ["form-action 'none'", "base-uri 'none'", "frame-ancestors 'self'"]
  return ["default-src 'none'", ...sources, ...closed, sandbox].join('; ')
}

/**
 * The route sets these headers when it answers with such a text; an error of the same route is a page of ours and keeps our
 * headers.
 */
function sandboxHeaders(sources: readonly string[], sandbox: Sandbox, connections = '()'): Record<string, string> {
  return {
    [POLICY]: sandboxPolicy(sources, sandbox),
    // The content security policy does not cover WebRTC and early connections; Chromium does under this name.
    'connection-allowlist': connections,
    // Browsers refuse a sandboxed document with any other value. There is nothing to isolate: its origin is opaque.
    'cross-origin-opener-policy': 'unsafe-none',
    'referrer-policy': 'no-referrer',
  }
}

/** The most that a user's file may load when a browser renders it: its own styles, and inline images. */
const INLINE = ["style-src 'unsafe-inline'", 'img-src data:']
const INLINE_WITH_MEDIA = [...INLINE, 'font-src data:', 'media-src data:']

/** No script at all. `sandbox` also stops refreshes, forms, popups and plug-ins. */
export const SANDBOXED_PAGE = sandboxHeaders(INLINE_WITH_MEDIA, 'sandbox')
export const SANDBOXED_SVG = sandboxHeaders(INLINE, 'sandbox')

/** The reader allowed scripts: they run without access to the network, to our pages or to other windows. */
export const SANDBOXED_WITH_SCRIPTS = sandboxHeaders(
  [...INLINE_WITH_MEDIA, "script-src 'unsafe-inline'"],
  'sandbox allow-scripts',
)

/**
 * For a frame in which a script of ours renders untrusted text with a library that builds HTML from strings. It may load its own
 * parts; anything injected has an opaque origin, no network and no right to run.
 */
export function diagramFrameHeaders(nonce: string): Record<string, string> {
  const script = `script-src 'nonce-${nonce}' 'strict-dynamic'`
  return sandboxHeaders([...INLINE, script], 'sandbox allow-scripts', '(response-origin)')
}

/**
 * For the frame that runs a user's Python in the reader's browser, compiled to WebAssembly: the only document of ours that may
 * compile it. It receives everything as messages and has an opaque origin and no network; scripts are ours by nonce, or
 * created by those from the bytes they received.
 */
export function pythonFrameHeaders(nonce: string): Record<string, string> {
  const sources = [`script-src 'nonce-${nonce}' blob: 'wasm-unsafe-eval'`, 'worker-src blob:']
  return sandboxHeaders(sources, 'sandbox allow-scripts', '(response-origin)')
}

/**
 * For a text or a download that no page frames. It is served as text whatever it contains; if a browser renders it anyway, the
 * sandbox has no scripts, network or origin.
 */
export const SANDBOXED_TEXT = { [POLICY]: "default-src 'none'; sandbox; frame-ancestors 'none'" }
