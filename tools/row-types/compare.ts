import type { Checker, Type } from 'typescript/unstable/sync'
import type { Columns, Declarations, DeclaredRow } from './declared.ts'
import { nullableColumns, type Tables } from './nulls.ts'
import type { Catalog, SentRows } from './sent.ts'

export type Comparison = {
  /** `src/features/files/store/counts.ts:29 n: declared number, …` */
  complaints: string[]
  /** The places of templates that were not sent. */
  unsent: string[]
  compared: number
}

/** What PostgreSQL said of a column. */
type Returned = {
  name: string
  sawNull: boolean
  /** Name of its PostgreSQL type. */
  type: string
  /** `table.column` of a plain column. */
  origin: string | undefined
  isNullable: boolean
}

export function compareRows(declarations: Declarations, sent: readonly SentRows[], catalog: Catalog): Comparison {
  const describe = describer(catalog)
  const byTemplate = Map.groupBy(sent, ({ template }) => JSON.stringify(template))
  const pairs = declarations.rows.map((row) => ({ row, statements: byTemplate.get(JSON.stringify(row.texts)) ?? [] }))
  const complaints = pairs.flatMap(({ row, statements }) =>
    statements.flatMap((statement) =>
      compareRow(row, describe(statement), declarations).map((complaint) => `${row.place} ${complaint}`),
    ),
  )
  const unsent = pairs.filter(({ statements }) => statements.length === 0).map(({ row }) => row.place)
  return { complaints: [...new Set(complaints)], unsent, compared: pairs.length - unsent.length }
}

function describer({ types, columns }: Catalog): (statement: SentRows) => Returned[] {
  const typeNames = new Map(types.map(({ oid, name }) => [oid, name]))
  const origins = new Map(columns.map((each) => [`${each.table}.${each.number}`, `${each.tableName}.${each.name}`]))
  const byTable = Map.groupBy(columns, ({ tableName }) => tableName)
  const tables: Tables = new Map(
    Array.from(byTable, ([table, own]) => [table, new Map(own.map(({ name, notNull }) => [name, !notNull]))]),
  )
  return ({ sql, columns: returned }) => {
    const nullable = nullableColumns(sql, tables)
    return returned.map(({ name, sawNull, type, table, number }) => ({
      name,
      sawNull,
      type: typeNames.get(type) ?? `type ${type}`,
      origin: origins.get(`${table}.${number}`),
      isNullable: nullable.get(name) ?? false,
    }))
  }
}

function compareRow({ members }: DeclaredRow, returned: readonly Returned[], declarations: Declarations): string[] {
  const names = new Set(returned.map(({ name }) => name))
  const required = members.flatMap((member) => [...member].filter(([, { isOptional }]) => !isOptional))
  const missing = new Set(required.map(([name]) => name)).difference(names)
  return [
    ...Array.from(missing, (name) => `${name}: declared, but not returned`),
    ...returned.flatMap((column) =>
      compareColumn(members, column, declarations).map((complaint) => `${column.name}: ${complaint}`),
    ),
  ]
}

function compareColumn(members: readonly Columns[], column: Returned, declarations: Declarations): string[] {
  const { checker, driver, tables } = declarations
  const declared = members.flatMap((member) => member.get(column.name)?.type ?? [])
  if (declared.length === 0) return [`returned as ${column.type}, but not declared`]
  const parsed = driver.get(column.type)?.type
  if (parsed === undefined) return [`returned as ${column.type}, which is not in tools/row-types/driver-types.ts`]
  const shown = `declared ${declared.map((type) => checker.typeToString(type)).join(' | ')}`
  const own = column.type.startsWith('json') || column.origin === undefined ? undefined : tables.get(column.origin)
  const wrong = [parsed, ...(own ? [own] : [])].find((real) => !declared.some((type) => fits(type, real, checker)))
  if (wrong) return [`${shown}, returned as ${column.type}, which is ${checker.typeToString(wrong)} in JavaScript`]
  // In a union of rows, a row without the column says nothing about it.
  const acceptsNull = declared.some((type) => checker.isTypeAssignableTo(checker.getNullType(), type))
  if (acceptsNull || declared.length < members.length) return []
  if (column.sawNull) return [`${shown}, but a test received null`]
  return column.isNullable ? [`${shown}, but the statement may return null`] : []
}

/** Whether the values of the real type can be read as the declared one. */
function fits(declared: Type, real: Type, checker: Checker): boolean {
  const [to, from] = [declared, real].map((type) => checker.getNonNullableType(type) ?? type)
  if (!to || !from) return false
  const parts = from.isUnionType() ? from.getTypes() : [from]
  // A check constraint lists all values.
  if (parts.every((part) => part.isStringLiteralType())) return checker.isTypeAssignableTo(from, to)
  // Ids and JSON are declared more exactly than PostgreSQL knows; `Record<string, unknown>` is one kind of JSON.
  return checker.isTypeAssignableTo(to, from) || parts.some((part) => checker.isTypeAssignableTo(part, to))
}
