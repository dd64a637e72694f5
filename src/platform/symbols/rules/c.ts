import type { Node } from 'web-tree-sitter'
import { bodyOf, type Found, named, qualified, type Rules, withBody } from './rule.ts'

/** Declarators that name no field for what they wrap. */
const WRAPPING = new Set(['parenthesized_declarator', 'reference_declarator'])

/** `name` inside `*(*name(void))(int)`. */
function innermost(node: Node): Node | null {
  let at = node.childForFieldName('declarator')
  while (at) {
    const inner = at.childForFieldName('declarator') ?? (WRAPPING.has(at.type) ? at.lastNamedChild : null)
    if (!inner || at.type === 'operator_cast') return at
    at = inner
  }
  return null
}

function functionDefinition(node: Node): Found | null {
  const at = innermost(node)
  if (!at) return null
  const scopes: string[] = []
  let own = at
  while (own.type === 'qualified_identifier') {
    const next = own.childForFieldName('name')
    if (!next) break
    const scope = own.childForFieldName('scope')
    scopes.push((scope?.childForFieldName('name') ?? scope)?.text ?? '')
    own = next
  }
  const found: Found = { kind: 'function', name: nameOf(own), at, body: bodyOf(node) }
  return scopes.length === 0 ? found : { ...found, label: at.text, within: scopes.filter(Boolean).join('.') }
}

function nameOf(node: Node): string {
  if (node.type === 'operator_cast') return `operator ${node.childForFieldName('type')?.text ?? ''}`
  return (node.type === 'template_function' ? node.childForFieldName('name') : null)?.text ?? node.text
}

/** `typedef struct { … } point;`: the name stands behind what it names. */
function typeDefinition(node: Node): Found | null {
  const at = innermost(node)
  const type = node.childForFieldName('type')
  return at && { kind: 'type', name: at.text, at: type && bodyOf(type) ? node : at, body: type && bodyOf(type) }
}

export const cRules: Rules = {
  alias_declaration: named('type'),
  class_specifier: withBody(qualified('class', '::')),
  concept_definition: named('type'),
  enum_specifier: withBody(named('enum')),
  function_definition: functionDefinition,
  namespace_definition: qualified('module', '::'),
  preproc_function_def: named('macro'),
  struct_specifier: withBody(qualified('struct', '::')),
  type_definition: typeDefinition,
  union_specifier: withBody(named('struct')),
}
