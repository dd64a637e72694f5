import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Node, SourceFile, TaggedTemplateExpression } from 'typescript/unstable/ast'
import {
  isIdentifier,
  isTaggedTemplateExpression,
  isTemplateExpression,
  isTypeAliasDeclaration,
} from 'typescript/unstable/ast/is'
import { API, type Checker, type Program, type Symbol, SymbolFlags, type Type } from 'typescript/unstable/sync'

/** An `sql` template whose result has the type of a row. */
export type DeclaredRow = {
  /** `src/features/files/store/counts.ts:29` */
  place: string
  texts: string[]
  /** Its columns; several types of rows when the type is a union. */
  members: Columns[]
}
export type Columns = ReadonlyMap<string, DeclaredColumn>
export type DeclaredColumn = { type: Type; isOptional: boolean }

export type Declarations = {
  checker: Checker
  rows: DeclaredRow[]
  /** By the name of a PostgreSQL type. */
  driver: Columns
  /** The generated types of the tables, by `table.column`. */
  tables: ReadonlyMap<string, Type>
}

/** Reads the project with the API of the compiler, which is unstable: an update of TypeScript may change it. */
export function readDeclarations<T>(root: string, read: (declarations: Declarations) => T): T {
  const api = new API({ cwd: root })
  try {
    const config = join(root, 'tsconfig.json')
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (project === undefined) throw new Error(`TypeScript did not open ${config}`)
    const { checker, program } = project
    const sources = program.getSourceFileNames().filter((path) => /^src\/(?!.*\.test\.)/.test(relative(root, path)))
    const withRows = sources.filter((path) => readFileSync(path, 'utf8').includes('sql'))
    const isValue = valueTest(program, checker, root)
    return read({
      checker,
      rows: withRows.flatMap((path) => rowsOf(fileOf(program, path), { path: relative(root, path), checker, isValue })),
      driver: columnsOf(aliasIn(program, checker, join(root, DRIVER_TYPES), 'DriverTypes'), checker),
      tables: readTables(program, checker, root),
    })
  } finally {
    api.close()
  }
}

const DRIVER_TYPES = 'tools/row-types/driver-types.ts'

function fileOf(program: Program, path: string): SourceFile {
  const file = program.getSourceFile(path)
  if (file === undefined) throw new Error(`TypeScript does not know ${path}`)
  return file
}

type Reading = { path: string; checker: Checker; isValue: (type: Type) => boolean }

function rowsOf(file: SourceFile, { path, checker, isValue }: Reading): DeclaredRow[] {
  return [...templatesOf(file)].flatMap((template) => {
    // The compiler's answer, because the row may follow from the type of the function around.
    const builder = checker.getTypeAtLocation(template)
    const [type] = builder?.isTypeReference() ? checker.getTypeArguments(builder) : []
    if (type === undefined || type === checker.getUnknownType() || isValue(type)) return []
    const { line } = file.getLineAndCharacterOfPosition(template.tag.end)
    const members = (type.isUnionType() ? type.getTypes() : [type]).map((member) => columnsOf(member, checker))
    return [{ place: `${path}:${line + 1}`, texts: textsOf(template), members }]
  })
}

function* templatesOf(node: Node): Generator<TaggedTemplateExpression> {
  if (isTaggedTemplateExpression(node) && isIdentifier(node.tag) && node.tag.text === 'sql') yield node
  const children: Node[] = []
  node.forEachChild((child) => {
    children.push(child)
  })
  for (const child of children) yield* templatesOf(child)
}

function textsOf({ template }: TaggedTemplateExpression): string[] {
  if (!isTemplateExpression(template)) return [template.text]
  return [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]
}

function columnsOf(row: Type, checker: Checker): Columns {
  return new Map(
    checker.getPropertiesOfType(row).map((property) => {
      const isOptional = (property.flags & SymbolFlags.Optional) !== 0
      return [property.name, { type: typeOf(property, checker), isOptional }]
    }),
  )
}

function typeOf(symbol: Symbol, checker: Checker): Type {
  return checker.getTypeOfSymbol(symbol) ?? checker.getUnknownType()
}

function aliasIn(program: Program, checker: Checker, path: string, name: string): Type {
  const aliases = fileOf(program, path).statements.filter((node) => isTypeAliasDeclaration(node))
  const alias = aliases.find((node) => node.name.text === name)
  const type = alias && checker.getTypeFromTypeNode(alias.type)
  if (type === undefined) throw new Error(`${path} has no type ${name}`)
  return type
}

function valueTest(program: Program, checker: Checker, root: string): (type: Type) => boolean {
  const value = aliasIn(program, checker, join(root, DRIVER_TYPES), 'Value')
  return (type) => checker.isTypeAssignableTo(type, value) || selectedOf(type, checker) !== undefined
}

function readTables(program: Program, checker: Checker, root: string): ReadonlyMap<string, Type> {
  const tables = aliasIn(program, checker, join(root, 'src/platform/db/tables.ts'), 'Tables')
  return new Map(
    checker.getPropertiesOfType(tables).flatMap((table) =>
      checker.getPropertiesOfType(typeOf(table, checker)).map((column) => {
        const type = typeOf(column, checker)
        const selected = selectedOf(type, checker)
        return [`${table.name}.${column.name}`, selected ? typeOf(selected, checker) : type]
      }),
    ),
  )
}

/** What is read from a column whose type differs when it is written: Kysely's `ColumnType`. */
function selectedOf(column: Type, checker: Checker): Symbol | undefined {
  return checker.getPropertyOfType(column, '__select__')
}
