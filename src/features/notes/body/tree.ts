import { findCheckboxes } from '#base/checkboxes.ts'
import type { Range } from '#base/needle.ts'
import MarkdownIt, { type Token } from 'markdown-it'
import { shownLink, type WrittenLink } from '#features/links/link.ts'
import { addNamedLinks, linkOf } from '#features/links/markdown-rule.ts'

/** The parsed body of a note: only these node types, no HTML. */
export type Inline =
  | { kind: 'text' | 'code'; text: string; matches?: Range[] }
  | { kind: 'break' }
  | { kind: 'strong' | 'em' | 's'; children: Inline[] }
  /** `named`: it was written `[[name]]`, and its words are what the text has until its target is known. */
  | { kind: 'link'; href: string; children: Inline[]; named?: WrittenLink }

export type Block =
  | { kind: 'paragraph'; isTight: boolean; children: Inline[] }
  | { kind: 'heading'; level: number; children: Inline[] }
  | { kind: 'list'; start: number | null; items: Item[] }
  | { kind: 'quote'; children: Block[] }
  | { kind: 'code'; info: string; text: string; matches?: Range[] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'rule' }

/** `index` identifies the checkbox between browser and server. */
export type Task = { index: number; checked: boolean }
export type Item = { task: Task | null; children: Block[] }

/**
 * Every line of a note must be displayed. So HTML is text, a single newline is a line break, and syntax that Markdown would
 * hide (link definitions, underlined headings) is displayed as written.
 */
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true }).disable(['reference', 'lheading'])
// `config.py` is a file name, not a host under the top-level domain `.py`.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false })
addNamedLinks(markdown)

export function parseNote(content: string): Block[] {
  const tasks = new Map(findCheckboxes(content).map(({ line, checked }, index) => [line, { index, checked }]))
  return blocks(new Cursor(markdown.parse(content, {})), tasks, null)
}

type Tasks = ReadonlyMap<number, Task>

class Cursor {
  private at = 0
  private readonly tokens: readonly Token[]

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
  }

  next(): Token | undefined {
    return this.tokens[this.at++]
  }
}

/** Consumes tokens up to and including the closing one. */
function blocks(cursor: Cursor, tasks: Tasks, closing: string | null): Block[] {
  const found: Block[] = []
  for (let token = cursor.next(); token && token.type !== closing; token = cursor.next()) {
    const block = blockOf(token, cursor, tasks)
    if (block) found.push(block)
  }
  return found
}

function blockOf(token: Token, cursor: Cursor, tasks: Tasks): Block | null {
  switch (token.type) {
    case 'paragraph_open':
      return { kind: 'paragraph', isTight: token.hidden, children: inlineOf(cursor) }
    case 'heading_open':
      return { kind: 'heading', level: Number(token.tag.slice(1)), children: inlineOf(cursor) }
    case 'bullet_list_open':
      return { kind: 'list', start: null, items: itemsOf(cursor, tasks, 'bullet_list_close') }
    case 'ordered_list_open':
      return {
        kind: 'list',
        start: Number(token.attrGet('start') ?? 1),
        items: itemsOf(cursor, tasks, 'ordered_list_close'),
      }
    case 'blockquote_open':
      return { kind: 'quote', children: blocks(cursor, tasks, 'blockquote_close') }
    case 'fence':
    case 'code_block':
      return { kind: 'code', info: token.info.trim(), text: token.content.replace(/\n$/, '') }
    case 'table_open':
      return tableOf(cursor)
    case 'hr':
      return { kind: 'rule' }
    default:
      return null
  }
}

/** Consumes the inline token and the closing token after it. */
function inlineOf(cursor: Cursor): Inline[] {
  const token = cursor.next()
  cursor.next()
  return inlines(new Cursor(token?.children ?? []), null)
}

function itemsOf(cursor: Cursor, tasks: Tasks, closing: string): Item[] {
  const items: Item[] = []
  for (let token = cursor.next(); token && token.type !== closing; token = cursor.next()) {
    const task = tasks.get((token.map?.[0] ?? -1) + 1) ?? null
    const children = blocks(cursor, tasks, 'list_item_close')
    if (task) dropMark(children[0])
    items.push({ task, children })
  }
  return items
}

/** Removes the three characters of a checkbox, which is rendered as an element. */
function dropMark(first: Block | undefined): void {
  const text = first?.kind === 'paragraph' ? first.children[0] : undefined
  if (text?.kind === 'text') text.text = text.text.replace(/^\[[ xX]\][ \t]?/, '')
}

function tableOf(cursor: Cursor): Block {
  const rows: Inline[][][] = []
  for (let token = cursor.next(); token && token.type !== 'table_close'; token = cursor.next()) {
    if (token.type === 'tr_open') rows.push([])
    if (token.type === 'th_open' || token.type === 'td_open') rows.at(-1)?.push(inlineOf(cursor))
  }
  const [head = [], ...rest] = rows
  return { kind: 'table', head, rows: rest }
}

function inlines(cursor: Cursor, closing: string | null): Inline[] {
  const found: Inline[] = []
  for (let token = cursor.next(); token && token.type !== closing; token = cursor.next()) {
    const inline = inlineFrom(token, cursor)
    if (inline) found.push(inline)
  }
  return found
}

function inlineFrom(token: Token, cursor: Cursor): Inline | null {
  switch (token.type) {
    case 'softbreak':
    case 'hardbreak':
      return { kind: 'break' }
    case 'code_inline':
      return { kind: 'code', text: token.content }
    case 'strong_open':
      return { kind: 'strong', children: inlines(cursor, 'strong_close') }
    case 'em_open':
      return { kind: 'em', children: inlines(cursor, 'em_close') }
    case 's_open':
      return { kind: 's', children: inlines(cursor, 's_close') }
    case 'link_open':
      return linkTo(attr(token, 'href'), inlines(cursor, 'link_close'))
    // Images are shown as links, so that no other host is contacted.
    case 'image':
      return linkTo(attr(token, 'src'), token.content === '' ? [] : [{ kind: 'text', text: token.content }])
    default:
      return namedFrom(token) ?? (token.content === '' ? null : { kind: 'text', text: token.content })
  }
}

function namedFrom(token: Token): Inline | null {
  const link = linkOf(token)
  if (!link) return null
  const { href, words } = shownLink(link, null, [])
  const named = { name: link.name, part: link.part, words: link.words }
  return { kind: 'link', href, children: [{ kind: 'text', text: words }], named }
}

function attr(token: Token, name: string): string {
  return String(token.attrGet(name) ?? '')
}

function linkTo(href: string, children: Inline[]): Inline {
  const shown: Inline[] = children.length > 0 ? children : [{ kind: 'text', text: href }]
  return { kind: 'link', href, children: shown }
}
