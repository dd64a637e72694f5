import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Frame } from './frame.ts'

const ISLAND = /<cs-island data-island="([^"]+)" data-when="(\w+)"(?: data-loads="([^"]+)")?/g

/**
 * Renders a whole page; without the doctype browsers use quirks mode. Its head names the files of its islands: a browser would otherwise
 * discover each only from the one before. Those of a page that waits for the first touch are not fetched yet.
 */
export function renderPage(page: VNode, { assets, nonce }: Pick<Frame, 'assets' | 'nonce'>): string {
  const html = renderToString(page)
  // A frame or another page without the shared script needs none of its imports.
  if (!assets.scripts.some((src) => html.includes(`src="${src}"`))) return `<!doctype html>${html}`
  const islands = [...html.matchAll(ISLAND)].map(([, name = '', when, loads = '']) => ({ name, when, loads }))
  const filesOf = (names: readonly string[]) => names.flatMap((name) => assets.islands[name] ?? [])
  const now = filesOf(
    islands.flatMap(({ name, when, loads }) => [when === 'now' ? name : '', when === 'touch' ? '' : loads]),
  )
  const onTouch = filesOf(islands.flatMap(({ name, when, loads }) => (when === 'touch' ? [name, loads] : [])))
  const early = new Set([...assets.preloads, ...(now.length > 0 ? [...assets.awake, ...now] : [])])
  const late = new Set([...assets.awake, ...onTouch].filter((file) => !early.has(file)))
  const links = [...early].map((file) => `<link rel="modulepreload" href="${file}" nonce="${nonce}"/>`).join('')
  const later = late.size > 0 ? `<meta name="islands" content="${[...late].join(' ')}"/>` : ''
  return `<!doctype html>${html.replace('</head>', () => `${links}${later}</head>`)}`
}
