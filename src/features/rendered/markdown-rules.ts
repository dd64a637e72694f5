import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { findCheckboxes } from '#base/checkboxes.ts'
import type { WrittenLink } from '#features/links/link.ts'
import type { Sheet } from './markdown-sheet.ts'

export const ALERT_KINDS = ['note', 'tip', 'important', 'warning', 'caution'] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

export type Heading = { id: string; text: string; level: number; line: number }

/** The state of one rendering. */
export type Job = {
  sheet: Sheet
  slug: (heading: string) => string
  headings: Heading[]
  labels: Labels
  named: ((link: WrittenLink) => { href: string; words: string }) | null
}

export type Labels = {
  alerts: Readonly<Record<AlertKind, string>>
  headingLink: string
  footnotes: string
  backToText: string
}

const ALERT = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i
const BOX = /^\[([ xX])\](?:[ \t]+|$)/
const TASK_BOX = /^\[([ xX])\][ \t]*/

/** Rules that need the state of the document, which `jobOf` finds. */
export function documentRules(md: MarkdownIt, jobOf: (env: object) => Job): void {
  md.core.ruler.after('block', 'alerts', (state) => alerts(state, jobOf(state.env)))
  md.core.ruler.push('tasks', (state) => tasks(state, jobOf(state.env)))
  md.core.ruler.push('columns', columns)
  md.core.ruler.push('headings', (state) => headings(state, jobOf(state.env)))
  md.core.ruler.push('lines', (state) => lines(state, jobOf(state.env)))
}

/** `> [!NOTE]` on its own line turns a quotation into an alert. */
function alerts(state: StateCore, { sheet, labels }: Job): void {
  for (const [i, token] of state.tokens.entries()) {
    const inline = state.tokens[i + 2]
    if (token.type !== 'blockquote_open' || inline?.type !== 'inline') continue
    const match = ALERT.exec(inline.content)
    const kind = ALERT_KINDS.find((one) => one === match?.[1]?.toLowerCase())
    if (!match || !kind) continue
    inline.content = inline.content.slice(match[0].length)
    hideIfEmpty(state.tokens, i + 1, inline)
    const title = {
      type: 'element' as const,
      tagName: 'p',
      properties: { className: ['alert-title'], dir: 'auto' },
      children: [{ type: 'text' as const, value: labels.alerts[kind] }],
    }
    mark(token, sheet, { before: [title], properties: { className: ['alert', `alert-${kind}`], ...lineOf(token) } })
  }
}

function hideIfEmpty(tokens: Token[], paragraph: number, inline: Token): void {
  if (inline.content !== '') return
  for (const token of [tokens[paragraph], tokens[paragraph + 2]]) if (token) token.hidden = true
}

/**
 * Renders checkboxes. A box gets the number that `findCheckboxes` gives its line, matched by line and not by counting:
 * the two parsers do not agree on every task (indented code, quotations, numbered lists).
 */
function tasks(state: StateCore, { sheet }: Job): void {
  const numbers = new Map(findCheckboxes(state.src).map((box, index) => [box.line, index]))
  for (const [i, item] of state.tokens.entries()) {
    const inline = state.tokens[i + 2]
    const first = inline?.children?.[0]
    if (item.type !== 'list_item_open' || inline?.type !== 'inline' || first?.type !== 'text') continue
    const line = item.map && inline.map?.[0] === item.map[0] ? item.map[0] + 1 : 0
    const number = numbers.get(line)
    const box = (number === undefined ? BOX : TASK_BOX).exec(first.content)
    if (!box) continue
    first.content = first.content.slice(box[0].length)
    const token = new state.Token('html_inline', '', 0)
    token.content = sheet.placeholder('span', { instead: { element: checkbox(number, box[1] !== ' ', inline) } })
    inline.children?.unshift(token)
    mark(item, sheet, { properties: { className: ['task'], ...lineOf(item) } })
  }
}

/** Disabled until a script handles it: without one a tick would not be saved. */
function checkbox(number: number | undefined, checked: boolean, inline: Token) {
  const numbered = number === undefined ? {} : { dataTask: String(number) }
  const properties = { type: 'checkbox', disabled: true, checked, ariaLabel: textOf(inline).trim(), ...numbered }
  return { type: 'element' as const, tagName: 'input', properties, children: [] }
}

/** markdown-it writes column alignment as a style attribute, which sanitising removes. */
function columns(state: StateCore): void {
  for (const token of state.tokens) {
    const align = /^text-align:(\w+)$/.exec(String(token.attrGet('style')))?.[1]
    if (align) token.attrs = [['align', align]]
  }
}

function headings(state: StateCore, job: Job): void {
  for (const [i, token] of state.tokens.entries()) {
    const inline = state.tokens[i + 1]
    if (token.type !== 'heading_open' || !inline) continue
    const text = textOf(inline).trim()
    const id = job.slug(text)
    job.headings.push({ id, text, level: Number(token.tag.slice(1)), line: (token.map?.[0] ?? 0) + 1 })
    const properties = { className: ['heading-link'], href: `#${id}`, ariaLabel: `${job.labels.headingLink}: ${text}` }
    const link = { type: 'element' as const, tagName: 'a', properties, children: [] }
    mark(token, job.sheet, { properties: { id, ...lineOf(token) }, after: [link] })
  }
}

/** Records the source line of every block, so that notes and the source view find their position. */
function lines(state: StateCore, { sheet }: Job): void {
  for (const token of state.tokens) {
    const block = token.nesting === 1 || token.type === 'hr'
    if (!block || !token.map || token.tag === '' || token.attrGet(sheet.attribute) !== null) continue
    mark(token, sheet, { properties: lineOf(token) })
  }
}

function mark(token: Token, sheet: Sheet, decoration: Parameters<Sheet['add']>[0]): void {
  token.attrSet(sheet.attribute, sheet.add(decoration))
}

function lineOf(token: Token): { dataLine?: string } {
  return token.map ? { dataLine: String(token.map[0] + 1) } : {}
}

function textOf(inline: Token): string {
  return (inline.children ?? [])
    .map((token) => (token.type === 'softbreak' ? ' ' : token.type === 'html_inline' ? '' : token.content))
    .join('')
}
