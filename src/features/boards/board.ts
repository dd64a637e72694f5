import type { BoardId } from '#base/ids.ts'
import { charLength, isStorableText } from '#base/text.ts'

export const BOARD_NAME_CHARS = 80
export const MAX_BOARDS = 200

export type Board = { id: BoardId; name: string; isDefault: boolean; createdAt: Date }

/** A valid name: not blank, and short enough for one line of a list. */
export function isBoardName(name: string): boolean {
  return name.trim() !== '' && charLength(name) <= BOARD_NAME_CHARS && isStorableText(name)
}
