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

export async function findBoard(db: Db, userId: UserId, id: BoardId): Promise<Board | null> {
  const row = await db
    .selectFrom('boards')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Held until the transaction ends: a note cannot land on a board that is just going away. */
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
 * Does nothing when there is one: two first visits at once make one default board. The condition is spelled out: as a
 * parameter it would name no index in a plan without values, and such a plan comes with the sixth first visit.
 */
export async function insertDefaultBoard(db: Db, userId: UserId, board: Board): Promise<void> {
  await db
    .insertInto('boards')
    .values({ user_id: userId, id: board.id, name: board.name, is_default: true, created_at: board.createdAt })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .where(sql<SqlBool>`is_default`)
        .doNothing(),
    )
    .execute()
}

/** False when it is not this person's. */
export async function renameBoard(db: Db, userId: UserId, id: BoardId, name: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('boards')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function deleteBoard(db: Db, userId: UserId, id: BoardId): Promise<void> {
  await db.deleteFrom('boards').where('user_id', '=', userId).where('id', '=', id).execute()
}
