import { runsByPiece } from '#base/bidi/prose.ts'
import type { Range } from '#base/needle.ts'
import type { Element, ElementContent, Root, Text } from 'hast'
import { USER_ID_PREFIX } from './sanitize-schema.ts'
import type { Sheet } from './markdown-sheet.ts'

/** Text blocks that get their own direction. Containers get none: a list of mixed items would follow its first item. */
const TEXT_BLOCKS = new Set('p h1 h2 h3 h4 h5 h6 li blockquote td th dt dd summary caption figcaption'.split(' '))

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
  if (TEXT_BLOCKS.has(node.tagName)) {
    node.properties['dir'] ??= 'auto'
    isolate(node)
  }
  if (node.tagName === 'code') node.properties['dir'] = 'ltr'
  if (!['li', 'blockquote'].includes(node.tagName) || node.properties['dir'] !== 'auto') return
  // `dir=auto` ignores children that have their own direction, and the bullet or the bar would be on the wrong side, so
  // the first paragraph inherits the direction instead of setting its own. The title of an alert is not the reader's text.
  const first = node.children.find((child) => child.type === 'element' && !isAlertTitle(child))
  if (first?.type === 'element' && first.tagName === 'p' && first.properties['dir'] === 'auto')
    delete first.properties['dir']
}

const INLINE = new Set('a strong em b i u s del ins mark span sub sup small abbr cite q'.split(' '))

/** In a right-to-left block, code and paths are isolates. They are found in the whole block, because a phrase goes on through bold words. */
function isolate(block: Element): void {
  const texts = textsOf(block)
  const runs = runsByPiece(texts.map(({ text }) => text))
  for (const [i, { parent, node }] of texts.entries()) {
    const found = runs[i] ?? []
    if (node.type === 'text' && found.length > 0)
      parent.children.splice(parent.children.indexOf(node), 1, ...isolatedText(node, found))
  }
}

/** Other elements end a phrase, as a letter of the sentence would; inline code is an isolate of its own. */
function textsOf(parent: Element): { parent: Element; node: ElementContent; text: string }[] {
  return parent.children.flatMap((node) => {
    if (node.type === 'text') return [{ parent, node, text: node.value }]
    if (node.type !== 'element') return []
    if (INLINE.has(node.tagName)) return textsOf(node)
    return [{ parent, node, text: node.tagName === 'code' ? '\ufffc' : '\u05d0' }]
  })
}

function isolatedText({ value }: Text, runs: readonly Range[]): ElementContent[] {
  const text = (from: number, to?: number): ElementContent => ({ type: 'text', value: value.slice(from, to) })
  const pieces = runs.flatMap(([from, to], i): ElementContent[] => [
    text(runs[i - 1]?.[1] ?? 0, from),
    { type: 'element', tagName: 'bdi', properties: { dir: 'ltr' }, children: [text(from, to)] },
  ])
  return [...pieces, text(runs.at(-1)?.[1] ?? 0)]
}

function isAlertTitle({ properties }: Element): boolean {
  return String(properties['className']) === 'alert-title'
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
