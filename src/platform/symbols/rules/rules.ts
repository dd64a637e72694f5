import type { Node } from 'web-tree-sitter'
import type { GrammarName } from '../languages.ts'
import { cRules } from './c.ts'
import { bodyOf, childOf, type Found, named, namedBy, oneLine, qualified, type Rules, withBody } from './rule.ts'
import { scriptRules } from './script.ts'

const bash: Rules = { function_definition: named('function') }

/** A rule of a style sheet is named by everything before its block. */
function styleRule(node: Node): Found | null {
  const body = node.lastNamedChild
  if (!body || !/^(?:block|keyframe_block_list)$/.test(body.type)) return null
  const name = oneLine(node.text.slice(0, body.startIndex - node.startIndex))
  return { kind: 'rule', name, at: node, body }
}

const css: Rules = {
  at_rule: styleRule,
  keyframes_statement: styleRule,
  media_statement: styleRule,
  rule_set: styleRule,
  supports_statement: styleRule,
}

const csharp: Rules = {
  class_declaration: named('class'),
  constructor_declaration: named('method'),
  delegate_declaration: named('type'),
  destructor_declaration: (node) => {
    const found = named('method')(node)
    return found && { ...found, name: `~${found.name}` }
  },
  enum_declaration: named('enum'),
  file_scoped_namespace_declaration: qualified('module', '.'),
  interface_declaration: named('interface'),
  local_function_statement: named('function'),
  method_declaration: named('method'),
  namespace_declaration: qualified('module', '.'),
  record_declaration: named('class'),
  struct_declaration: named('struct'),
}

const GO_TYPES: ReadonlyMap<string, Found['kind']> = new Map([
  ['interface_type', 'interface'],
  ['struct_type', 'struct'],
])

const go: Rules = {
  function_declaration: named('function'),
  method_declaration: (node) => {
    const found = named('method')(node)
    const [type] = node.childForFieldName('receiver')?.descendantsOfType('type_identifier') ?? []
    return found && type ? { ...found, label: `${type.text}.${found.name}`, within: type.text } : found
  },
  type_alias: named('type'),
  type_spec: (node) => {
    const type = node.childForFieldName('type')
    const found = named(GO_TYPES.get(type?.type ?? '') ?? 'type')(node)
    return found && { ...found, body: type }
  },
}

const java: Rules = {
  annotation_type_declaration: named('interface'),
  class_declaration: named('class'),
  compact_constructor_declaration: named('method'),
  constructor_declaration: named('method'),
  enum_declaration: named('enum'),
  interface_declaration: named('interface'),
  method_declaration: named('method'),
  record_declaration: named('class'),
}

const php: Rules = {
  assignment_expression: (node) => {
    const [at, value] = [node.childForFieldName('left'), node.childForFieldName('right')]
    if (at?.type !== 'variable_name' || !/^(?:anonymous|arrow)_function$/.test(value?.type ?? '')) return null
    return { kind: 'function', name: at.text, at, body: value && bodyOf(value) }
  },
  class_declaration: named('class'),
  enum_declaration: named('enum'),
  function_definition: named('function'),
  interface_declaration: named('interface'),
  method_declaration: named('method'),
  namespace_definition: qualified('module', '\\'),
  trait_declaration: named('trait'),
}

const powershell: Rules = {
  class_method_definition: namedBy('method', 'simple_name', 'script_block'),
  class_statement: namedBy('class', 'simple_name'),
  enum_statement: namedBy('enum', 'simple_name'),
  function_statement: namedBy('function', 'function_name', 'script_block'),
}

const python: Rules = {
  assignment: (node) => {
    const [at, value] = [node.childForFieldName('left'), node.childForFieldName('right')]
    if (at?.type !== 'identifier' || value?.type !== 'lambda') return null
    return { kind: 'function', name: at.text, at, body: bodyOf(value) }
  },
  class_definition: named('class'),
  function_definition: named('function'),
  type_alias_statement: (node) => {
    const at = node.childForFieldName('left')
    return at && { kind: 'type', name: at.text, at, body: node.childForFieldName('right') }
  },
}

const ruby: Rules = {
  class: qualified('class', '::'),
  method: named('method'),
  module: qualified('module', '::'),
  singleton_method: (node) => {
    const found = named('method')(node)
    return found && { ...found, label: `${node.childForFieldName('object')?.text ?? 'self'}.${found.name}` }
  },
}

/** `S` of `m::S<T>` and `&S`. */
function typeName(type: Node): string {
  let at = type
  for (let inner: Node | null = at; inner; inner = at.childForFieldName('type') ?? at.childForFieldName('name'))
    at = inner
  return at.text
}

const rust: Rules = {
  enum_item: named('enum'),
  function_item: named('function'),
  function_signature_item: named('function'),
  impl_item: (node) => {
    const at = node.childForFieldName('type')
    const body = bodyOf(node)
    const end = childOf(node, 'where_clause') ?? body
    if (!at || !end) return null
    const label = oneLine(node.text.slice(0, end.startIndex - node.startIndex))
    return { kind: 'impl', name: typeName(at), label, at: node, body }
  },
  macro_definition: named('macro'),
  mod_item: withBody(named('module')),
  struct_item: named('struct'),
  trait_item: named('trait'),
  type_item: named('type'),
  union_item: named('struct'),
}

/** Which nodes of each grammar define a symbol. */
export const RULES: Readonly<Record<GrammarName, Rules>> = {
  bash,
  'c-sharp': csharp,
  cpp: cRules,
  css,
  go,
  java,
  php,
  powershell,
  python,
  ruby,
  rust,
  ...scriptRules,
}
