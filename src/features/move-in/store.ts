import { sql } from 'kysely'
import type { FileId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { KeptFile, KeptReason, Move, MoveId } from './move.ts'

export async function insertMove(
  db: Db,
  userId: UserId,
  { id, source, label, startedAt }: Pick<Move, 'id' | 'source' | 'label' | 'startedAt'>,
): Promise<void> {
  await sql`
    insert into moves (user_id, id, source, label, started_at, unchanged, skipped)
    values (${userId}, ${id}, ${source}, ${label}, ${startedAt}, 0, 0)
  `.execute(db)
}

export async function finishMove(
  db: Db,
  userId: UserId,
  { id, source, finishedAt, unchanged, skipped }: Pick<Move, 'id' | 'source' | 'finishedAt' | 'unchanged' | 'skipped'>,
): Promise<void> {
  await sql`
    update moves set source = ${source}, finished_at = ${finishedAt}, unchanged = ${unchanged}, skipped = ${skipped}
    where user_id = ${userId} and id = ${id}
  `.execute(db)
}

export async function deleteMove(db: Db, userId: UserId, id: MoveId): Promise<void> {
  await sql`delete from moves where user_id = ${userId} and id = ${id}`.execute(db)
}

/** Forgets all but the newest moves; their files stay. */
export async function deleteOlderMoves(db: Db, userId: UserId, keep: number): Promise<void> {
  await sql`
    delete from moves m where m.user_id = ${userId} and m.id not in (
      select o.id from moves o where o.user_id = ${userId} order by o.started_at desc, o.id desc limit ${keep}
    )
  `.execute(db)
}

export async function listMoves(db: Db, userId: UserId): Promise<Move[]> {
  const { rows } = await sql<Move>`
    select m.id, m.source, m.label, m.started_at as "startedAt", m.finished_at as "finishedAt", m.unchanged, m.skipped,
      m.undone_at as "undoneAt",
      (select count(*)::int from move_files f where f.user_id = ${userId} and f.move_id = m.id) as files
    from moves m where m.user_id = ${userId} order by m.started_at desc, m.id desc
  `.execute(db)
  return rows
}

/** Of two concurrent undos one waits here, and then finds the move undone. */
export async function lockMove(
  trx: Db,
  userId: UserId,
  id: MoveId,
): Promise<Pick<Move, 'startedAt' | 'finishedAt' | 'undoneAt'> | null> {
  const { rows } = await sql<Pick<Move, 'startedAt' | 'finishedAt' | 'undoneAt'>>`
    select m.started_at as "startedAt", m.finished_at as "finishedAt", m.undone_at as "undoneAt"
    from moves m where m.user_id = ${userId} and m.id = ${id} for update
  `.execute(trx)
  return rows[0] ?? null
}

export async function markUndone(trx: Db, userId: UserId, id: MoveId, now: Date): Promise<void> {
  await sql`update moves set undone_at = ${now} where user_id = ${userId} and id = ${id}`.execute(trx)
}

export type MoveFile = { fileId: FileId; fileName: string; before: unknown; after: unknown }

export async function insertMoveFile(db: Db, userId: UserId, moveId: MoveId, file: MoveFile): Promise<void> {
  const before = file.before === null ? null : JSON.stringify(file.before)
  await sql`
    insert into move_files (user_id, move_id, file_id, file_name, before, after)
    values (${userId}, ${moveId}, ${file.fileId}, ${file.fileName}, ${before}::jsonb, ${JSON.stringify(file.after)}::jsonb)
  `.execute(db)
}

/** The next files that no undo has handled. */
export async function listOpenFiles(trx: Db, userId: UserId, moveId: MoveId, limit: number): Promise<MoveFile[]> {
  const { rows } = await sql<MoveFile>`
    select f.file_id as "fileId", f.file_name as "fileName", f.before, f.after from move_files f
    where f.user_id = ${userId} and f.move_id = ${moveId} and f.undo is null order by f.file_id limit ${limit}
  `.execute(trx)
  return rows
}

export async function setUndo(
  trx: Db,
  userId: UserId,
  moveId: MoveId,
  fileId: FileId,
  undo: 'undone' | KeptReason,
): Promise<void> {
  await sql`
    update move_files set undo = ${undo} where user_id = ${userId} and move_id = ${moveId} and file_id = ${fileId}
  `.execute(trx)
}

export async function countUndone(db: Db, userId: UserId, moveId: MoveId): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from move_files f
    where f.user_id = ${userId} and f.move_id = ${moveId} and f.undo = 'undone'
  `.execute(db)
  return rows[0]?.n ?? 0
}

/** The files that an undo left as they are. */
export async function listKept(db: Db, userId: UserId, moveId: MoveId): Promise<KeptFile[]> {
  const { rows } = await sql<Omit<KeptFile, 'reason'> & { undo: 'undone' | KeptReason }>`
    select f.file_id as "fileId", f.file_name as "fileName", f.undo from move_files f
    where f.user_id = ${userId} and f.move_id = ${moveId} and f.undo <> 'undone' order by f.file_name, f.file_id
  `.execute(db)
  return rows.flatMap(({ undo, ...file }) => (undo === 'undone' ? [] : [{ ...file, reason: undo }]))
}
