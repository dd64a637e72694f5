import type { Element, Properties, RootContent } from 'hast'
import { sanitize } from 'hast-util-sanitize'
import { toHtml } from 'hast-util-to-html'
import { parsePage } from './parse-html.ts'
import { PAGE_SCHEMA, SVG_ELEMENTS } from './sanitize-page-schema.ts'

const IMAGE_DATA = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/i
const SVG_NAMES = new Set(SVG_ELEMENTS)

/**
 * A stranger's page without what acts, to be shown in a sealed frame: scripts, handlers, frames, forms, refreshes and
 * everything that loads. Its styles stay. Null when it is made to overload a parser.
 */
export function sanitizePage(html: string): string | null {
  const page = parsePage(html)
  if (!page) return null
  page.children = page.children.flatMap((child) => withoutForeign(child))
  try {
    const clean = sanitize(page, PAGE_SCHEMA)
    if (clean.type === 'root') clean.children.forEach(disarm)
    return toHtml(clean)
  } catch (error) {
    // An element that goes leaves its children; two hundred thousand are more than one call can take.
    if (error instanceof RangeError) return null
    throw error
  }
}

/**
 * Inside svg only shapes, and what else is there goes whole, before anything is unwrapped: the text of a `style` in a
 * `foreignObject` would become elements once it stands in the svg itself.
 */
function withoutForeign<T extends RootContent>(node: T, inSvg = false): T[] {
  if (node.type !== 'element') return [node]
  if (inSvg && !SVG_NAMES.has(node.tagName)) return []
  const inside = inSvg || node.tagName === 'svg'
  node.children = node.children.flatMap((child) => withoutForeign(child, inside))
  return [node]
}

function disarm(node: RootContent): void {
  if (node.type !== 'element') return
  if (node.tagName === 'a') node.properties = deadLink(node.properties)
  if (node.tagName === 'img') node.properties = withoutLoading(node)
  node.children.forEach(disarm)
}

/** A frame that leads elsewhere would no longer be what its strip says. The address can be read where it pointed. */
function deadLink({ href, ...others }: Properties): Properties {
  const address = typeof href === 'string' ? href.trim() : ''
  if (address.startsWith('#')) return { href: address, ...others }
  return /^https?:\/\//i.test(address) ? { title: address, ...others } : others
}

function withoutLoading({ properties: { src, ...others } }: Element): Properties {
  return typeof src === 'string' && IMAGE_DATA.test(src) ? { src, ...others } : others
}
