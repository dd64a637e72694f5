import type { BoardId, NoteId } from '#base/ids.ts'
import type { ColorId } from './colors.ts'

/** As many characters as a board may be called by; the field of the form stops there. */
export const BOARD_NAME_CHARS = 80

/** A board as pages about notes show it. */
export type BoardEntry = { id: BoardId; name: string; isDefault: boolean; createdAt: Date; notes: number }

/** As much of it as another board's page needs. */
export type BoardName = Pick<BoardEntry, 'id' | 'name' | 'isDefault'>

/** What a form has just done with a board, told by the page it leads back to. */
export const BOARD_NEWS = [
  'renamed',
  'deleted',
  'bad_name',
  'note_saved',
  'note_moved',
  'note_deleted',
  'note_restored',
  'note_gone',
  'tick_stale',
] as const
export type BoardNews = { what: (typeof BOARD_NEWS)[number]; n: number; noteId: NoteId | null }

/** What a form sent that could not be kept: the text stays in the form, and the page says why. */
export type Unkept = { fields: NoteFormFields; why: 'stale' | 'too_long' }

/** The fields of the form of one note, as a person fills them in. */
export type NoteFormFields = { title: string; content: string; color: ColorId; boardId: BoardId }

/** How a board is shown. `auto`: as a list where there is no script or no room, else as a canvas. */
export const BOARD_VIEWS = ['auto', 'list', 'canvas'] as const
export type BoardView = (typeof BOARD_VIEWS)[number]
