import { type RawBuilder, sql } from 'kysely'
import { foldForSearch } from '#base/fold.ts'
import type { BoardId, FileId, NoteId, UserId } from '#base/ids.ts'
import { onShard, shardsOf } from '#platform/db/by-shard.ts'
import type { Db } from '#platform/db/pool.ts'
import { PLACES_KEPT } from '#features/following/place.ts'
import { canWatchText } from '#features/following/watch.ts'
import { attachedPlace, type Note, type Target } from '../note.ts'
import { columnsOf, noteColumns, type Row, toNote } from './rows.ts'

export async function findNote(db: Db, userId: UserId, id: NoteId): Promise<Note | null> {
  const { rows } = await sql<Row>`
    select ${noteColumns(userId)} from notes n where n.user_id = ${userId} and n.id = ${id} and n.deleted_at is null
  `.execute(db)
  return rows[0] ? toNote(rows[0]) : null
}

/** Those of the notes that exist and are not in the trash. */
export async function findNotes(db: Db, userId: UserId, ids: readonly NoteId[]): Promise<Note[]> {
  const { rows } = await sql<Row>`
    select ${noteColumns(userId)} from notes n
    where n.user_id = ${userId} and n.id = any(${ids}::uuid[]) and n.deleted_at is null order by n.id
  `.execute(db)
  return rows.map(toNote)
}

/** Finds the note and locks its row until the transaction ends. */
export async function lockNote(db: Db, userId: UserId, id: NoteId): Promise<Note | null> {
  const { rows } = await sql<Row>`
    select ${noteColumns(userId)} from notes n where n.user_id = ${userId} and n.id = ${id} and n.deleted_at is null for update
  `.execute(db)
  return rows[0] ? toNote(rows[0]) : null
}

/** Oldest first. */
export async function listNotes(db: Db, userId: UserId, target: Target): Promise<Note[]> {
  const { rows } = await sql<Row>`
    select ${noteColumns(userId)} from notes n where n.user_id = ${userId} and ${onTarget(target)} and n.deleted_at is null order by n.id
  `.execute(db)
  return rows.map(toNote)
}

/** Those of the notes that may have moved or be lost: the file has newer versions than their lines, or it is in a repository. */
export async function findMovable(db: Db, userId: UserId, ids: readonly NoteId[]): Promise<Note[]> {
  const { rows } = await sql<Row>`
    select ${noteColumns(userId)} from notes n left join files f on f.user_id = ${userId} and f.id = n.file_id
    where n.user_id = ${userId} and n.id = any(${ids}::uuid[]) and n.deleted_at is null
      and (n.kind = 'repo' or (n.line_start is not null and f.version > n.quote_version))
  `.execute(db)
  return rows.map(toNote)
}

export async function countNotes(db: Db, userId: UserId): Promise<number> {
  return count(db, sql`n.user_id = ${userId}`)
}

export async function countOnTarget(db: Db, userId: UserId, target: Target): Promise<number> {
  return count(db, sql`n.user_id = ${userId} and ${onTarget(target)}`)
}

/** Counts the notes of each board; a board without notes is not in the result. */
export async function countByBoard(db: Db, userId: UserId): Promise<Map<BoardId, number>> {
  const { rows } = await sql<{ boardId: BoardId; n: number }>`
    select n.board_id as "boardId", count(*)::int as n from notes n
    where n.user_id = ${userId} and n.kind = 'board' and n.board_id is not null and n.deleted_at is null
    group by n.board_id
  `.execute(db)
  return new Map(rows.map(({ boardId, n }) => [boardId, n]))
}

/** Counts the notes of each of these files; a file without notes is not in the result. */
export async function countNotesByFile(db: Db, userId: UserId, ids: readonly FileId[]): Promise<Map<FileId, number>> {
  const { rows } = await sql<{ fileId: FileId; n: number }>`
    select n.file_id as "fileId", count(*)::int as n from notes n
    where n.user_id = ${userId} and n.kind = 'file' and n.file_id = any(${ids}::uuid[]) and n.deleted_at is null
    group by n.file_id
  `.execute(db)
  return new Map(rows.map(({ fileId, n }) => [fileId, n]))
}

async function count(db: Db, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from notes n where ${where} and n.deleted_at is null`.execute(db)
  return rows[0]?.n ?? 0
}

function onTarget(target: Target): RawBuilder<unknown> {
  switch (target.kind) {
    case 'file':
      return sql`n.kind = 'file' and n.file_id = ${target.fileId}`
    case 'board':
      return sql`n.kind = 'board' and n.board_id = ${target.boardId}`
    case 'repo':
      return sql`n.kind = 'repo' and n.repo_name = ${target.repoName} and n.repo_path = ${target.repoPath}`
  }
}

export async function insertNote(db: Db, userId: UserId, note: Note): Promise<void> {
  const { target } = note
  await db
    .insertInto('notes')
    .values({
      user_id: userId,
      id: note.id,
      kind: target.kind,
      file_id: target.kind === 'file' ? target.fileId : null,
      board_id: target.kind === 'board' ? target.boardId : null,
      repo_name: target.kind === 'repo' ? target.repoName : null,
      repo_path: target.kind === 'repo' ? target.repoPath : null,
      ...columnsOf(note, folded(note)),
      places: sql`${JSON.stringify(note.places ?? [])}::jsonb`,
      created_at: note.createdAt,
    })
    .execute()
}

/** Updates the note only if no concurrent writer changed it since `seen`: the UPDATE itself compares. */
export async function swapNote(db: Db, userId: UserId, note: Note, seen: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notes')
    .set({
      ...columnsOf(note, folded(note)),
      // A sync may have followed the note since it was read. Other lines were not followed yet.
      followed: sql`case when ${isOnSameLines(note)} then followed end`,
      places: sql`case when ${isOnSameLines(note)} then places else ${placesWith(note)} end`,
      ...watchOf(note),
    })
    .where('user_id', '=', userId)
    .where('id', '=', note.id)
    .where('updated_at', '=', seen)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

function isOnSameLines({ quote, lineStart, lineEnd }: Note): RawBuilder<unknown> {
  return sql`quote_commit is not distinct from ${quote?.commit ?? null} and quote_version is not distinct from ${quote?.version ?? null}::int
    and line_start is not distinct from ${lineStart}::int and line_end is not distinct from ${lineEnd}::int`
}

function placesWith(note: Note): RawBuilder<unknown> {
  const attached = attachedPlace(note)
  if (!attached) return sql`places`
  return sql`jsonb_path_query_array(places || ${JSON.stringify([attached])}::jsonb, ${`$[last - ${PLACES_KEPT - 1} to last]`}::jsonpath)`
}

/**
 * A watch that is on stays with the note: on other lines it starts anew from their text, and it ends on a note without lines. It also
 * starts anew when the same lines are confirmed in a newer version, because the user has seen them. A watch of a symbol goes on: the lines
 * only say where the note is.
 */
function watchOf(note: Note) {
  const { quote, lineStart, updatedAt } = note
  const text = canWatchText(lineStart, quote) ? quote.text : null
  const isKept = sql`watch_at is null or watch_fired_at is not null or (${isOnSameLines(note)})
    or (watch_symbol is not null and ${lineStart}::int is not null)`
  return {
    watch_at: sql<Date | null>`case when ${isKept} then watch_at when ${text}::text is not null then ${updatedAt}::timestamptz end`,
    watch_text: sql<string | null>`case when ${isKept} then watch_text else ${text}::text end`,
    watch_fired_at: sql<Date | null>`case when ${isKept} then watch_fired_at end`,
    watch_symbol: sql<string>`case when ${isKept} then watch_symbol end`,
  }
}

/** Updates the content only if it is still the content that was read, so no concurrent write is lost. */
export async function swapContent(
  db: Db,
  userId: UserId,
  id: NoteId,
  swap: { from: string; to: string; updatedAt: Date },
): Promise<void> {
  await db
    .updateTable('notes')
    .set({ content: swap.to, search_body: foldForSearch(swap.to), updated_at: swap.updatedAt })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('content', '=', swap.from)
    .where('updated_at', '<', swap.updatedAt)
    .where('deleted_at', 'is', null)
    .execute()
}

export async function moveToTrash(db: Db, userId: UserId, id: NoteId, now: Date, purgeAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notes')
    .set({ deleted_at: now, purge_at: purgeAt })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function findTrashed(db: Db, userId: UserId, id: NoteId): Promise<Note | null> {
  const { rows } = await sql<Row>`
    select ${noteColumns(userId)} from notes n where n.user_id = ${userId} and n.id = ${id} and n.deleted_at is not null for update
  `.execute(db)
  return rows[0] ? toNote(rows[0]) : null
}

export async function takeFromTrash(db: Db, userId: UserId, id: NoteId): Promise<void> {
  await db
    .updateTable('notes')
    .set({ deleted_at: null, purge_at: null })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

/** Also moves notes in the trash, which need a board when they are restored. */
export async function moveBoardNotes(db: Db, userId: UserId, from: BoardId, to: BoardId): Promise<void> {
  await db
    .updateTable('notes')
    .set({ board_id: to })
    .where('user_id', '=', userId)
    .where('board_id', '=', from)
    .execute()
}

export async function moveNote(db: Db, userId: UserId, id: NoteId, to: BoardId): Promise<void> {
  await db.updateTable('notes').set({ board_id: to }).where('user_id', '=', userId).where('id', '=', id).execute()
}

/** Purges expired notes of all users. */
export async function deleteExpired(db: Db, now: Date, limit: number): Promise<number> {
  const findUsers = sql<{ userId: UserId }>`/* worker */
    select e.user_id as "userId" from notes e where e.purge_at <= ${now} order by e.purge_at limit ${limit}
  `
  let deleted = 0
  for (const shard of await shardsOf(db, findUsers)) {
    const { numAffectedRows } = await sql`/* worker */
      delete from notes n using (
        select e.user_id, e.id from notes e where e.purge_at <= ${now} ${onShard(shard, 'e.user_id')}
        order by e.purge_at limit ${limit - deleted} for update skip locked
      ) expired where n.user_id = expired.user_id and n.id = expired.id ${onShard(shard, 'n.user_id')}
    `.execute(db)
    deleted += Number(numAffectedRows ?? 0n)
  }
  return deleted
}

function folded(note: Pick<Note, 'title' | 'content'>): { title: string; body: string } {
  return { title: foldForSearch(note.title), body: foldForSearch(note.content) }
}
