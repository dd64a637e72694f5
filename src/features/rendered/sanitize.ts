import type { ElementContent, Properties, Root, RootContent } from 'hast'
import { sanitize } from 'hast-util-sanitize'
import { toHtml } from 'hast-util-to-html'
import { escapeHtml } from '#base/highlight/highlight.ts'
import { parseHtml } from './parse-html.ts'
import { SCHEMA } from './sanitize-schema.ts'

const REL = ['noopener', 'noreferrer', 'nofollow']
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\0-\x20\x7f\\]/
const OUTSIDE = /^(?:https?:\/\/[^/]|mailto:[^?])/i
// Of our own pages only those that show something: a link in a stranger's file must not lead to /logout.
const OURS = /^\/(?:file|md|html|svg|share|shared)\/[\w.~%-]+(?:[#?].*)?$/
const IMAGE_DATA = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[a-z0-9+/]+={0,2}$/i

/** HTML of a stranger, made safe to put into a page of ours; shown as its source when it is made to overload a parser. */
export function sanitizeHtml(html: string): string {
  const tree = safeTree(html)
  return tree ? toHtml(tree) : `<pre>${escapeHtml(html)}</pre>`
}

/**
 * The same as a tree, or null. `marker` is one attribute more that may stay: by it the Markdown renderer knows the
 * elements that it made itself.
 */
export function safeTree(html: string, marker?: string, link?: Link): Root | null {
  const parsed = parseHtml(html)
  if (!parsed) return null
  const everywhere = marker ? [...SCHEMA.attributes['*'], marker] : SCHEMA.attributes['*']
  const schema = { ...SCHEMA, attributes: { ...SCHEMA.attributes, '*': everywhere } }
  try {
    const clean = sanitize(parsed, schema)
    if (clean.type !== 'root') return { type: 'root', children: [] }
    return { type: 'root', children: clean.children.flatMap((child) => safeNode(child, false, link)) }
  } catch (error) {
    // An element that goes leaves its children; two hundred thousand are more than one call can take.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** The address when a link may lead there, else null: the web, mail, this document, pages of ours that only show. */
export function safeAddress(address: string): string | null {
  const trimmed = address.trim()
  // Browsers skip control characters and read a backslash as a slash, so an address with any is not what it seems.
  if (CONTROL.test(trimmed)) return null
  if (trimmed.startsWith('#')) return trimmed
  return OUTSIDE.test(trimmed) || OURS.test(trimmed) ? trimmed : null
}

function safeNode<T extends RootContent>(node: T, inLink: boolean, link: Link | undefined): (T | ElementContent)[] {
  if (node.type !== 'element') return [node]
  if (node.tagName === 'img') return safeImage(node.properties, inLink, link)
  if (node.tagName === 'a') node.properties = safeLink(node.properties, link)
  const isLink = inLink || node.tagName === 'a'
  node.children = node.children.flatMap((child) => safeNode(child, isLink, link))
  return [node]
}

/** Where a relative address of a text leads when its place is not where it is shown: an address of our own making. */
export type Link = (address: string) => string

/** Neither this document, nor a scheme, nor another host. */
const RELATIVE = /^(?!#|[a-z][a-z0-9+.-]*:|[/\\]{2})./i

function addressOf(address: string, link: Link | undefined): string | null {
  const trimmed = address.trim()
  return link && RELATIVE.test(trimmed) && !CONTROL.test(trimmed) ? link(trimmed) : safeAddress(address)
}

function safeLink({ href, ...others }: Properties, link: Link | undefined): Properties {
  const address = addressOf(text(href), link)
  if (!address) return others
  return { href: address, ...others, ...(address.startsWith('#') ? {} : { rel: REL }) }
}

/** No request may leave the page: an image is shown when it is in the text itself, else it becomes a link to it. */
function safeImage(properties: Properties, inLink: boolean, link: Link | undefined): ElementContent[] {
  const src = text(properties['src']).trim()
  const alt = text(properties['alt'])
  if (IMAGE_DATA.test(src)) {
    const { width, height } = properties
    const size = { ...(width ? { width: text(width) } : {}), ...(height ? { height: text(height) } : {}) }
    return [{ type: 'element', tagName: 'img', properties: { src, alt, ...size }, children: [] }]
  }
  const href = /^https?:/i.test(src) ? safeAddress(src) : link && src !== '' ? addressOf(src, link) : null
  const shown: ElementContent = { type: 'text', value: alt || href || '' }
  if (!href || inLink) return [shown]
  return [{ type: 'element', tagName: 'a', properties: { href, rel: REL }, children: [shown] }]
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
