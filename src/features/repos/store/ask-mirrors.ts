import { type RawBuilder, sql } from 'kysely'
import { isCitus } from '#platform/db/by-shard.ts'
import type { Db } from '#platform/db/pool.ts'
import type { MirrorId } from '../repo.ts'

/**
 * Runs a query for all mirrors, until there are `enough` rows. On Citus each mirror is asked in a statement of its own, because they are on different shards:
 * `onShard` then chooses the shard of the lists `l` and of the files `f`.
 */
export async function askMirrors<Row>(
  db: Db,
  mirrorIds: readonly MirrorId[],
  enough: number,
  query: (ids: readonly MirrorId[], onShard: RawBuilder<unknown>) => RawBuilder<Row>,
): Promise<Row[]> {
  if (!(await isCitus(db))) return (await query(mirrorIds, sql``).execute(db)).rows
  const found: Row[] = []
  for (const id of mirrorIds) {
    const { rows } = await query([id], sql`and l.mirror_id = ${id} and f.mirror_id = ${id}`).execute(db)
    if (found.push(...rows) >= enough) break
  }
  return found
}
