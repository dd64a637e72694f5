import { sql, type UpdateObject } from 'kysely'
import type { BoardId, FileId, NoteId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Tables } from '#platform/db/tables.ts'
import type { Delivery, Reminder } from '../reminder.ts'
import type { Series, SeriesColumns } from '../repeat.ts'
import type { Summary } from '../summary.ts'

/** Excludes notes in the trash. Two small partial indexes answer, so the table itself is not read. */
const isLive = (userId: UserId) => sql`
  not exists (select from notes t where t.user_id = ${userId} and t.id = r.note_id and t.deleted_at is not null)
  and not exists (select from files f where f.user_id = ${userId} and f.id = r.file_id and f.deleted_at is not null)`

export async function summarise(db: Db, userId: UserId, now: Date): Promise<Summary> {
  const { rows } = await sql<Summary>`
    select
      (select count(*)::int from reminders r
        where r.user_id = ${userId} and r.status = 'pending' and r.remind_at <= ${now} and ${isLive(userId)}) as due,
      (select r.remind_at from reminders r
        where r.user_id = ${userId} and r.status = 'pending' and r.remind_at > ${now} and ${isLive(userId)}
        order by r.remind_at limit 1) as next
  `.execute(db)
  return rows[0] ?? { due: 0, next: null }
}

export type Row = Reminder &
  SeriesColumns & {
    start: string
    title: string
    anchorId: string | null
    anchorText: string | null
    lineStart: number | null
    fileName: string | null
    boardId: BoardId | null
    boardName: string | null
    repoName: string | null
    repoPath: string | null
    /** Since when the watch of the note is off, because the code changed. */
    changedAt: Date | null
  }

/** Enough for six words of any language, without reading the whole text of a long note. */
const START_CHARS = 600

/** The columns of the rule of a reminder `r`. */
export const SERIES_COLUMNS = sql`
  r.repeat_unit as "repeatUnit", r.repeat_interval as "repeatInterval", r.repeat_days as "repeatDays",
  r.repeat_from as "repeatFrom", r.repeat_tz as "repeatTz"`

/** The columns of a reminder `r` and its note `n` for lists and notifications. */
export const SHOWN_COLUMNS = sql`
  r.note_id as "noteId", r.file_id as "fileId", r.remind_at as "remindAt", r.status, r.ack_at as "ackAt",
  ${SERIES_COLUMNS},
  left(n.content, ${sql.lit(START_CHARS)}) as start, n.title, n.anchor_id as "anchorId", n.anchor_text as "anchorText",
  n.line_start as "lineStart", n.board_id as "boardId", n.repo_name as "repoName", n.repo_path as "repoPath",
  n.watch_fired_at as "changedAt"`

const shown = (userId: UserId) => sql`
  select ${SHOWN_COLUMNS},
    (select split_part(f.file_name, '/', -1) from files f where f.user_id = ${userId} and f.id = n.file_id) as "fileName",
    (select b.name from boards b where b.user_id = ${userId} and b.id = n.board_id) as "boardName"
  from reminders r join notes n on n.user_id = ${userId} and n.id = r.note_id`

/** Oldest due first. */
export async function listDue(db: Db, userId: UserId, now: Date, limit: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    ${shown(userId)}
    where r.user_id = ${userId} and r.status = 'pending' and r.remind_at <= ${now} and ${isLive(userId)}
    order by r.remind_at, r.note_id limit ${limit}
  `.execute(db)
  return rows
}

/** Pending reminders that are not due yet, soonest first. */
export async function listAhead(db: Db, userId: UserId, now: Date, limit: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    ${shown(userId)}
    where r.user_id = ${userId} and r.status = 'pending' and r.remind_at > ${now} and ${isLive(userId)}
    order by r.remind_at, r.note_id limit ${limit}
  `.execute(db)
  return rows
}

export async function find(db: Db, userId: UserId, noteId: NoteId): Promise<Row | null> {
  const { rows } = await sql<Row>`
    ${shown(userId)} where r.user_id = ${userId} and r.note_id = ${noteId} and ${isLive(userId)}
  `.execute(db)
  return rows[0] ?? null
}

export async function deliveriesOf(db: Db, userId: UserId, noteId: NoteId): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    select d.remind_at as "remindAt", d.status, d.attempts, d.next_at as "nextAt", d.ended_at as "endedAt",
      (select s.device from push_subscriptions s where s.user_id = ${userId} and s.endpoint_hash = d.endpoint_hash) as device
    from reminder_deliveries d where d.user_id = ${userId} and d.note_id = ${noteId}
    order by d.remind_at desc, d.endpoint_hash limit 50
  `.execute(db)
  return rows
}

export type NewReminder = {
  noteId: NoteId
  fileId: FileId | null
  remindAt: Date
  series: Series | null
  nextAt: Date | null
}

/** Upserts the one record of a note: of two concurrent writes, the later one wins. */
export async function arm(
  db: Db,
  userId: UserId,
  { noteId, fileId, remindAt, series, nextAt }: NewReminder,
): Promise<void> {
  const armed = {
    remind_at: remindAt,
    status: 'pending',
    ack_at: null,
    push_at: remindAt,
    ...seriesValues(series),
    repeat_next_at: nextAt,
    repeat_prev_at: null,
  } as const
  await db
    .insertInto('reminders')
    .values({ user_id: userId, note_id: noteId, file_id: fileId, ...armed })
    .onConflict((conflict) => conflict.columns(['user_id', 'note_id']).doUpdateSet(armed))
    .execute()
}

/** The columns of a rule for an insert or an update. */
export function seriesValues(series: Series | null) {
  return {
    repeat_unit: series?.unit ?? null,
    repeat_interval: series === null || series.unit === 'weekday' ? null : series.interval,
    repeat_days: series?.unit === 'weekday' ? series.days : null,
    repeat_from: series?.from ?? null,
    repeat_tz: series?.tz ?? null,
  }
}

/** Only a pending reminder: an acknowledged one is not revived. With a time, only if the reminder still has that time. */
export async function postpone(
  db: Db,
  userId: UserId,
  noteId: NoteId,
  remindAt: Date,
  seen: Date | null,
): Promise<boolean> {
  return change(
    db,
    userId,
    { noteId, status: 'pending', seen },
    {
      remind_at: remindAt,
      push_at: remindAt,
      repeat_prev_at: null,
    },
  )
}

/** Closes the record of a reminder without a next occurrence in one write. With a time, only if it still has that time. */
export async function acknowledge(
  db: Db,
  userId: UserId,
  noteId: NoteId,
  seen: Date | null,
  now: Date,
): Promise<boolean> {
  const closed = { status: 'acknowledged', ack_at: now, push_at: null } as const
  return change(db, userId, { noteId, status: 'pending', seen, isLast: true }, closed)
}

/**
 * Reopens an acknowledged reminder. It is pushed at its time if that is still to come; a past one is not pushed again, because the
 * user has just seen it.
 */
export async function reopen(db: Db, userId: UserId, noteId: NoteId, seen: Date | null, now: Date): Promise<boolean> {
  const pushAt = sql<Date | null>`case when remind_at > ${now} then remind_at end`
  const reopened = { status: 'pending', ack_at: null, push_at: pushAt } as const
  return change(db, userId, { noteId, status: 'acknowledged', seen }, reopened)
}

/** `isLast`: only a reminder without a next occurrence. */
type Expected = { noteId: NoteId; status: 'pending' | 'acknowledged'; seen: Date | null; isLast?: true }

/** Changes a reminder that still has this status and, where the user saw a time, this time; false when it has not. */
async function change(
  db: Db,
  userId: UserId,
  { noteId, status, seen, isLast }: Expected,
  to: UpdateObject<Tables, 'reminders'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reminders')
    .set(to)
    .where('user_id', '=', userId)
    .where('note_id', '=', noteId)
    .where('status', '=', status)
    .$if(seen !== null, (query) => query.where('remind_at', '=', seen))
    .$if(isLast === true, (query) => query.where('repeat_next_at', 'is', null))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function remove(db: Db, userId: UserId, noteId: NoteId): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('reminders')
    .where('user_id', '=', userId)
    .where('note_id', '=', noteId)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
