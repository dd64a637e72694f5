import { z } from 'zod'
import { isoUtc } from '#base/time.ts'
import { chars } from '#base/wire-types.ts'
import { type Board, BOARD_NAME_CHARS } from '../board.ts'

const Name = chars(BOARD_NAME_CHARS, 1).refine((name) => name.trim() !== '', 'is blank')

export const BoardItem = z.object({ id: z.string(), name: z.string(), is_default: z.boolean(), created_at: z.string() })

export function toBoard(board: Board): z.output<typeof BoardItem> {
  return { id: board.id, name: board.name, is_default: board.isDefault, created_at: isoUtc(board.createdAt) }
}

export const BoardBody = z.strictObject({ name: Name })
export const BoardParams = z.object({ id: z.string() })
export const BoardsReply = z.object({ ok: z.literal(true), boards: z.array(BoardItem), count: z.int() })
export const BoardReply = z.object({ ok: z.literal(true), board: BoardItem })
