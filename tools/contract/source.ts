import { type ESTree, parseSync, Visitor } from 'rolldown/utils'

/** From offset to offset in one source file. */
export type Span = { start: number; end: number }

/** `name`, or `name.member` when it is the object of a member access. */
export type Reference = { name: string; member: string | null; start: number }

export type Import = { from: string; name: string | null }

export type Source = {
  path: string
  /** Names of the module, with the code that declares them: at the top level, and functions that are held by a local `const`. */
  declarations: Map<string, Span>
  /** What the value of a top-level `const` is written as. */
  values: Map<string, ESTree.Expression>
  /** Local names that come from other modules; `name: null` is a namespace. Types are left out: they do nothing at run time. */
  imports: Map<string, Import>
  /** Exported names that another module declares. */
  forwards: Map<string, Import>
  /** Modules of `export * from`. */
  forwardsAll: string[]
  references: Reference[]
  aliases: Map<string, ESTree.TSType>
  calls: ESTree.CallExpression[]
  texts: Set<string>
}

export function readSource(path: string, text: string): Source {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors[0]?.message ?? ''}`)
  const source: Source = {
    path,
    declarations: new Map(),
    values: new Map(),
    imports: new Map(),
    forwards: new Map(),
    forwardsAll: [],
    references: [],
    aliases: new Map(),
    calls: [],
    texts: new Set(),
  }
  for (const statement of program.body) readStatement(source, statement)
  readReferences(source, program)
  return source
}

function readStatement(source: Source, statement: ESTree.Program['body'][number]): void {
  const { type } = statement
  if (type === 'ImportDeclaration') readImport(source, statement)
  else if (type === 'ExportAllDeclaration') source.forwardsAll.push(statement.source.value)
  else if (type === 'ExportNamedDeclaration') readExport(source, statement)
  else readDeclaration(source, statement)
}

function readExport(source: Source, { source: from, specifiers, declaration }: ESTree.ExportNamedDeclaration): void {
  if (declaration) readDeclaration(source, declaration)
  if (!from) return
  for (const { local, exported } of specifiers)
    source.forwards.set(nameOf(exported), { from: from.value, name: nameOf(local) })
}

function readImport({ imports }: Source, { specifiers, source, importKind }: ESTree.ImportDeclaration): void {
  if (importKind === 'type') return
  for (const specifier of specifiers) {
    if (specifier.type === 'ImportNamespaceSpecifier')
      imports.set(specifier.local.name, { from: source.value, name: null })
    else if (specifier.type === 'ImportSpecifier' && specifier.importKind !== 'type')
      imports.set(specifier.local.name, { from: source.value, name: nameOf(specifier.imported) })
  }
}

function readDeclaration({ declarations, values }: Source, node: ESTree.Node): void {
  if ((node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') && node.id)
    declarations.set(node.id.name, node)
  if (node.type !== 'VariableDeclaration') return
  for (const each of node.declarations) {
    if (each.id.type !== 'Identifier') continue
    declarations.set(each.id.name, each)
    if (each.init) values.set(each.id.name, each.init)
  }
}

function nameOf(name: ESTree.ModuleExportName): string {
  return name.type === 'Literal' ? name.value : name.name
}

/**
 * Names of properties are no references; the visitor enters a parent before its children, so they are known by then. What
 * runs inside a `try` whose handler throws nothing is left out: its problems never reach the caller.
 */
function readReferences(source: Source, program: ESTree.Program): void {
  const properties = new Set<object>()
  const members = new Map<object, string>()
  const throws: number[] = []
  const guarded: { block: Span; handler: Span }[] = []
  const found: Reference[] = []
  new Visitor({
    MemberExpression: ({ object, property, computed }) => {
      if (computed || property.type !== 'Identifier') return
      properties.add(property)
      members.set(object, property.name)
    },
    Property: ({ key, computed, shorthand }) => void (!computed && !shorthand && properties.add(key)),
    Identifier: (node) => {
      if (!properties.has(node)) found.push({ name: node.name, member: members.get(node) ?? null, start: node.start })
    },
    Literal: ({ value }) => void (typeof value === 'string' && source.texts.add(value)),
    VariableDeclarator: ({ id, init }) => {
      const isFunction = init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression'
      if (isFunction && id.type === 'Identifier' && !source.declarations.has(id.name))
        source.declarations.set(id.name, init)
    },
    JSXIdentifier: ({ name, start }) => void found.push({ name, member: null, start }),
    TSTypeAliasDeclaration: ({ id, typeAnnotation }) => void source.aliases.set(id.name, typeAnnotation),
    ThrowStatement: ({ start }) => void throws.push(start),
    TryStatement: ({ block, handler }) => void (handler && guarded.push({ block, handler })),
    CallExpression: (call) => {
      source.calls.push(call)
      const { callee } = call
      const [handler] = call.arguments
      const isCatch = callee.type === 'MemberExpression' && !callee.computed && callee.property.name === 'catch'
      if (isCatch && handler?.type === 'ArrowFunctionExpression') guarded.push({ block: callee.object, handler })
    },
  }).visit(program)
  const caught = guarded.flatMap(({ block, handler }) => (throws.some((at) => isIn(handler, at)) ? [] : [block]))
  source.references = found.filter(({ start }) => !caught.some((block) => isIn(block, start)))
}

function isIn({ start, end }: Span, offset: number): boolean {
  return offset >= start && offset < end
}
