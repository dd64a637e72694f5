import { type SqlBool, sql } from 'kysely'
import type { BoardId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Board } from './board.ts'

const COLUMNS = ['id', 'name', 'is_default as isDefault', 'created_at as createdAt'] as const

export async function listBoards(db: Db, userId: UserId): Promise<Board[]> {
  return db
    .selectFrom('boards')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('is_default', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function countBoards(db: Db, userId: UserId): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from boards b where b.user_id = ${userId}
  `.execute(db)
  return rows[0]?.n ?? 0
}

export async function findBoard(db: Db, userId: UserId, id: BoardId): Promise<Board | null> {
  const row = await db
    .selectFrom('boards')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

export async function findInRange(
  db: Db,
  userId: UserId,
  { first, last }: { first: BoardId; last: BoardId },
): Promise<Board | null> {
  const row = await db
    .selectFrom('boards')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('id', '>=', first)
    .where('id', '<=', last)
    .orderBy('id')
    .executeTakeFirst()
  return row ?? null
}

/** Locks the board until the transaction ends: a note must not be created on a board that is being deleted. */
export async function lockBoard(db: Db, userId: UserId, id: BoardId): Promise<Board | null> {
  const row = await db
    .selectFrom('boards')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function insertBoard(db: Db, userId: UserId, board: Board): Promise<void> {
  await db
    .insertInto('boards')
    .values({
      user_id: userId,
      id: board.id,
      name: board.name,
      is_default: board.isDefault,
      created_at: board.createdAt,
    })
    .execute()
}

/**
 * Returns false and writes nothing when a default board exists, so that two concurrent first visits create one. The condition
 * is a literal: with a parameter, ON CONFLICT cannot infer the partial index in a generic plan, which starts with the sixth
 * execution.
 */
export async function insertDefaultBoard(db: Db, userId: UserId, board: Board): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('boards')
    .values({ user_id: userId, id: board.id, name: board.name, is_default: true, created_at: board.createdAt })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .where(sql<SqlBool>`is_default`)
        .doNothing(),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Returns false when the board does not belong to the user. */
/** `from`: only while it has this name. */
export async function renameBoard(
  db: Db,
  userId: UserId,
  id: BoardId,
  name: string,
  from: string | null = null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('boards')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .$if(from !== null, (query) => query.where('name', '=', from ?? ''))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function deleteBoard(db: Db, userId: UserId, id: BoardId): Promise<void> {
  await db.deleteFrom('boards').where('user_id', '=', userId).where('id', '=', id).execute()
}
