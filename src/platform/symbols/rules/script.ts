import type { Node } from 'web-tree-sitter'
import { bodyOf, type Found, named, type Rule, type Rules, withBody } from './rule.ts'

const VALUES: ReadonlyMap<string, Found['kind']> = new Map([
  ['arrow_function', 'function'],
  ['function_expression', 'function'],
  ['generator_function', 'function'],
  ['class', 'class'],
])

/** `const f = () => 1`, `class { f = () => 1 }`: only functions and classes count as definitions. */
function holding(nameField: string): Rule {
  return (node) => {
    const at = node.childForFieldName(nameField)
    const value = node.childForFieldName('value')
    const kind = VALUES.get(value?.type ?? '')
    return at && value && kind ? { kind, name: at.text, at, body: bodyOf(value) } : null
  }
}

/** Parts of a name that say nothing about its container. */
const NO_CONTAINER = new Set(['exports', 'module', 'prototype', 'this'])

/** `Shelf.prototype.take = function () {}` */
function assigned(node: Node): Found | null {
  const at = node.childForFieldName('left')
  const value = node.childForFieldName('right')
  const kind = VALUES.get(value?.type ?? '')
  if (!at || !value || !kind || !/^[\p{L}_$][\p{L}\p{N}_$.#]*$/u.test(at.text)) return null
  const parts = at.text.split('.')
  const within = parts.slice(0, -1).filter((part) => !NO_CONTAINER.has(part))
  const found = { kind, name: parts.at(-1) ?? at.text, label: at.text, at, body: bodyOf(value) }
  return within.length === 0 ? found : { ...found, within: within.join('.') }
}

/** `export default function () {}` has no name of its own. */
function defaultExport(node: Node): Found | null {
  const value = node.childForFieldName('value')
  const kind = VALUES.get(value?.type ?? '')
  return value && kind ? { kind, name: 'default', at: node, body: bodyOf(value) } : null
}

const javascript: Rules = {
  assignment_expression: assigned,
  class_declaration: named('class'),
  export_statement: defaultExport,
  field_definition: holding('property'),
  function_declaration: named('function'),
  generator_function_declaration: named('function'),
  method_definition: named('method'),
  variable_declarator: holding('name'),
}

const typescript: Rules = {
  ...javascript,
  abstract_class_declaration: named('class'),
  abstract_method_signature: named('method'),
  enum_declaration: named('enum'),
  function_signature: named('function'),
  interface_declaration: named('interface'),
  internal_module: named('module'),
  module: withBody(named('module')),
  public_field_definition: holding('name'),
  type_alias_declaration: named('type'),
}

export const scriptRules = { javascript, typescript, tsx: typescript }
