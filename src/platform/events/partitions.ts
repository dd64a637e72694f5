import { sql } from 'kysely'
import { EVENTS_KEPT_DAYS } from '#base/rollups.ts'
import { SECONDS_PER_DAY, addSeconds } from '#base/time.ts'
import type { Db } from '../db/pool.ts'

/** Creates the partitions of today and the days ahead. Called at every start and by the worker; idempotent. */
export async function ensureEventPartitions(db: Db, now: Date, daysAhead = 7): Promise<void> {
  const days = Array.from({ length: daysAhead + 1 }, (_, i) => dayOf(addSeconds(now, i * SECONDS_PER_DAY)))
  await db.transaction().execute(async (trx) => {
    // Two processes that start together would both try to create the same table.
    await sql`select pg_advisory_xact_lock(7267002)`.execute(trx)
    for (const day of days) await createDay(trx, day)
  })
}

/** Drops whole days: dropping a table costs nothing, deleting its rows would. */
export async function dropOldEventPartitions(db: Db, now: Date, keptDays = EVENTS_KEPT_DAYS): Promise<number> {
  const oldest = `events_${dayOf(addSeconds(now, -keptDays * SECONDS_PER_DAY)).replaceAll('-', '')}`
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'events'::regclass and c.relname ~ '^events_[0-9]{8}$' and c.relname < ${oldest}
  `.execute(db)
  for (const { name } of rows) await sql`drop table ${sql.table(name)}`.execute(db)
  return rows.length
}

async function createDay(db: Db, day: string): Promise<void> {
  const name = `events_${day.replaceAll('-', '')}`
  const { rows } = await sql`select where to_regclass(${name}) is null`.execute(db)
  if (rows.length === 0) return
  const from = sql.lit(`${day}T00:00:00Z`)
  const to = sql.lit(`${dayOf(addSeconds(new Date(`${day}T00:00:00Z`), SECONDS_PER_DAY))}T00:00:00Z`)
  const table = sql.table(name)
  // Otherwise another process adds a row after ours were moved, and this start fails. Its batch fails instead and is retried.
  await sql`lock table events_default in access exclusive mode`.execute(db)
  await sql`create table ${table} (like events including all)`.execute(db)
  // Rows inserted before their day had a partition are in the default one, and would forbid the new one.
  await sql`
    with moved as (delete from events_default where at >= ${from} and at < ${to} returning *)
    insert into ${table} select * from moved
  `.execute(db)
  await sql`alter table events attach partition ${table} for values from (${from}) to (${to})`.execute(db)
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}
