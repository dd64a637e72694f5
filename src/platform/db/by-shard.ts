import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '#base/ids.ts'
import { type Db, sourceOf } from './pool.ts'

/**
 * Users whose rows are on one shard of Citus; null on plain PostgreSQL, where all rows are together.
 *
 * Citus runs a statement on one shard as PostgreSQL would, with limits, row locks and joins, and rejects such a statement over
 * several shards. Statements of the worker are therefore sent once per shard, with `onShard` for each table that they read.
 */
export type Shard = readonly UserId[] | null

const known = new WeakMap<Db, boolean>()

export async function isCitus(db: Db): Promise<boolean> {
  const answer = known.get(sourceOf(db))
  if (answer !== undefined) return answer
  const { rows } = await sql`select from pg_extension where extname = 'citus'`.execute(db)
  known.set(sourceOf(db), rows.length > 0)
  return rows.length > 0
}

/** The condition that keeps a statement on its shard. */
export function onShard(shard: Shard, column: string): RawBuilder<unknown> {
  return shard === null ? sql`` : sql`and ${sql.ref(column)} = any(${shard}::bigint[])`
}

/** The shards of the users that `find` selects; on plain PostgreSQL `find` is not sent. */
export async function shardsOf(db: Db, find: RawBuilder<{ userId: UserId }>): Promise<Shard[]> {
  if (!(await isCitus(db))) return [null]
  const { rows } = await find.execute(db)
  return groupByShard(db, rows)
}

/** Runs a statement for the rows of each shard, and returns all results. */
export async function forEachShard<Row extends { userId: UserId }, Result>(
  db: Db,
  rows: readonly Row[],
  run: (rows: readonly Row[], shard: Shard) => Promise<readonly Result[]>,
): Promise<Result[]> {
  if (!(await isCitus(db))) return [...(await run(rows, null))]
  const results: Result[] = []
  for (const shard of await groupByShard(db, rows)) {
    const own = rows.filter(({ userId }) => shard.includes(userId))
    results.push(...(await run(own, shard)))
  }
  return results
}

async function groupByShard(db: Db, rows: readonly { userId: UserId }[]): Promise<UserId[][]> {
  const users = [...new Set(rows.map(({ userId }) => userId))]
  const { rows: found } = await sql<{ userId: UserId; shard: string }>`
    select u as "userId", get_shard_id_for_distribution_column('users', u)::text as shard
    from unnest(${users}::bigint[]) u
  `.execute(db)
  return [...Map.groupBy(found, ({ shard }) => shard).values()].map((group) => group.map(({ userId }) => userId))
}
