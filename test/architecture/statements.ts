import { type InsertStmt, type Node, type RangeVar, type ResTarget, loadModule, parseSync } from 'libpg-query'
import type { ShardingRules } from '../../db/sharding.ts'
import { addsInterval, boundAlias, volatileCalls } from './expressions.ts'
import { type Level, type Reference, type Sources, levelsOf, referencesOf, sourcesOf } from './levels.ts'

// The parser is PostgreSQL's own, compiled to WebAssembly.
await loadModule()

/** A statement of the worker: it runs on each node's own shards, so it need not name a user. */
export function isWorkerStatement(sql: string): boolean {
  return /^\s*\/\*\s*worker\s*\*\//.test(sql)
}

/** A statement of an admin's page: it asks every shard, one page of rows at a time, and only reads. */
function isAdminStatement(sql: string): boolean {
  return /^\s*\/\*\s*(unnamed, )?admin\s*\*\//.test(sql)
}

/** Why this statement could not run on user data that is distributed by `user_id`. Empty when it can. */
export function checkStatement(sql: string, rules: ShardingRules): string[] {
  const parsed = parse(sql)
  if (typeof parsed === 'string') return [`cannot be parsed: ${parsed}`]
  const levels = parsed.flatMap((statement) => levelsOf(statement))
  const worker = isWorkerStatement(sql)
  const admin = isAdminStatement(sql)
  const complaints = [
    ...checkListed(levels, rules),
    ...levels.flatMap((level) => checkLevel(level, rules, { worker, everywhere: worker || admin })),
    ...(admin && levels.some(({ kind }) => kind !== 'SelectStmt') ? ['a statement of an admin only reads'] : []),
    ...checkMixing(levels, rules),
  ]
  return [...new Set(complaints)]
}

function parse(sql: string): unknown[] | string {
  try {
    return parseSync(sql).stmts ?? []
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

type Mark = { worker: boolean; everywhere: boolean }

function checkLevel(level: Level, rules: ShardingRules, { worker, everywhere }: Mark): string[] {
  const sources = sourcesOf(level)
  const unbound = everywhere ? [] : checkBound(sources, rules)
  if (level.kind === 'SelectStmt') return [...unbound, ...checkSelect(level, sources, rules, worker)]
  if (level.kind === 'InsertStmt') return checkInsert(level.node, rules)
  if (level.kind === 'MergeStmt') return ['uses MERGE: write insert … on conflict']
  if (level.kind === 'DeleteStmt') return unbound
  const table = level.node.relation?.relname ?? ''
  return [...unbound, ...checkUpdate(table, level.node.targetList, level.node.whereClause, rules)]
}

/** Every user table must filter its user by a parameter; with another table's column the query goes to all shards. */
function checkBound({ references, conditions, items }: Sources, rules: ShardingRules): string[] {
  const isBound = ({ alias }: Reference) =>
    conditions.some(({ expression, holdsFor }) => {
      const bound = boundAlias(expression)
      return holdsFor.has(alias) && (bound === alias || (bound === '' && items === 1))
    })
  const loose = references.filter((reference) => rules.userTables.has(reference.table) && !isBound(reference))
  return loose.map(({ table, alias }) => `reads ${describe(table, alias)} without ${alias}.user_id = $n`)
}

function describe(table: string, alias: string): string {
  return table === alias ? table : `${table} as ${alias}`
}

function checkSelect(
  level: Extract<Level, { kind: 'SelectStmt' }>,
  sources: Sources,
  rules: ShardingRules,
  worker: boolean,
): string[] {
  const { limitOffset, lockingClause = [] } = level.node
  const skips = lockingClause.some(
    (node) => 'LockingClause' in node && node.LockingClause.waitPolicy === 'LockWaitSkip',
  )
  const claimed = sources.references.filter(({ table }) => rules.userTables.has(table))
  return [
    ...(limitOffset ? ['uses OFFSET: page by a cursor'] : []),
    ...(skips && !worker
      ? claimed.map(
          ({ table }) => `claims ${table} with SKIP LOCKED: only a statement that starts with /* worker */ may`,
        )
      : []),
  ]
}

function checkInsert(node: InsertStmt, rules: ShardingRules): string[] {
  const table = node.relation?.relname ?? ''
  const conflict = node.onConflictClause
  const changes = checkUpdate(table, conflict?.targetList, conflict?.whereClause, rules)
  if (!rules.userTables.has(table)) return changes
  const columns = targets(node.cols).map(({ name }) => name)
  return [
    ...(columns.includes('user_id') ? [] : [`inserts into ${table} without the column user_id`]),
    ...(table !== 'users' && volatileCalls(node.selectStmt).includes('nextval()')
      ? [`takes an id for ${table} from a sequence: ids come from the application`]
      : []),
    ...checkConflictTarget(table, node),
    ...changes,
  ]
}

function checkConflictTarget(table: string, { onConflictClause }: InsertStmt): string[] {
  const infer = onConflictClause?.infer
  if (!infer) return []
  const columns = (infer.indexElems ?? []).flatMap((node) => ('IndexElem' in node ? [node.IndexElem.name] : []))
  return columns.includes('user_id') ? [] : [`on conflict of ${table} does not name user_id among its columns`]
}

/** SET of an UPDATE or of ON CONFLICT: on distributed tables timestamps are parameters and user_id does not change. */
function checkUpdate(table: string, list: Node[] | undefined, where: Node | undefined, rules: ShardingRules): string[] {
  if (!rules.userTables.has(table) && !rules.directoryTables.has(table)) return []
  const set = targets(list)
  const calls = volatileCalls([set, where])
  return [
    ...(set.some(({ name }) => name === 'user_id') ? [`changes user_id of ${table}: it never changes`] : []),
    ...calls.map((call) => `calls ${call} in an update of ${table}: pass the value as a parameter`),
    ...(addsInterval(set) ? [`adds an interval to a column of ${table}: compute the moment in the application`] : []),
  ]
}

function targets(list: Node[] | undefined): ResTarget[] {
  return (list ?? []).flatMap((node) => ('ResTarget' in node ? [node.ResTarget] : []))
}

function checkListed(levels: readonly Level[], rules: ShardingRules): string[] {
  const isListed = (table: string) =>
    [rules.userTables, rules.directoryTables, rules.controlTables].some((list) => list.has(table))
  // A day's partition is listed with the table it is a part of.
  const whole = (table: string) => table.replace(/_(\d{8}|default)$/, '')
  return tablesOf(levels).flatMap((table) =>
    isListed(whole(table)) ? [] : [`${table} stands in no list of db/sharding.ts`],
  )
}

/** Directories are distributed by another key, so one statement cannot be routed to both. */
function checkMixing(levels: readonly Level[], rules: ShardingRules): string[] {
  const tables = tablesOf(levels)
  const [user, directory] = [rules.userTables, rules.directoryTables].map((list) =>
    tables.find((table) => list.has(table)),
  )
  if (user === undefined || directory === undefined) return []
  return [`joins the directory ${directory} with user data of ${user}: use two statements`]
}

function tablesOf(levels: readonly Level[]): string[] {
  const written = levels.flatMap((level) => {
    const target: RangeVar | undefined = level.kind === 'SelectStmt' ? undefined : level.node.relation
    return target ? referencesOf({ RangeVar: target }, new Set()) : []
  })
  return [...written, ...levels.flatMap((level) => sourcesOf(level).references)].map(({ table }) => table)
}
