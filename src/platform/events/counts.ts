import { sql } from 'kysely'
import { ROLLUPS } from '#base/rollups.ts'
import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import type { Db } from '../db/pool.ts'

/** The bucket lengths, as a table for joins. */
export const BUCKETS = sql`(values ${sql.join(ROLLUPS.map(({ seconds }) => sql`(${sql.lit(seconds)})`))}) as bucket (seconds)`

/** The start of the bucket of a timestamp. */
export const bucketOf = (at: string) => sql`date_bin(make_interval(secs => bucket.seconds), ${sql.ref(at)}, 'epoch')`

const BATCH = 5_000

/** Deletes in batches, so that no statement comes near its timeout. Returns the number of deleted rows. */
export async function deleteOldCounts(db: Db, now: Date, signal?: AbortSignal): Promise<number> {
  let dropped = 0
  for (const { seconds, keptDays } of ROLLUPS) {
    // The counts are kept as long as the events of their day: a recount must find the same.
    const before = startOfDay(addSeconds(now, -keptDays * SECONDS_PER_DAY))
    for (const drop of [dropEventCounts, dropRequestCounts]) {
      for (let rows = BATCH; rows === BATCH && !signal?.aborted; dropped += rows) rows = await drop(db, seconds, before)
    }
  }
  return dropped
}

async function dropEventCounts(db: Db, seconds: number, before: Date): Promise<number> {
  const { rows } = await sql`
    delete from event_counts where (seconds, at, event, severity) in (
      select seconds, at, event, severity from event_counts where seconds = ${seconds} and at < ${before} limit ${BATCH}
    ) returning 1
  `.execute(db)
  return rows.length
}

async function dropRequestCounts(db: Db, seconds: number, before: Date): Promise<number> {
  const { rows } = await sql`
    delete from request_counts where (seconds, at, method, route) in (
      select seconds, at, method, route from request_counts where seconds = ${seconds} and at < ${before} limit ${BATCH}
    ) returning 1
  `.execute(db)
  return rows.length
}

function startOfDay(moment: Date): Date {
  return new Date(`${moment.toISOString().slice(0, 10)}T00:00:00Z`)
}
