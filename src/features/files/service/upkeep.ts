import type { UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { JobCtx } from '#platform/jobs/job.ts'
import { countersRepaired } from '../events.ts'
import { HEAVY_FILES } from '../search-index.ts'
import { lockCounts, listUserIdsAfter, repairCounts } from '../store/counts.ts'
import { findGrown, indexSome, makeHeavy } from '../store/search-docs.ts'
import { purgeExpired } from './trash.ts'

const USERS_A_ROUND = 10

/** Purges everything past its purge date, batch by batch. */
export async function emptyTrash({ db, clock, progress, signal }: JobCtx): Promise<void> {
  let purged = 0
  for (let batch = 1; batch > 0 && !signal.aborted; purged += batch) {
    batch = await purgeExpired(db, clock())
    progress(purged + batch)
  }
}

/** Switches users whose library has grown to searching through the trigram index. */
export async function growIndexes({ db, progress, signal }: JobCtx): Promise<void> {
  const grown = await findGrown(db, HEAVY_FILES, USERS_A_ROUND)
  for (const [done, userId] of grown.entries()) {
    if (signal.aborted) return
    await growHeavy(db, userId)
    progress(done + 1, grown.length)
  }
}

const PEOPLE_A_STEP = 200

/** Recounts every library. A counter that differs is repaired and reported by an event: it means that a save missed an update. */
export async function checkCounters({ db, emit, progress, signal }: JobCtx): Promise<void> {
  let checked = 0
  let repaired = 0
  for (let people = await listUserIdsAfter(db, null, PEOPLE_A_STEP); people.length > 0 && !signal.aborted;) {
    for (const userId of people) repaired += await checkPerson(db, userId)
    checked += people.length
    progress(checked)
    people = await listUserIdsAfter(db, people.at(-1) ?? null, PEOPLE_A_STEP)
  }
  if (repaired > 0) emit(countersRepaired, { count: repaired })
}

/** Blocks saves of this user for some milliseconds: counting while files change would "repair" correct counters. */
function checkPerson(db: Db, userId: UserId): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await lockCounts(trx, userId)
    return repairCounts(trx, userId)
  })
}

/** Indexes most files before the switch, so that a save never waits long; the last ones are indexed in its transaction. */
async function growHeavy(db: Db, userId: UserId): Promise<void> {
  while (await db.transaction().execute((trx) => indexSome(trx, userId)));
  await db.transaction().execute((trx) => makeHeavy(trx, userId))
}
