import { type ESTree, Visitor, type VisitorObject, parseSync } from 'rolldown/utils'
import { type Location, locationOf } from './rooms.ts'

export type Import = { specifier: string; typeOnly: boolean; line: number }
/** `table` is null when the statement does not name it literally. */
export type Write = { table: string | null; line: number; how: string }
export type Spot = { what: string; line: number }

/** What the rules need to know about one file. */
export type Facts = {
  imports: Import[]
  writes: Write[]
  casts: Spot[]
  impure: Spot[]
  onlyReExports: boolean
  errors: string[]
}

export type Source = { path: string; location: Location; facts: Facts }

/** A file with its location; empty when it has no layer. */
export function readLocated(path: string, text: string): Source[] {
  const location = locationOf(path)
  return location ? [{ path, location, facts: readSource(path, text) }] : []
}

type Line = (node: { start: number }) => number

/** Parses a source: comments and strings that look like imports do not count. */
function readSource(path: string, text: string): Facts {
  const { program, errors } = parseSync(path, text)
  const facts: Facts = {
    imports: [],
    writes: [],
    casts: [],
    impure: [],
    onlyReExports: isBarrel(program.body),
    errors: errors.map((error) => error.message),
  }
  const line: Line = (node) => text.slice(0, node.start).split('\n').length
  const visitors = [importVisitor(facts.imports, line), writeVisitor(facts.writes, line), purityVisitor(facts, line)]
  for (const visitor of visitors) new Visitor(visitor).visit(program)
  return facts
}

function importVisitor(imports: Import[], line: Line): VisitorObject {
  const add = (source: { value: unknown; start: number } | null, typeOnly: boolean) => {
    if (typeof source?.value === 'string') imports.push({ specifier: source.value, typeOnly, line: line(source) })
  }
  return {
    ImportDeclaration: (node) => add(node.source, node.importKind === 'type' || allTypes(node.specifiers)),
    ExportNamedDeclaration: (node) => add(node.source, node.exportKind === 'type' || allTypes(node.specifiers)),
    ExportAllDeclaration: (node) => add(node.source, node.exportKind === 'type'),
    ImportExpression: (node) => add('value' in node.source ? node.source : null, false),
    TSImportType: (node) => add(node.source, true),
  }
}

/** `import { type A, type B }`: erased at run time. */
function allTypes(specifiers: readonly object[]): boolean {
  const isType = (specifier: object) =>
    ('importKind' in specifier && specifier.importKind === 'type') ||
    ('exportKind' in specifier && specifier.exportKind === 'type')
  return specifiers.length > 0 && specifiers.every(isType)
}

function isBarrel(body: readonly { type: string }[]): boolean {
  const isDoor = (statement: object) => 'source' in statement && 'exportKind' in statement && statement.source !== null
  const passesOn = (statement: { type: string }) =>
    statement.type === 'ImportDeclaration' ||
    statement.type === 'ExportAllDeclaration' ||
    (statement.type === 'ExportNamedDeclaration' && 'declaration' in statement && statement.declaration === null)
  const exportsSomething = body.some((statement) => statement.type !== 'ImportDeclaration')
  return exportsSomething && body.every((statement) => passesOn(statement) || isDoor(statement))
}

const KYSELY_WRITES = ['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto']
const NAME = String.raw`(?:"?public"?\.)?"?([a-z_][a-z0-9_]*|\?)"?`
const SQL_WRITES = [
  new RegExp(String.raw`\b(?:insert|merge)\s+into\s+${NAME}`, 'gi'),
  new RegExp(String.raw`\bdelete\s+from\s+(?:only\s+)?${NAME}`, 'gi'),
  new RegExp(String.raw`\bupdate\s+(?:only\s+)?${NAME}(?:\s+(?:as\s+)?[a-z_]+)?\s+set\b`, 'gi'),
  new RegExp(String.raw`\btruncate\s+(?:table\s+)?${NAME}`, 'gi'),
]

function writeVisitor(writes: Write[], line: Line): VisitorObject {
  const addSql = (text: string, node: { start: number }) => {
    for (const table of SQL_WRITES.flatMap((pattern) => Array.from(text.matchAll(pattern), (match) => match[1])))
      writes.push({ table: table === '?' || !table ? null : table.toLowerCase(), line: line(node), how: 'sql' })
  }
  return {
    CallExpression: (node) => {
      const method = node.callee.type === 'MemberExpression' ? nameOf(node.callee.property) : null
      if (method === null || !KYSELY_WRITES.includes(method)) return
      writes.push({ table: tableOf(node.arguments[0]), line: line(node), how: method })
    },
    // Template parameters become SQL parameters for the regular expressions, so that the text around them still parses as SQL.
    TemplateLiteral: (node) => addSql(node.quasis.map((part) => part.value.raw).join('?'), node),
    Literal: (node) => {
      if (typeof node.value === 'string') addSql(node.value, node)
    },
  }
}

/** `'notes as n'` and `'public.notes'` are `notes`. */
function tableOf(argument: ESTree.Argument | undefined): string | null {
  if (argument?.type !== 'Literal' || typeof argument.value !== 'string') return null
  const [table = ''] = argument.value.trim().split(/\s+/)
  return table.replace(/^.*\./, '')
}

const DICE = ['randomUUID', 'randomBytes', 'randomInt', 'getRandomValues', 'randomFillSync']

function purityVisitor(facts: Facts, line: Line): VisitorObject {
  const impure = (what: string, node: { start: number }) => facts.impure.push({ what, line: line(node) })
  const cast = (what: string, node: { start: number }) => facts.casts.push({ what, line: line(node) })
  return {
    TSAsExpression: (node) => {
      if (!isConst(node.typeAnnotation)) cast('as', node)
    },
    TSTypeAssertion: (node) => {
      if (!isConst(node.typeAnnotation)) cast('<T>', node)
    },
    NewExpression: (node) => {
      if (nameOf(node.callee) === 'Date' && node.arguments.length === 0) impure('new Date()', node)
    },
    CallExpression: (node) => {
      const called = nameOf(node.callee.type === 'MemberExpression' ? node.callee.property : node.callee)
      if (called !== null && DICE.includes(called)) impure(`${called}()`, node)
      if (nameOf(node.callee) === 'Date') impure('Date()', node)
    },
    MemberExpression: (node) => {
      if (nameOf(node.object) === 'Temporal' && nameOf(node.property) === 'Now') impure('Temporal.Now', node)
    },
  }
}

function isConst(type: ESTree.TSType): boolean {
  return type.type === 'TSTypeReference' && nameOf(type.typeName) === 'const'
}

function nameOf(node: { type: string }): string | null {
  return node.type === 'Identifier' && 'name' in node && typeof node.name === 'string' ? node.name : null
}
