import type { Element, Properties, RootContent } from 'hast'
import { sanitize } from 'hast-util-sanitize'
import { toHtml } from 'hast-util-to-html'
import { parsePage } from './parse-html.ts'
import { PAGE_SCHEMA, SVG_ELEMENTS } from './sanitize-page-schema.ts'

const IMAGE_DATA = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/i
const SVG_NAMES = new Set(SVG_ELEMENTS)

/**
 * Removes active content from an untrusted page for a sandboxed frame: scripts, handlers, frames, forms, refreshes and
 * everything that loads. Styles stay. Null when the page would overload the parser.
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
    // Removing an element keeps its children; two hundred thousand are too many arguments for one call.
    if (error instanceof RangeError) return null
    throw error
  }
}

/**
 * Inside svg only shapes stay; everything else is removed whole before anything is unwrapped: the text of a `style` in a
 * `foreignObject` would become elements inside the svg itself.
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

/** A link that navigates the frame would show another page under our banner, so its URL becomes a title. */
function deadLink({ href, ...others }: Properties): Properties {
  const address = typeof href === 'string' ? href.trim() : ''
  if (address.startsWith('#')) return { href: address, ...others }
  return /^https?:\/\//i.test(address) ? { title: address, ...others } : others
}

function withoutLoading({ properties: { src, ...others } }: Element): Properties {
  return typeof src === 'string' && IMAGE_DATA.test(src) ? { src, ...others } : others
}
