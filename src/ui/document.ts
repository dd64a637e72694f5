import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Frame } from './frame.ts'

const ISLAND = /<cs-island data-island="([^"]+)" data-when="(\w+)"(?: data-loads="([^"]+)")?/g

/**
 * Renders a whole page; without the doctype browsers use quirks mode. Its head preloads the scripts of its islands: a browser
 * would otherwise discover each only from the one before.
 */
export function renderPage(page: VNode, { assets, nonce }: Pick<Frame, 'assets' | 'nonce'>): string {
  const html = renderToString(page)
  const names = [...html.matchAll(ISLAND)].flatMap(([, name, when, loads]) => [when === 'now' && name, loads])
  // A frame or another page without the shared script needs none of its imports.
  const shared = assets.scripts.some((src) => html.includes(`src="${src}"`)) ? assets.preloads : []
  const files = new Set([...shared, ...names.flatMap((name) => (name && assets.islands[name]) || [])])
  const links = [...files].map((file) => `<link rel="modulepreload" href="${file}" nonce="${nonce}"/>`).join('')
  return `<!doctype html>${html.replace('</head>', () => `${links}</head>`)}`
}
