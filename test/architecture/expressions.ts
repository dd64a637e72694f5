import type { Node } from 'libpg-query'
import { isObject } from './levels.ts'

/** Functions whose result depends on when or where they run: a distributed UPDATE may not evaluate them on the nodes. */
const VOLATILE: ReadonlySet<string> = new Set(
  (
    'now transaction_timestamp statement_timestamp clock_timestamp timeofday ' +
    'random gen_random_uuid uuid_generate_v4 uuidv4 uuidv7 nextval setval currval lastval'
  ).split(' '),
)

/** Every node of this kind inside an expression, at any depth. */
function* find(value: unknown, kind: string): Generator<Record<string, unknown>> {
  if (!isObject(value)) return
  for (const [key, child] of Object.entries(value)) {
    if (key === kind && isObject(child)) yield child
    yield* find(child, kind)
  }
}

function has(value: unknown, kind: string): boolean {
  return !find(value, kind).next().done
}

/** `['pg_catalog', 'interval']`: the strings of a qualified name. */
function words(name: unknown): string[] {
  return Array.from(find(name, 'String'), ({ sval }) => (typeof sval === 'string' ? sval : ''))
}

/** The volatile calls in an expression, as SQL. */
export function volatileCalls(expression: unknown): string[] {
  const called = Array.from(find(expression, 'FuncCall'), ({ funcname }) => words(funcname).at(-1) ?? '')
  // The parser does not treat current_timestamp and the like as functions.
  const keywords = Array.from(find(expression, 'SQLValueFunction'), ({ op }) =>
    String(op).replace('SVFOP_', '').toLowerCase(),
  )
  return [
    ...called.filter((name) => VOLATILE.has(name)).map((name) => `${name}()`),
    ...keywords.filter((name) => /time|date/.test(name)),
  ]
}

/** `column + interval`: depends on the session's time zone, so it is not immutable. */
export function addsInterval(expression: unknown): boolean {
  return Array.from(find(expression, 'A_Expr')).some(({ name, lexpr, rexpr }) => {
    if (!['+', '-'].includes(words(name).join(''))) return false
    return (has(lexpr, 'ColumnRef') && isInterval(rexpr)) || (isInterval(lexpr) && has(rexpr, 'ColumnRef'))
  })
}

function isInterval(expression: unknown): boolean {
  const casts = Array.from(find(expression, 'typeName'), ({ names }) => words(names).at(-1))
  const calls = Array.from(find(expression, 'FuncCall'), ({ funcname }) => words(funcname).at(-1))
  return casts.includes('interval') || calls.includes('make_interval')
}

/** In `n.user_id = $1` the alias `n`; '' when the column is unqualified; null for any other condition. */
export function boundAlias(condition: Node): string | null {
  if (!('A_Expr' in condition)) return null
  const { kind, name, lexpr, rexpr } = condition.A_Expr
  if (kind !== 'AEXPR_OP' || words(name).join('') !== '=' || !lexpr || !rexpr) return null
  if (isParameter(rexpr)) return userColumn(lexpr)
  if (isParameter(lexpr)) return userColumn(rexpr)
  return null
}

function isParameter(node: Node): boolean {
  if ('TypeCast' in node) return node.TypeCast.arg !== undefined && isParameter(node.TypeCast.arg)
  return 'ParamRef' in node
}

function userColumn(node: Node): string | null {
  if (!('ColumnRef' in node)) return null
  const path = words(node.ColumnRef.fields)
  return path.at(-1) === 'user_id' ? (path.at(-2) ?? '') : null
}
