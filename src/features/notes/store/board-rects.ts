import { sql } from 'kysely'
import type { BoardId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'

export type NoteRect = { x: number; y: number; width: number; height: number }

/** Where the notes of a board lie, without their texts. */
export async function listBoardRects(db: Db, userId: UserId, boardId: BoardId): Promise<NoteRect[]> {
  const { rows } = await sql<NoteRect>`
    select n.pos_x as x, n.pos_y as y, n.width, n.height from notes n
    where n.user_id = ${userId} and n.kind = 'board' and n.board_id = ${boardId} and n.deleted_at is null
  `.execute(db)
  return rows
}
