import type {
  CommonTableExpr,
  DeleteStmt,
  InsertStmt,
  MergeStmt,
  Node,
  SelectStmt,
  UpdateStmt,
  WithClause,
} from 'libpg-query'

/** One SELECT, INSERT, UPDATE, DELETE or MERGE at any depth of a statement; `names` are the CTEs it can see. */
export type Level = { names: ReadonlySet<string> } & (
  | { kind: 'SelectStmt'; node: SelectStmt }
  | { kind: 'InsertStmt'; node: InsertStmt }
  | { kind: 'UpdateStmt'; node: UpdateStmt }
  | { kind: 'DeleteStmt'; node: DeleteStmt }
  | { kind: 'MergeStmt'; node: MergeStmt }
)

/** A table reference in one level of a query. */
export type Reference = { table: string; alias: string }

/** What a level reads from, and the conditions that apply to some of it. */
export type Sources = { references: Reference[]; conditions: Condition[]; items: number }
type Condition = { expression: Node; holdsFor: ReadonlySet<string> }

const KINDS: readonly string[] = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt']

/** Every level of a statement, the outermost first. */
export function levelsOf(statement: unknown, names: ReadonlySet<string> = new Set()): Level[] {
  if (Array.isArray(statement)) return statement.flatMap((part) => levelsOf(part, names))
  if (!isObject(statement)) return []
  return Object.entries(statement).flatMap(([key, child]) => {
    if (KINDS.includes(key)) return open({ kind: key, node: child, names } as Level)
    // The two halves of a UNION are not wrapped in their kind, as everything else is.
    if ((key === 'larg' || key === 'rarg') && isObject(child) && 'op' in child)
      return open({ kind: 'SelectStmt', node: child, names } as Level)
    return levelsOf(child, names)
  })
}

function open(level: Level): Level[] {
  const { withClause, ...rest } = level.node
  const ctes = (withClause?.ctes ?? []).flatMap((node) => ('CommonTableExpr' in node ? [node.CommonTableExpr] : []))
  const names = new Set([...level.names, ...ctes.flatMap(nameOf)])
  return [{ ...level, names }, ...insideCtes(level.names, ctes, withClause), ...levelsOf(rest, names)]
}

/** A plain CTE sees only those before it: in `with notes as (select … from notes)` the inner `notes` is the table. */
function insideCtes(outer: ReadonlySet<string>, ctes: readonly CommonTableExpr[], clause?: WithClause): Level[] {
  return ctes.flatMap((cte, i) => {
    const visible = clause?.recursive ? ctes : ctes.slice(0, i)
    return levelsOf(cte.ctequery, new Set([...outer, ...visible.flatMap(nameOf)]))
  })
}

function nameOf(cte: CommonTableExpr): string[] {
  return cte.ctename === undefined ? [] : [cte.ctename]
}

/** The tables and conditions of a level itself, without those of its subqueries. */
export function sourcesOf(level: Level): Sources {
  const { kind, node, names } = level
  if (kind === 'MergeStmt' || kind === 'InsertStmt') return { references: [], conditions: [], items: 0 }
  // The target of a write is always a table, even where a CTE has its name.
  const target = kind === 'SelectStmt' || !node.relation ? [] : [itemSources({ RangeVar: node.relation }, new Set())]
  const others = (kind === 'DeleteStmt' ? node.usingClause : node.fromClause) ?? []
  const sources = together([...target, ...others.map((item) => itemSources(item, names))])
  const aliases = new Set(sources.references.map(({ alias }) => alias))
  return { ...sources, conditions: [...sources.conditions, ...conjuncts(node.whereClause, aliases)] }
}

function itemSources(item: Node, names: ReadonlySet<string>): Sources {
  if ('RangeVar' in item) return { references: referencesOf(item, names), conditions: [], items: 1 }
  if ('RangeTableSample' in item && item.RangeTableSample.relation)
    return itemSources(item.RangeTableSample.relation, names)
  if (!('JoinExpr' in item)) return { references: [], conditions: [], items: 1 }
  const { larg, rarg, jointype, quals } = item.JoinExpr
  const [left, right] = [larg, rarg].map((side) => together(side ? [itemSources(side, names)] : []))
  if (!left || !right) return together([])
  // In `a left join b on …` the condition filters b and keeps every a.
  const chosen = [...(jointype === 'JOIN_INNER' || jointype === 'JOIN_RIGHT' ? left.references : [])]
  if (jointype === 'JOIN_INNER' || jointype === 'JOIN_LEFT') chosen.push(...right.references)
  const both = together([left, right])
  return { ...both, conditions: [...both.conditions, ...conjuncts(quals, new Set(chosen.map(({ alias }) => alias)))] }
}

function together(parts: readonly Sources[]): Sources {
  return {
    references: parts.flatMap(({ references }) => references),
    conditions: parts.flatMap(({ conditions }) => conditions),
    items: parts.reduce((sum, { items }) => sum + items, 0),
  }
}

type RangeVarNode = Extract<Node, { RangeVar: unknown }>

/** None for CTEs and for schemas that are not ours, such as the catalog. */
export function referencesOf(
  { RangeVar: { relname, schemaname, alias } }: RangeVarNode,
  names: ReadonlySet<string>,
): Reference[] {
  const elsewhere = schemaname !== undefined && schemaname !== 'public'
  const isCte = schemaname === undefined && relname !== undefined && names.has(relname)
  if (relname === undefined || elsewhere || isCte || relname.startsWith('pg_')) return []
  return [{ table: relname, alias: alias?.aliasname ?? relname }]
}

function conjuncts(expression: Node | undefined, holdsFor: ReadonlySet<string>): Condition[] {
  if (!expression) return []
  if ('BoolExpr' in expression && expression.BoolExpr.boolop === 'AND_EXPR')
    return (expression.BoolExpr.args ?? []).flatMap((part) => conjuncts(part, holdsFor))
  return [{ expression, holdsFor }]
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
