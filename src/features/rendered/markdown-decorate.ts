import { runsByPiece } from '#base/bidi/prose.ts'
import type { Range } from '#base/needle.ts'
import type { Element, ElementContent, Root, Text } from 'hast'
import { USER_ID_PREFIX } from './sanitize-schema.ts'
import type { Sheet } from './markdown-sheet.ts'

/** Text blocks that get their own direction. Containers get none: a list of mixed items would follow its first item. */
const TEXT_BLOCKS = new Set('p h1 h2 h3 h4 h5 h6 li blockquote td th dt dd summary caption figcaption'.split(' '))

type Found = {
  ids: Set<string>
  fragments: Element[]
  /** Most letters of the document are right to left. */
  isRightToLeft: boolean
}

/** Adds our own attributes to the sanitised tree: directions, lines, anchors, checkboxes, highlighted code. */
export function decorate(root: Root, sheet: Sheet): void {
  const found: Found = { ids: new Set(), fragments: [], isRightToLeft: isMostlyRightToLeft(root) }
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
  direct(node, found.isRightToLeft)
  note(node, found)
  return [node]
}

const LETTER = /\p{L}/u
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** Enough to know the language of a document; a list of all letters of a large one would take too much memory. */
const LANGUAGE_CHARS = 20_000

/** Code is left out: a Hebrew guide may be half commands. */
function isMostlyRightToLeft(root: Root): boolean {
  const prose = root.children.map((child) => (child.type === 'doctype' ? '' : proseOf(child))).join('')
  const letters = prose.slice(0, LANGUAGE_CHARS).match(/\p{L}/gu) ?? []
  return letters.filter((letter) => RIGHT_TO_LEFT.test(letter)).length * 2 > letters.length
}

const startsRightToLeft = (text: string) => RIGHT_TO_LEFT.test(LETTER.exec(text)?.[0] ?? '')

/**
 * `auto` takes the direction of the first letter. In a document that is mostly right to left, a block that starts with a Latin
 * word and goes on in Hebrew is right to left too: `Node 26 ומעלה` is a Hebrew sentence.
 */
function directionOf(text: string, isRightToLeft: boolean): 'auto' | 'rtl' {
  const isMixed = RIGHT_TO_LEFT.test(text) && !startsRightToLeft(text)
  return isRightToLeft && isMixed ? 'rtl' : 'auto'
}

function direct(node: Element, isRightToLeft: boolean): void {
  // The column order follows the text of the table; `auto` would skip its cells, which have their own direction.
  if (node.tagName === 'table') {
    const text = textOf(node)
    const isRtl = startsRightToLeft(text) || directionOf(text, isRightToLeft) === 'rtl'
    node.properties['dir'] ??= isRtl ? 'rtl' : 'ltr'
  }
  if (TEXT_BLOCKS.has(node.tagName)) {
    node.properties['dir'] ??= directionOf(ownProse(node), isRightToLeft)
    isolate(node)
  }
  if (node.tagName === 'code') node.properties['dir'] = 'ltr'
  if (!['li', 'blockquote'].includes(node.tagName)) return
  // `dir=auto` ignores children that have their own direction, and the bullet or the bar would be on the wrong side, so
  // the first paragraph inherits the direction instead of setting its own.
  const first = firstParagraph(node)
  if (first && first.properties['dir'] === node.properties['dir']) delete first.properties['dir']
}

/** The title of an alert is not the reader's text. */
function firstParagraph(node: Element): Element | undefined {
  const first = node.children.find((child) => child.type === 'element' && !isAlertTitle(child))
  return first?.type === 'element' && first.tagName === 'p' ? first : undefined
}

/**
 * The text that decides the direction of a block: not that of blocks inside it, except the first paragraph of an item or a quote.
 * It stops at every block, so that a text of nested blocks takes time in proportion to its length.
 */
function ownProse(node: Element): string {
  const first = firstParagraph(node)
  return inlineProse(node) + (first ? inlineProse(first) : '')
}

function inlineProse(parent: Element): string {
  return parent.children
    .map((node) => {
      if (node.type === 'text') return node.value
      return node.type === 'element' && INLINE.has(node.tagName) ? inlineProse(node) : ''
    })
    .join('')
}

function proseOf(node: ElementContent): string {
  if (node.type === 'text') return node.value
  const isProse = node.type === 'element' && node.tagName !== 'code' && node.tagName !== 'pre'
  return isProse ? node.children.map(proseOf).join('') : ''
}

const INLINE = new Set('a strong em b i u s del ins mark span sub sup small abbr cite q'.split(' '))

/** In a right-to-left block, code and paths are isolates. They are found in the whole block, because a phrase goes on through bold words. */
function isolate(block: Element): void {
  const texts = textsOf(block)
  const direction = block.properties['dir'] === 'rtl' ? 'rtl' : undefined
  const runs = runsByPiece(
    texts.map(({ text }) => text),
    direction,
  )
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
