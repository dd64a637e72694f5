import { parseSync } from 'libpg-query'
import type { Catalog, Column, ForeignKey } from './catalog.ts'
import { volatileCalls } from './expressions.ts'
import './statements.ts'

/** The lists of db/sharding.ts, with which the schema is compared. */
export type SchemaRules = {
  user: Readonly<Record<string, string>>
  directory: Readonly<Record<string, { key: string }>>
  control: Readonly<Record<string, string>>
  workerIndexes: Readonly<Record<string, string>>
  otherMoments: Readonly<Record<string, string>>
}

/** Everything in this schema that prevents distributing it by user. Empty when there is nothing. */
export function checkSchema(catalog: Catalog, rules: SchemaRules): string[] {
  return [
    ...checkLists(catalog, rules),
    ...checkPrimaryKeys(catalog),
    ...checkUserId(catalog, rules),
    ...checkUserKeys(catalog, rules),
    ...checkIndexes(catalog, rules),
    ...checkDirectoryKeys(catalog, rules),
    ...catalog.foreignKeys.flatMap((key) => checkForeignKey(key, rules)),
    ...catalog.triggers.map(({ table, name }) => `${table} has the trigger ${name}: no triggers`),
    ...catalog.columns.flatMap((column) => checkDefault(column, rules)),
    ...catalog.columns.flatMap((column) => checkMoment(column, rules)),
    ...checkStale(catalog, rules),
  ]
}

function listsOf(table: string, { user, directory, control }: SchemaRules): string[] {
  const lists = { user, directory, control }
  return Object.entries(lists).flatMap(([name, list]) => (table in list ? [name] : []))
}

function checkLists({ tables }: Catalog, rules: SchemaRules): string[] {
  return tables.flatMap((table) => {
    const lists = listsOf(table, rules)
    if (lists.length === 1) return []
    return [`${table} stands in ${lists.length === 0 ? 'no list' : lists.join(' and ')} of db/sharding.ts: exactly one`]
  })
}

function checkPrimaryKeys({ tables, keys }: Catalog): string[] {
  const keyed = new Set(keys.filter(({ kind }) => kind === 'primary').map(({ table }) => table))
  return tables.filter((table) => !keyed.has(table)).map((table) => `${table} has no primary key`)
}

function checkUserId({ tables, columns }: Catalog, { user }: SchemaRules): string[] {
  return tables.flatMap((table) => {
    const column = columns.find((candidate) => candidate.table === table && candidate.name === 'user_id')
    return table in user && column?.type !== 'bigint' ? [`${table} has no user_id bigint`] : []
  })
}

function checkUserKeys({ keys }: Catalog, { user }: SchemaRules): string[] {
  const wrong = keys.filter(({ table, columns }) => table in user && columns[0] !== 'user_id')
  return wrong.map(({ table, name, kind }) => `${table}: the ${kind} key ${name} does not start with user_id`)
}

/** Indexes behind a key are checked with that key. */
function checkIndexes({ indexes, keys }: Catalog, { user, workerIndexes }: SchemaRules): string[] {
  const ofKeys = new Set(keys.map(({ name }) => name))
  const loose = indexes.filter(
    ({ table, name, columns }) =>
      table in user && columns[0] !== 'user_id' && !ofKeys.has(name) && !(name in workerIndexes),
  )
  return loose.map(
    ({ table, name }) => `${table}: the index ${name} does not start with user_id and is not named in WORKER_INDEXES`,
  )
}

/** A distributed table can enforce uniqueness only inside one shard. */
function checkDirectoryKeys({ indexes }: Catalog, { directory }: SchemaRules): string[] {
  return indexes.flatMap(({ table, name, unique, columns }) => {
    const key = directory[table]?.key
    if (key === undefined || !unique || columns.includes(key)) return []
    return [`${table}: ${name} is unique without ${key}, the column this directory is distributed by`]
  })
}

function checkForeignKey(key: ForeignKey, rules: SchemaRules): string[] {
  const [from, to] = [listsOf(key.table, rules)[0], listsOf(key.target, rules)[0]]
  const name = `${key.table}: the foreign key ${key.name}`
  if (from !== to && to !== 'control')
    return [`${name} leads from ${from} data to ${to} data: they live on different nodes`]
  if (from !== 'user' || to !== 'user') return []
  const leads = key.columns[0] === 'user_id' && key.targetColumns[0] === 'user_id'
  return leads ? [] : [`${name} does not start with user_id on both sides`]
}

function checkDefault({ table, name, identity, default: value }: Column, { user }: SchemaRules): string[] {
  if (!(table in user)) return []
  const calls = value === null ? [] : volatileCalls(parseSync(`select ${value}`))
  const causes = identity ? ['an identity'] : calls
  return causes.map((cause) => `${table}.${name} gets its value from ${cause}: the application supplies it`)
}

function checkMoment({ table, name, type }: Column, { otherMoments }: SchemaRules): string[] {
  if (!type.startsWith('timestamp') || type === 'timestamp(3) with time zone' || `${table}.${name}` in otherMoments)
    return []
  return [`${table}.${name} is ${type}: moments are timestamptz(3)`]
}

/** Names in the lists must exist, or the lists no longer describe this schema. */
function checkStale({ tables, columns, indexes }: Catalog, rules: SchemaRules): string[] {
  const { user, directory, control, workerIndexes, otherMoments } = rules
  const found = new Set([
    ...tables,
    ...indexes.map(({ name }) => name),
    ...columns.map(({ table, name }) => `${table}.${name}`),
  ])
  const named = [user, directory, control, workerIndexes, otherMoments].flatMap((list) => Object.keys(list))
  return named.filter((name) => !found.has(name)).map((name) => `db/sharding.ts names ${name}, which does not exist`)
}
