import type { BoardId } from '#base/ids.ts'

export const BOARD_NAME_CHARS = 80
export const MAX_BOARDS = 200

export type Board = { id: BoardId; name: string; isDefault: boolean; createdAt: Date }
