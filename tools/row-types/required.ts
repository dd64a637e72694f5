import type { ColumnRef, Node } from 'libpg-query'

/** A column as a statement names it: `n.title`, or `title` without an alias. */
export type Reference = { alias: string | null; name: string }

export function referenceOf({ fields }: ColumnRef): Reference {
  const path = words(fields)
  return { alias: path.at(-2) ?? null, name: path.at(-1) ?? '' }
}

/** `['n', 'title']` of a qualified name. */
export function words(nodes: readonly Node[] | undefined): string[] {
  return (nodes ?? []).flatMap((node) => ('String' in node ? [node.String.sval ?? ''] : []))
}

/** The columns that cannot be null where this condition is true. */
export function requiredBy(condition: Node): Reference[] {
  if ('BoolExpr' in condition) {
    const { boolop, args = [] } = condition.BoolExpr
    return boolop === 'AND_EXPR' ? args.flatMap(requiredBy) : []
  }
  if ('NullTest' in condition) {
    const { nulltesttype, arg } = condition.NullTest
    return nulltesttype === 'IS_NOT_NULL' ? strictIn(arg) : []
  }
  return strictIn('SubLink' in condition ? condition.SubLink.testexpr : condition)
}

const STRICT = new Set(['AEXPR_OP', 'AEXPR_OP_ANY', 'AEXPR_IN', 'AEXPR_LIKE', 'AEXPR_ILIKE', 'AEXPR_BETWEEN'])

/** The columns that make this expression null when they are null. */
function strictIn(node: Node | undefined): Reference[] {
  if (node === undefined) return []
  if ('ColumnRef' in node) return [referenceOf(node.ColumnRef)]
  if ('TypeCast' in node) return strictIn(node.TypeCast.arg)
  if (!('A_Expr' in node)) return []
  const { kind = 'AEXPR_OP', lexpr, rexpr } = node.A_Expr
  return STRICT.has(kind) ? [...strictIn(lexpr), ...strictIn(rexpr)] : []
}

/** The conditions of joins that hold for every row of a FROM item. */
export function joinConditions(item: Node): Node[] {
  if (!('JoinExpr' in item)) return []
  const { jointype, larg, rarg, quals } = item.JoinExpr
  const kept = [
    jointype === 'JOIN_INNER' || jointype === 'JOIN_LEFT' ? larg : undefined,
    jointype === 'JOIN_INNER' || jointype === 'JOIN_RIGHT' ? rarg : undefined,
  ]
  const inner = kept.flatMap((side) => (side ? joinConditions(side) : []))
  return jointype === 'JOIN_INNER' && quals ? [quals, ...inner] : inner
}
