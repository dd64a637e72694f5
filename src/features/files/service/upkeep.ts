import type { UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { JobCtx } from '#platform/jobs/job.ts'
import { countersRepaired } from '../events.ts'
import { HEAVY_FILES } from '../search.ts'
import { holdCounts, peopleAfter, repairCounts } from '../store/counts.ts'
import { findGrown, indexSome, makeHeavy } from '../store/search-docs.ts'
import { purgeExpired } from './trash.ts'

const USERS_A_ROUND = 10

/** Everything past its date, batch by batch. */
export async function emptyTrash({ db, clock, progress, signal }: JobCtx): Promise<void> {
  let purged = 0
  for (let batch = 1; batch > 0 && !signal.aborted; purged += batch) {
    batch = await purgeExpired(db, clock())
    progress(purged + batch)
  }
}

/** People whose library has grown are searched through the trigram index from then on. */
export async function growIndexes({ db, progress, signal }: JobCtx): Promise<void> {
  const grown = await findGrown(db, HEAVY_FILES, USERS_A_ROUND)
  for (const [done, userId] of grown.entries()) {
    if (signal.aborted) return
    await growHeavy(db, userId)
    progress(done + 1, grown.length)
  }
}

const PEOPLE_A_STEP = 200

/** Counts every library anew. A counter that differs is set right, and told: it means that a save forgot one. */
export async function checkCounters({ db, emit, progress, signal }: JobCtx): Promise<void> {
  let checked = 0
  let repaired = 0
  for (let people = await peopleAfter(db, null, PEOPLE_A_STEP); people.length > 0 && !signal.aborted;) {
    for (const userId of people) repaired += await checkPerson(db, userId)
    checked += people.length
    progress(checked)
    people = await peopleAfter(db, people.at(-1) ?? null, PEOPLE_A_STEP)
  }
  if (repaired > 0) emit(countersRepaired, { count: repaired })
}

/** Saves of this person wait meanwhile, some milliseconds: a count beside a moving library would repair what is right. */
function checkPerson(db: Db, userId: UserId): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await holdCounts(trx, userId)
    return repairCounts(trx, userId)
  })
}

/** Most of it before anything relies on it, so that saving never waits long; the last ones together with the switch. */
async function growHeavy(db: Db, userId: UserId): Promise<void> {
  while (await db.transaction().execute((trx) => indexSome(trx, userId)));
  await db.transaction().execute((trx) => makeHeavy(trx, userId))
}
