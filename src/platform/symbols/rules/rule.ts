import type { Node } from 'web-tree-sitter'
import type { SymbolKind } from '#base/symbol.ts'

/** A definition as one rule reads it from a node. */
export type Found = {
  kind: SymbolKind
  name: string
  /** The node of the name, which decides the line. */
  at: Node
  body: Node | null
  label?: string
  /** The name of its container where the definition itself says it: `Repo` of `func (r *Repo) Get()`. */
  within?: string
}

/** Reads a node of one type; null when it defines nothing that has a name. */
export type Rule = (node: Node) => Found | null
/** Rules by the type of node. */
export type Rules = Readonly<Record<string, Rule>>

/** A node with the field `name`. */
export function named(kind: SymbolKind): Rule {
  return (node) => {
    const at = node.childForFieldName('name')
    return at && { kind, name: at.text, at, body: bodyOf(node) }
  }
}

/** Without a body the node only mentions the name: `struct point *p`. */
export function withBody(rule: Rule): Rule {
  return (node) => (bodyOf(node) === null ? null : rule(node))
}

/** A name with its container: `A::B`, `A\B`, `a.b`. */
export function qualified(kind: SymbolKind, separator: string): Rule {
  return (node) => {
    const at = node.childForFieldName('name')
    return at && { kind, ...splitName(at.text, separator), at, body: bodyOf(node) }
  }
}

function splitName(label: string, separator: string): { name: string; label: string; within?: string } {
  const parts = label.split(separator)
  const name = parts.at(-1) ?? label
  return parts.length > 1 ? { name, label, within: parts.slice(0, -1).join('.') } : { name, label }
}

/** A node whose name is a child of this type, in grammars that give it no field. */
export function namedBy(kind: SymbolKind, type: string, bodyType?: string): Rule {
  return (node) => {
    const at = childOf(node, type)
    return at && { kind, name: at.text, at, body: bodyType === undefined ? null : childOf(node, bodyType) }
  }
}

export function childOf(node: Node, type: string): Node | null {
  return node.namedChildren.find((child) => child.type === type) ?? null
}

export function bodyOf(node: Node): Node | null {
  return node.childForFieldName('body')
}

const LONGEST_LINE = 300

/** The source from one offset to another on one line. */
export function oneLine(text: string): string {
  return text.slice(0, LONGEST_LINE).replaceAll(/\s+/g, ' ').trim()
}
