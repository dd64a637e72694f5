import type { UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import { HEAVY_FILES } from '../search.ts'
import { findGrown, indexSome, makeHeavy } from '../store/search-docs.ts'
import { purgeExpired } from './trash.ts'

const USERS_A_ROUND = 10

/** What the library needs from time to time, in small transactions; a round that was cut short is continued by the next. */
export async function upkeep(db: Db, now: Date): Promise<{ purged: number; indexed: number }> {
  let purged = 0
  for (let batch = await purgeExpired(db, now); batch > 0; batch = await purgeExpired(db, now)) purged += batch
  const grown = await findGrown(db, HEAVY_FILES, USERS_A_ROUND)
  for (const userId of grown) await growHeavy(db, userId)
  return { purged, indexed: grown.length }
}

/** Most of it before anything relies on it, so that saving never waits long; the last ones together with the switch. */
async function growHeavy(db: Db, userId: UserId): Promise<void> {
  while (await db.transaction().execute((trx) => indexSome(trx, userId)));
  await db.transaction().execute((trx) => makeHeavy(trx, userId))
}
