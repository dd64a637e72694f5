import { sql } from 'kysely'
import type { FileId, NoteId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { FoundChange, WatchedSymbol, WatchingNote } from '#features/following/watch.ts'
import type { Note } from '../note.ts'
import { noteColumns, type Row, toNote } from './rows.ts'

/** Arms the watch of a note that nobody changed since it was read, and forgets what it found; false when somebody did. Takes a transaction. */
export async function armWatch(
  db: Db,
  userId: UserId,
  { id, updatedAt }: Pick<Note, 'id' | 'updatedAt'>,
  { at, text, symbol }: { at: Date; text: string; symbol: WatchedSymbol | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update notes set watch_at = ${at}, watch_text = ${text}, watch_fired_at = null,
      watch_symbol = ${symbol && JSON.stringify(symbol)}::jsonb
    where user_id = ${userId} and id = ${id} and updated_at = ${updatedAt} and deleted_at is null
  `.execute(db)
  if (numAffectedRows === 1n) await dropChanges(db, userId, id)
  return numAffectedRows === 1n
}

/** Takes a transaction. */
export async function disarmWatch(db: Db, userId: UserId, id: NoteId): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update notes set watch_at = null, watch_text = null, watch_fired_at = null, watch_symbol = null
    where user_id = ${userId} and id = ${id} and watch_at is not null and deleted_at is null
  `.execute(db)
  if (numAffectedRows === 1n) await dropChanges(db, userId, id)
  return numAffectedRows === 1n
}

async function dropChanges(db: Db, userId: UserId, id: NoteId): Promise<void> {
  await sql`delete from note_changes where user_id = ${userId} and note_id = ${id}`.execute(db)
}

export async function listWatchingFile(db: Db, userId: UserId, fileId: FileId): Promise<WatchingNote[]> {
  const { rows } = await sql<Row & { watchText: string }>`
    select ${noteColumns(userId)}, n.watch_text as "watchText" from notes n
    where n.user_id = ${userId} and n.kind = 'file' and n.file_id = ${fileId} and n.watch_at is not null
      and n.watch_text is not null and n.watch_fired_at is null and n.deleted_at is null
  `.execute(db)
  return rows.flatMap(({ watchText: text, ...row }) =>
    row.watchAt ? [{ note: toNote(row), at: row.watchAt, text, symbol: row.watchSymbol }] : [],
  )
}

/** Also for notes in the trash, whose watch goes on when they are restored. */
export async function isFileWatched(db: Db, userId: UserId, fileId: FileId): Promise<boolean> {
  const { rows } = await sql`
    select from notes n where n.user_id = ${userId} and n.kind = 'file' and n.file_id = ${fileId}
      and n.watch_at is not null and n.watch_fired_at is null limit 1
  `.execute(db)
  return rows.length > 0
}

/** The watches of a repository that are on and that a sync follows, by the path of their file. */
export async function listWatchingRepo(
  db: Db,
  userId: UserId,
  repoName: string,
): Promise<{ id: NoteId; path: string; at: Date }[]> {
  const { rows } = await sql<{ id: NoteId; path: string; at: Date }>`
    select n.id, n.repo_path as path, n.watch_at as at from notes n
    where n.user_id = ${userId} and n.kind = 'repo' and n.repo_name = ${repoName} and n.repo_path is not null
      and n.watch_at is not null and n.watch_fired_at is null and n.deleted_at is null and n.line_start is not null and n.quote_commit is not null
      and (n.followed is null or jsonb_array_length(n.followed -> 'ranges') > 0 or n.watch_symbol is not null)
  `.execute(db)
  return rows
}

/**
 * Turns the watches off and stores what they found. A watch that fired, ended or was armed again meanwhile is skipped. Returns the notes that
 * fired.
 */
export async function fireWatches(
  db: Db,
  userId: UserId,
  changes: readonly FoundChange[],
  now: Date,
): Promise<NoteId[]> {
  const { rows } = await sql<{ id: NoteId }>`
    with fired as (
      update notes n set watch_fired_at = ${now}::timestamptz
      from unnest(${changes.map(({ id }) => id)}::uuid[], ${changes.map(({ at }) => at)}::timestamptz[],
        ${changes.map(({ after }) => after)}::text[]) as c (id, at, after_text)
      where n.user_id = ${userId} and n.id = c.id and n.watch_at = c.at and n.watch_fired_at is null
      returning n.user_id, n.id, n.watch_at, c.after_text
    ), stored as (
      insert into note_changes (user_id, note_id, watch_at, after_text)
      select f.user_id, f.id, f.watch_at, f.after_text from fired f
      returning note_id as id
    )
    select id from stored
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** What the last watch of a note found. */
export type StoredChange = {
  noteId: NoteId
  before: string
  after: string | null
  foundAt: Date
  /** Null: the watch is of lines. */
  symbol: WatchedSymbol | null
}

/** The changes of these notes whose watch has fired. */
export async function listChanges(db: Db, userId: UserId, ids: readonly NoteId[]): Promise<StoredChange[]> {
  const { rows } = await sql<StoredChange>`
    select c.note_id as "noteId", n.watch_text as before, c.after_text as after, n.watch_fired_at as "foundAt",
      n.watch_symbol as symbol
    from note_changes c join notes n on n.user_id = ${userId} and n.id = c.note_id and n.watch_at = c.watch_at
    where c.user_id = ${userId} and c.note_id = any(${ids}::uuid[]) and n.watch_fired_at is not null
      and n.watch_text is not null
  `.execute(db)
  return rows
}
