import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Frame } from './frame.ts'

const ISLAND = /<cs-island data-island="([^"]+)" data-when="(\w+)"(?: data-loads="([^"]+)")?/g

/**
 * A whole page as text; without the doctype browsers fall into quirks mode. Its head names the scripts of its islands: a browser
 * would else learn of each only from the one before.
 */
export function renderPage(page: VNode, { assets, nonce }: Pick<Frame, 'assets' | 'nonce'>): string {
  const html = renderToString(page)
  const names = [...html.matchAll(ISLAND)].flatMap(([, name, when, loads]) => [when === 'now' && name, loads])
  const files = new Set([...assets.preloads, ...names.flatMap((name) => (name && assets.islands[name]) || [])])
  const links = [...files].map((file) => `<link rel="modulepreload" href="${file}" nonce="${nonce}"/>`).join('')
  return `<!doctype html>${html.replace('</head>', () => `${links}</head>`)}`
}
