import { type RawBuilder, sql } from 'kysely'
import type { NoteId, UserId } from '#base/ids.ts'
import { nextMoment } from '#base/time.ts'
import { onShard, type Shard, shardsOf } from '#platform/db/by-shard.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Occurrence } from '../occurrences.ts'
import type { SeriesColumns } from '../repeat.ts'
import { SERIES_COLUMNS } from './reminders.ts'

type Repeating = SeriesColumns & { nextAt: Date }

/** Locks a pending reminder that has a next occurrence. With a time, only if the reminder still has that time. */
export async function lockRepeating(
  trx: Db,
  userId: UserId,
  noteId: NoteId,
  seen: Date | null,
): Promise<Repeating | null> {
  const { rows } = await sql<Repeating>`
    select r.repeat_next_at as "nextAt", ${SERIES_COLUMNS} from reminders r
    where r.user_id = ${userId} and r.note_id = ${noteId} and r.status = 'pending' and r.repeat_next_at is not null
      and (${seen}::timestamptz is null or r.remind_at = ${seen})
    for update
  `.execute(trx)
  return rows[0] ?? null
}

/** Goes from the acknowledged occurrence to the next one, and remembers the acknowledged one for Undo. */
export async function moveToNext(trx: Db, userId: UserId, noteId: NoteId, next: Occurrence): Promise<void> {
  await sql`
    update reminders r
    set repeat_prev_at = r.remind_at, remind_at = ${next.remindAt}, push_at = ${next.remindAt}, repeat_next_at = ${next.nextAt}
    where r.user_id = ${userId} and r.note_id = ${noteId}
  `.execute(trx)
}

/**
 * Brings the occurrence back that was acknowledged last, unless the next one has begun, which is due itself. A past one is not
 * pushed again, because the user has just seen it.
 */
export async function reopenPrevious(
  db: Db,
  userId: UserId,
  noteId: NoteId,
  seen: Date | null,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update reminders r
    set remind_at = r.repeat_prev_at, repeat_next_at = r.remind_at, repeat_prev_at = null,
      push_at = case when r.repeat_prev_at > ${now} then r.repeat_prev_at end
    where r.user_id = ${userId} and r.note_id = ${noteId} and r.status = 'pending' and r.remind_at > ${now}
      and r.repeat_prev_at is not null and (${seen}::timestamptz is null or r.repeat_prev_at = ${seen})
    returning r.note_id
  `.execute(db)
  return rows.length === 1
}

/**
 * Makes these notes due now, because their code changed. A reminder that is still to come stays, as the next occurrence; one that is due
 * already becomes this one.
 */
export async function beginNow(trx: Db, userId: UserId, noteIds: readonly NoteId[], now: Date): Promise<void> {
  // The key of a delivery contains the time: a second change in the same millisecond would not be delivered.
  const later = nextMoment(now, now)
  await sql`
    insert into reminders as r (user_id, note_id, file_id, remind_at, status, push_at)
    select n.user_id, n.id, n.file_id, ${now}::timestamptz, 'pending', ${now}::timestamptz from notes n
    where n.user_id = ${userId} and n.id = any(${noteIds}::uuid[])
    on conflict (user_id, note_id) do update set
      repeat_next_at = case when r.status = 'pending' and r.remind_at > excluded.remind_at then r.remind_at else r.repeat_next_at end,
      repeat_prev_at = null, status = 'pending', ack_at = null,
      remind_at = case when r.remind_at = excluded.remind_at then ${later}::timestamptz else excluded.remind_at end,
      push_at = case when r.remind_at = excluded.remind_at then ${later}::timestamptz else excluded.push_at end
  `.execute(trx)
}

/** Keeps the current occurrence as a reminder that comes once. False when it does not repeat. */
export async function stopRepeating(db: Db, userId: UserId, noteId: NoteId): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reminders')
    .set({
      repeat_unit: null,
      repeat_interval: null,
      repeat_days: null,
      repeat_from: null,
      repeat_tz: null,
      repeat_next_at: null,
      repeat_prev_at: null,
    })
    .where('user_id', '=', userId)
    .where('note_id', '=', noteId)
    .where('repeat_unit', 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function anyBeginning(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`/* worker */
    select exists (select 1 from reminders r where r.repeat_next_at <= ${now}) as any
  `.execute(db)
  return rows[0]?.any ?? false
}

export type Beginning = Repeating & { userId: UserId; noteId: NoteId }

/**
 * Starts the next occurrence of repeating reminders that have reached it, also of those whose last one was not acknowledged.
 * `start` computes it from the rule, because the time zones of PostgreSQL and of this process may differ. The rows stay locked
 * meanwhile: an acknowledgement waits, and then no longer finds the time that it was bound to. Returns how many were started.
 */
export async function beginOccurrences(
  db: Db,
  now: Date,
  limit: number,
  start: (reminder: Beginning) => Occurrence,
): Promise<number> {
  let begun = 0
  for (const shard of await shardsOf(db, usersWithBeginnings(now, limit)))
    begun += await db.transaction().execute(async (trx) => {
      const found = await lockBeginnings(trx, now, limit - begun, shard)
      if (found.length > 0) await writeBeginnings(trx, found, found.map(start), shard)
      return found.length
    })
  return begun
}

function usersWithBeginnings(now: Date, limit: number): RawBuilder<{ userId: UserId }> {
  return sql`/* worker */
    select r.user_id as "userId" from reminders r where r.repeat_next_at <= ${now} order by r.repeat_next_at limit ${limit}
  `
}

async function lockBeginnings(trx: Db, now: Date, limit: number, shard: Shard): Promise<Beginning[]> {
  const { rows } = await sql<Beginning>`/* worker */
    select r.user_id as "userId", r.note_id as "noteId", r.repeat_next_at as "nextAt", ${SERIES_COLUMNS} from reminders r
    where r.repeat_next_at <= ${now} ${onShard(shard, 'r.user_id')}
    order by r.repeat_next_at limit ${limit} for update skip locked
  `.execute(trx)
  return rows
}

/** The key of a delivery contains the time, so each occurrence is delivered once to each device. */
async function writeBeginnings(
  trx: Db,
  found: readonly Beginning[],
  started: readonly Occurrence[],
  shard: Shard,
): Promise<void> {
  await sql`/* worker */
    update reminders r
    set remind_at = k.remind_at, push_at = k.remind_at, status = 'pending', ack_at = null,
      repeat_next_at = k.next_at, repeat_prev_at = null
    from unnest(${found.map(({ userId }) => userId)}::bigint[], ${found.map(({ noteId }) => noteId)}::uuid[],
      ${started.map(({ remindAt }) => remindAt)}::timestamptz[], ${started.map(({ nextAt }) => nextAt)}::timestamptz[])
      as k (user_id, note_id, remind_at, next_at)
    where r.user_id = k.user_id and r.note_id = k.note_id ${onShard(shard, 'r.user_id')}
  `.execute(trx)
}
