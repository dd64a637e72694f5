import { hash } from 'node:crypto'
import type { Node } from 'web-tree-sitter'
import type { SymbolKind } from '#base/symbol.ts'
import type { GrammarName } from './languages.ts'
import { type Found, oneLine } from './rules/rule.ts'
import { RULES } from './rules/rules.ts'
import type { CodeSymbol } from './code-symbol.ts'

/** Further symbols are left out: the event loop would receive them for longer than it may be blocked. */
const MOST_SYMBOLS = 5_000
/** Every level hashes the bodies inside it again, so 10,000 nested functions would cost the square of their text. */
const DEEPEST = 16
const LONGEST_NAME = 200

/** What stands before a definition, belongs to it, and is no part of its node. */
const LEADS = ['attribute_item', 'decorator', 'template_parameter_list']
/** Between the two: `@Component() export default class`. */
const BETWEEN = /^\s*(?:export\s+(?:default\s+)?)?$/
const LONGEST_BETWEEN = 100

/** Their functions are methods. */
const WITH_METHODS: ReadonlySet<SymbolKind> = new Set(['class', 'enum', 'impl', 'interface', 'struct', 'trait'])

type Open = { symbol: CodeSymbol; end: number }
type Lead = { line: number; end: number }

/** The definitions of a tree in the order of the text. */
export function collectSymbols(root: Node, grammar: GrammarName, text: string): CodeSymbol[] {
  const rules = RULES[grammar]
  const symbols: CodeSymbol[] = []
  const open: Open[] = []
  let lead: Lead | null = null
  // One call finds them all inside WebAssembly; asking a node for its parent would search from the root each time.
  for (const node of root.descendantsOfType([...Object.keys(rules), ...LEADS])) {
    const firstLine: number = isBefore(lead, node, text) ? lead.line : lineOf(node)
    if (LEADS.includes(node.type)) {
      lead = { line: firstLine, end: node.endIndex }
      continue
    }
    const found = rules[node.type]?.(node)
    if (!found) continue
    while ((open.at(-1)?.end ?? Infinity) <= node.startIndex) open.pop()
    if (open.length >= DEEPEST) continue
    const around = open.at(-1)?.symbol ?? null
    const symbol = { ...toSymbol(node, found, around, text), firstLine, depth: open.length }
    open.push({ symbol, end: node.endIndex })
    if (symbols.push(symbol) >= MOST_SYMBOLS) break
  }
  return symbols
}

function isBefore(lead: Lead | null, node: Node, text: string): lead is Lead {
  if (!lead) return false
  const gap = node.startIndex - lead.end
  return gap >= 0 && gap < LONGEST_BETWEEN && BETWEEN.test(text.slice(lead.end, node.startIndex))
}

function toSymbol(
  node: Node,
  { kind, name, label = name, within, at, body }: Found,
  around: CodeSymbol | null,
  text: string,
): Omit<CodeSymbol, 'firstLine' | 'depth'> {
  const path = [around?.container, around?.name, within].filter((part) => part !== undefined && part !== null)
  return {
    kind: kind === 'function' && around && WITH_METHODS.has(around.kind) ? 'method' : kind,
    name: name.slice(0, LONGEST_NAME),
    label: label.slice(0, LONGEST_NAME),
    container: path.length === 0 ? null : path.join('.'),
    signature: signatureOf(node, body, text),
    line: lineOf(at),
    lastLine: lastLineOf(node),
    bodyHash: hashOf(body ?? node, text),
  }
}

function lineOf(node: Node): number {
  return node.startPosition.row + 1
}

/** A macro ends with the line end, at the start of the next row. */
function lastLineOf({ startPosition, endPosition }: Node): number {
  const isAtStart = endPosition.column === 0 && endPosition.row > startPosition.row
  return isAtStart ? endPosition.row : endPosition.row + 1
}

/** What stands around the body: `typedef struct { … } point` has its name behind it. */
function signatureOf(node: Node, body: Node | null, text: string): string {
  const [from, to] = [node.startIndex, node.endIndex]
  if (!body) return oneLine(text.slice(from, to))
  const around = `${text.slice(from, body.startIndex)} ${text.slice(body.endIndex, to)}`
  return oneLine(around).replace(/(?:=>|[\s;:={}])+$/, '')
}

/** 128 bits are enough to compare the bodies of one library. */
const HASH_CHARS = 22

function hashOf({ startIndex, endIndex }: Node, text: string): string {
  const body = text.slice(startIndex, endIndex).replaceAll(/\s+/g, ' ')
  return hash('sha256', body, 'base64url').slice(0, HASH_CHARS)
}
