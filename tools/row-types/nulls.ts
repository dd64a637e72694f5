import {
  type FuncCall,
  type Node,
  type RangeVar,
  type SelectStmt,
  type WithClause,
  loadModule,
  parseSync,
} from 'libpg-query'
import { type Reference, joinConditions, referenceOf, requiredBy, words } from './required.ts'

// The parser is PostgreSQL's own, compiled to WebAssembly.
await loadModule()

/** Whether each column can be null, as far as the schema and the statement say. */
type Columns = ReadonlyMap<string, boolean>
export type Tables = ReadonlyMap<string, Columns>

/** A table, CTE or subquery of a FROM list. `isOuter`: a join fills its columns with nulls for rows without a match. */
type Relation = { alias: string; columns: Columns; isOuter: boolean }

/** What an expression can name: the relations of its query, then those of the query around it. */
type Scope = { relations: readonly Relation[]; around: Scope | null; tables: Tables; isGrouped: boolean }

/** The columns that a statement may return with nulls, by the schema and by its joins. Nulls inside JSON or from functions are not known. */
export function nullableColumns(sql: string, tables: Tables): Columns {
  const [statement] = parseSync(sql).stmts ?? []
  return outputsOf(statement?.stmt, { relations: [], around: null, tables, isGrouped: false })
}

function outputsOf(query: Node | undefined, around: Scope): Columns {
  if (query === undefined) return new Map()
  if ('SelectStmt' in query) return outputsOfSelect(query.SelectStmt, around)
  if ('InsertStmt' in query) {
    const { relation, cols = [], onConflictClause, returningClause, withClause } = query.InsertStmt
    const scope = withCtes(around, withClause)
    const target = written(relation, [...cols, ...(onConflictClause?.targetList ?? [])], scope)
    return outputs(returningClause?.exprs, inside(scope, target))
  }
  if ('UpdateStmt' in query) {
    const { relation, targetList = [], fromClause = [], whereClause, returningClause, withClause } = query.UpdateStmt
    const scope = withCtes(around, withClause)
    const relations = [...written(relation, targetList, scope), ...relationsOf(fromClause, scope)]
    return outputs(returningClause?.exprs, inside(scope, narrow(relations, fromClause, whereClause)))
  }
  if ('DeleteStmt' in query) {
    const { relation, usingClause = [], whereClause, returningClause, withClause } = query.DeleteStmt
    const scope = withCtes(around, withClause)
    const relations = [...written(relation, [], scope), ...relationsOf(usingClause, scope)]
    return outputs(returningClause?.exprs, inside(scope, narrow(relations, usingClause, whereClause)))
  }
  return new Map()
}

function outputsOfSelect(select: SelectStmt, around: Scope): Columns {
  const scope = withCtes(around, select.withClause)
  if (select.larg && select.rarg) {
    const others = [...outputsOfSelect(select.rarg, scope).values()]
    const each = [...outputsOfSelect(select.larg, scope)]
    return new Map(each.map(([name, nulls], i) => [name, nulls || (others[i] ?? false)]))
  }
  const { fromClause = [], whereClause, groupClause, targetList } = select
  const relations = narrow(relationsOf(fromClause, scope), fromClause, whereClause)
  return outputs(targetList, { ...inside(scope, relations), isGrouped: groupClause !== undefined })
}

function inside(scope: Scope, relations: readonly Relation[]): Scope {
  return { ...scope, relations, around: scope, isGrouped: false }
}

/** CTEs are tables to what comes after them. */
function withCtes(scope: Scope, clause: WithClause | undefined): Scope {
  return (clause?.ctes ?? []).reduce<Scope>((before, node) => {
    if (!('CommonTableExpr' in node)) return before
    const { ctename = '', ctequery, aliascolnames } = node.CommonTableExpr
    const add = (columns: Columns) => ({
      ...before,
      tables: new Map([...before.tables, [ctename, renamed(columns, aliascolnames)]]),
    })
    // The rows with which a recursive query begins say what its own name is.
    const first = clause?.recursive && ctequery && 'SelectStmt' in ctequery ? ctequery.SelectStmt.larg : undefined
    return add(outputsOf(ctequery, first ? add(outputsOfSelect(first, before)) : before))
  }, scope)
}

function renamed(columns: Columns, names: readonly Node[] | undefined): Columns {
  if (names === undefined) return columns
  const nulls = [...columns.values()]
  return new Map(words(names).map((name, i) => [name, nulls[i] ?? false]))
}

/** The table that a statement writes. A column that it sets depends on its parameters. */
function written(table: RangeVar | undefined, targets: readonly Node[], scope: Scope): Relation[] {
  const names = new Set(targets.flatMap((node) => ('ResTarget' in node ? [node.ResTarget.name ?? ''] : [])))
  return relationsOf(table ? [{ RangeVar: table }] : [], scope).map((relation) => ({
    ...relation,
    columns: withoutNulls(relation.columns, (name) => names.has(name)),
  }))
}

function withoutNulls(columns: Columns, isChosen: (name: string) => boolean): Columns {
  return new Map(Array.from(columns, ([name, nulls]) => [name, nulls && !isChosen(name)]))
}

function relationsOf(items: readonly Node[], scope: Scope): Relation[] {
  // A lateral item sees those before it.
  return items.reduce<Relation[]>((before, item) => [...before, ...relationOf(item, inside(scope, before))], [])
}

function relationOf(item: Node, scope: Scope): Relation[] {
  if ('JoinExpr' in item) {
    const { larg, rarg, jointype } = item.JoinExpr
    const left = larg ? relationOf(larg, scope) : []
    const right = rarg ? relationOf(rarg, inside(scope, left)) : []
    const outer = (relations: Relation[]) => relations.map((relation) => ({ ...relation, isOuter: true }))
    return [
      ...(jointype === 'JOIN_RIGHT' || jointype === 'JOIN_FULL' ? outer(left) : left),
      ...(jointype === 'JOIN_LEFT' || jointype === 'JOIN_FULL' ? outer(right) : right),
    ]
  }
  const [alias, columns] = namedItem(item, scope)
  return [{ alias: alias?.aliasname ?? '', columns: renamed(columns, alias?.colnames), isOuter: false }]
}

type Alias = { aliasname?: string; colnames?: Node[] }

function namedItem(item: Node, scope: Scope): [Alias | undefined, Columns] {
  if ('RangeVar' in item) {
    const { relname = '', alias } = item.RangeVar
    return [alias ?? { aliasname: relname }, scope.tables.get(relname) ?? new Map()]
  }
  if ('RangeSubselect' in item) return [item.RangeSubselect.alias, outputsOf(item.RangeSubselect.subquery, scope)]
  return ['RangeFunction' in item ? item.RangeFunction.alias : undefined, new Map()]
}

/** Without the rows for which a condition is not true. */
function narrow(relations: readonly Relation[], from: readonly Node[], where: Node | undefined): Relation[] {
  const required = [...from.flatMap(joinConditions), ...(where ? [where] : [])].flatMap(requiredBy)
  return relations.map((relation) => {
    const own = required.filter(({ alias, name }) =>
      alias === null ? relation.columns.has(name) : alias === relation.alias,
    )
    if (own.length === 0) return relation
    const columns = withoutNulls(relation.columns, (name) => own.some((each) => each.name === name))
    return { ...relation, columns, isOuter: false }
  })
}

function outputs(list: readonly Node[] | undefined, scope: Scope): Columns {
  const each = (list ?? []).flatMap((node) => ('ResTarget' in node ? output(node.ResTarget, scope) : []))
  // The parts of a union are compared by place: two columns that have no name must stay two.
  return new Map(each.map(([name, nulls], i) => [name === '' ? `column ${i + 1}` : name, nulls]))
}

function output({ name, val }: { name?: string; val?: Node }, scope: Scope): [string, boolean][] {
  if (val === undefined) return []
  if (!('ColumnRef' in val) || !val.ColumnRef.fields?.some((field) => 'A_Star' in field))
    return [[name ?? nameOf(val), isNullable(val, scope)]]
  const [alias] = words(val.ColumnRef.fields)
  const shown = scope.relations.filter((relation) => alias === undefined || alias === relation.alias)
  return shown.flatMap((relation) =>
    Array.from(relation.columns.keys(), (key): [string, boolean] => [key, columnOf(relation, key)]),
  )
}

/** What PostgreSQL calls a column without a name. */
function nameOf(expression: Node): string {
  if ('TypeCast' in expression && expression.TypeCast.arg) return nameOf(expression.TypeCast.arg)
  if ('ColumnRef' in expression) return referenceOf(expression.ColumnRef).name
  return 'FuncCall' in expression ? calledIn(expression.FuncCall) : ''
}

function columnOf({ isOuter, columns }: Relation, name: string): boolean {
  return isOuter || (columns.get(name) ?? false)
}

/** A name that is not ours, such as the column of a function, is taken as not null. */
function lookUp({ alias, name }: Reference, scope: Scope | null): boolean {
  if (scope === null) return false
  const found = scope.relations.find((each) => (alias === null ? each.columns.has(name) : each.alias === alias))
  return found ? columnOf(found, name) : lookUp({ alias, name }, scope.around)
}

function isNullable(node: Node, scope: Scope): boolean {
  const some = (nodes: readonly Node[] | undefined) => (nodes ?? []).some((part) => isNullable(part, scope))
  const every = (nodes: readonly Node[] | undefined) => (nodes ?? []).every((part) => isNullable(part, scope))
  if ('ColumnRef' in node) return lookUp(referenceOf(node.ColumnRef), scope)
  if ('A_Const' in node) return node.A_Const.isnull ?? false
  if ('TypeCast' in node) return some(node.TypeCast.arg ? [node.TypeCast.arg] : [])
  if ('CoalesceExpr' in node) return every(node.CoalesceExpr.args)
  if ('MinMaxExpr' in node) return every(node.MinMaxExpr.args)
  if ('BoolExpr' in node) return some(node.BoolExpr.args)
  if ('FuncCall' in node) return isCallNullable(node.FuncCall, scope)
  if ('CaseExpr' in node) {
    const { args = [], defresult } = node.CaseExpr
    const results = args.flatMap((arg) => ('CaseWhen' in arg && arg.CaseWhen.result ? [arg.CaseWhen.result] : []))
    return !defresult || some([...results, defresult])
  }
  if ('A_Expr' in node) {
    const { kind, lexpr, rexpr } = node.A_Expr
    if (kind === 'AEXPR_DISTINCT' || kind === 'AEXPR_NOT_DISTINCT') return false
    return kind === 'AEXPR_NULLIF' || some([lexpr, rexpr].flatMap((side) => side ?? []))
  }
  if ('SubLink' in node && node.SubLink.subLinkType === 'EXPR_SUBLINK') {
    const [result = false] = outputsOf(node.SubLink.subselect, scope).values()
    return result || !hasOneRow(node.SubLink.subselect)
  }
  return false
}

/** An aggregate of all rows, however many there are. */
function hasOneRow(query: Node | undefined): boolean {
  if (!query || !('SelectStmt' in query)) return false
  const { targetList = [], groupClause, havingClause } = query.SelectStmt
  return !groupClause && !havingClause && targetList.some(hasAggregate)
}

function hasAggregate(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || 'SubLink' in value) return false
  if ('FuncCall' in value && isAggregate(calledIn(value.FuncCall as FuncCall))) return true
  return Object.values(value).some(hasAggregate)
}

function calledIn({ funcname }: FuncCall): string {
  return words(funcname).at(-1) ?? ''
}

function isAggregate(name: string): boolean {
  return /^(?:count|max|min|sum|avg|bool_or|bool_and|string_agg|(?:array|jsonb?|jsonb_object)_agg)$/.test(name)
}

/** They are not null, whatever their arguments are. */
const TOTAL = new Set([
  'count',
  'row_number',
  'rank',
  'dense_rank',
  'concat',
  'jsonb_build_object',
  'jsonb_build_array',
])

function isCallNullable(call: FuncCall, scope: Scope): boolean {
  const name = calledIn(call)
  if (TOTAL.has(name)) return false
  // An aggregate of no rows.
  if (isAggregate(name) && (!scope.isGrouped || call.agg_filter)) return true
  if (/^(?:array|jsonb?|jsonb_object)_agg$/.test(name)) return false
  return (call.args ?? []).some((arg) => isNullable(arg, scope))
}
