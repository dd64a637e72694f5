import type { ElementContent, Properties, Root, RootContent } from 'hast'
import { sanitize } from 'hast-util-sanitize'
import { toHtml } from 'hast-util-to-html'
import { escapeHtml } from '#base/html.ts'
import { parseHtml } from './parse-html.ts'
import { SCHEMA } from './sanitize-schema.ts'

const REL = ['noopener', 'noreferrer', 'nofollow']
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\0-\x20\x7f\\]/
const OUTSIDE = /^(?:https?:\/\/[^/]|mailto:[^?])/i
// Of our own pages only those that show something: a link in an untrusted file must not lead to /logout.
const OURS = /^\/(?:file|md|html|svg|share|shared)\/[\w.~%-]+(?:[#?].*)?$/
const IMAGE_DATA = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[a-z0-9+/]+={0,2}$/i

/** Sanitises untrusted HTML for our pages; returns its escaped source when it would overload the parser. */
export function sanitizeHtml(html: string): string {
  const tree = safeTree(html)
  return tree ? toHtml(tree) : `<pre>${escapeHtml(html)}</pre>`
}

/**
 * The same as a tree, or null. `marker` is one more allowed attribute, by which the Markdown renderer recognises its own
 * elements.
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
    // Removing an element keeps its children; two hundred thousand are too many arguments for one call.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** The URL when a link may lead there, else null: the web, mail, this document, and pages of ours that only show. */
export function safeAddress(address: string): string | null {
  const trimmed = address.trim()
  // Browsers skip control characters and read a backslash as a slash, so a URL with any of them is rejected.
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

/** Resolves a relative URL of a text that is shown at another URL than its own; the result is our own URL. */
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

/** No image may send a request: only data URLs are shown, any other image becomes a link. */
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
