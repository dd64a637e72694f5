import type { Element, ElementContent, Root } from 'hast'
import { USER_ID_PREFIX } from './sanitize-schema.ts'
import type { Sheet } from './markdown-sheet.ts'

/** Text blocks that get their own direction. Containers get none: a list of mixed items would follow its first item. */
const TEXT_BLOCKS = new Set('p h1 h2 h3 h4 h5 h6 li td th dt dd summary caption figcaption'.split(' '))

type Found = { ids: Set<string>; fragments: Element[] }

/** Adds our own attributes to the sanitised tree: directions, lines, anchors, checkboxes, highlighted code. */
export function decorate(root: Root, sheet: Sheet): void {
  const found: Found = { ids: new Set(), fragments: [] }
  root.children = root.children.flatMap((child) => (child.type === 'doctype' ? [] : decorated(child, sheet, found)))
  for (const link of found.fragments) pointAtUserId(link, found.ids)
}

function decorated(node: ElementContent, sheet: Sheet, found: Found): ElementContent[] {
  if (node.type !== 'element') return [node]
  const decoration = sheet.take(node)
  if (decoration?.instead) {
    const { instead } = decoration
    return ['html' in instead ? { type: 'raw', value: instead.html } : instead.element]
  }
  node.children = node.children.flatMap((child) => decorated(child, sheet, found))
  if (decoration) {
    node.children = [...(decoration.before ?? []), ...node.children, ...(decoration.after ?? [])]
    Object.assign(node.properties, decoration.properties)
  }
  direct(node)
  note(node, found)
  return [node]
}

const LETTER = /\p{L}/u
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

function direct(node: Element): void {
  // The column order follows the text of the table; `auto` would skip its cells, which have their own direction.
  if (node.tagName === 'table')
    node.properties['dir'] ??= RIGHT_TO_LEFT.test(LETTER.exec(textOf(node))?.[0] ?? '') ? 'rtl' : 'ltr'
  if (TEXT_BLOCKS.has(node.tagName)) node.properties['dir'] ??= 'auto'
  if (node.tagName === 'code') node.properties['dir'] = 'ltr'
  if (node.tagName !== 'li' || node.properties['dir'] !== 'auto') return
  // `dir=auto` ignores children that have their own direction, and the bullet would be on the wrong side, so the
  // first paragraph inherits the direction of the item instead of setting its own.
  const first = node.children.find((child) => child.type === 'element')
  if (first?.tagName === 'p' && first.properties['dir'] === 'auto') delete first.properties['dir']
}

function note(node: Element, found: Found): void {
  for (const id of [node.properties['id'], node.properties['name']]) if (typeof id === 'string') found.ids.add(id)
  if (node.tagName === 'a' && String(node.properties['href']).startsWith('#')) found.fragments.push(node)
}

/** `<a name="x">` in the text became `user-content-x`: a link to `#x` is rewritten to it, unless a heading has that anchor. */
function pointAtUserId(link: Element, ids: Set<string>): void {
  const target = decoded(String(link.properties['href']).slice(1))
  if (!ids.has(target) && ids.has(USER_ID_PREFIX + target)) link.properties['href'] = `#${USER_ID_PREFIX}${target}`
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

function textOf(node: ElementContent): string {
  if (node.type === 'text') return node.value
  return node.type === 'element' ? node.children.map(textOf).join('') : ''
}
