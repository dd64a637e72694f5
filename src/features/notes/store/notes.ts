import { type RawBuilder, sql } from 'kysely'
import { foldForSearch } from '#base/fold.ts'
import type { BoardId, NoteId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Note, Target } from '../note.ts'
import { columnsOf, NOTE_COLUMNS, type Row, toNote } from './rows.ts'

export async function findNote(db: Db, userId: UserId, id: NoteId): Promise<Note | null> {
  const { rows } = await sql<Row>`
    select ${NOTE_COLUMNS} from notes n where n.user_id = ${userId} and n.id = ${id} and n.deleted_at is null
  `.execute(db)
  return rows[0] ? toNote(rows[0]) : null
}

/** The same, held until the transaction ends. */
export async function lockNote(db: Db, userId: UserId, id: NoteId): Promise<Note | null> {
  const { rows } = await sql<Row>`
    select ${NOTE_COLUMNS} from notes n where n.user_id = ${userId} and n.id = ${id} and n.deleted_at is null for update
  `.execute(db)
  return rows[0] ? toNote(rows[0]) : null
}

/** Oldest first. */
export async function listNotes(db: Db, userId: UserId, target: Target): Promise<Note[]> {
  const { rows } = await sql<Row>`
    select ${NOTE_COLUMNS} from notes n where n.user_id = ${userId} and ${onTarget(target)} and n.deleted_at is null order by n.id
  `.execute(db)
  return rows.map(toNote)
}

/** Takes the turn of this person's inserts, so that a count stays true until the transaction ends. */
export async function takeTurn(db: Db, userId: UserId): Promise<void> {
  await sql`insert into note_quotas (user_id) values (${userId}) on conflict (user_id) do nothing`.execute(db)
  await sql`select from note_quotas q where q.user_id = ${userId} for update`.execute(db)
}

export async function countNotes(db: Db, userId: UserId): Promise<number> {
  return count(db, sql`n.user_id = ${userId}`)
}

export async function countOnTarget(db: Db, userId: UserId, target: Target): Promise<number> {
  return count(db, sql`n.user_id = ${userId} and ${onTarget(target)}`)
}

/** How many lie on each board; a board without notes is not named. */
export async function countByBoard(db: Db, userId: UserId): Promise<Map<BoardId, number>> {
  const { rows } = await sql<{ boardId: BoardId; n: number }>`
    select n.board_id as "boardId", count(*)::int as n from notes n
    where n.user_id = ${userId} and n.kind = 'board' and n.deleted_at is null group by n.board_id
  `.execute(db)
  return new Map(rows.map(({ boardId, n }) => [boardId, n]))
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
      created_at: note.createdAt,
    })
    .execute()
}

/** Writes the note only if nobody wrote it since `seen`: the comparison is in the update itself. */
export async function swapNote(db: Db, userId: UserId, note: Note, seen: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notes')
    .set(columnsOf(note, folded(note)))
    .where('user_id', '=', userId)
    .where('id', '=', note.id)
    .where('updated_at', '=', seen)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Writes the content only over the content that was read, so a writer we did not see is not overwritten. */
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
    select ${NOTE_COLUMNS} from notes n where n.user_id = ${userId} and n.id = ${id} and n.deleted_at is not null for update
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

/** Those in the trash move too: restored, they must have somewhere to be. */
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

/** Notes past their date, over all users of this node. */
export async function deleteExpired(db: Db, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`/* worker */
    delete from notes n using (
      select e.user_id, e.id from notes e where e.purge_at <= ${now} order by e.purge_at limit ${limit} for update skip locked
    ) expired where n.user_id = expired.user_id and n.id = expired.id
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}

function folded(note: Pick<Note, 'title' | 'content'>): { title: string; body: string } {
  return { title: foldForSearch(note.title), body: foldForSearch(note.content) }
}
