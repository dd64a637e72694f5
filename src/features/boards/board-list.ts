import type { BoardId, NoteId } from '#base/ids.ts'
import type { ColorId } from '#features/notes/color-ids.ts'
import type { Board } from './board.ts'

/** A board with the number of notes on it. */
export type BoardEntry = Board & { notes: number }

/** The fields that the page of another board needs. */
export type BoardName = Pick<BoardEntry, 'id' | 'name' | 'isDefault'>

/** The result of a board form, displayed after the redirect. */
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
export type BoardNotice = { what: (typeof BOARD_NEWS)[number]; n: number; noteId: NoteId | null }

/** A form that could not be saved: the text stays in the form, and the page displays the reason. */
export type Unkept = { fields: NoteFormFields; why: 'stale' | 'too_long' }

/** The fields of a note form. */
export type NoteFormFields = { title: string; content: string; color: ColorId; boardId: BoardId }

/** How a board is displayed. `auto`: as a list without script or on small screens, otherwise as a canvas. */
export const BOARD_VIEWS = ['auto', 'list', 'canvas'] as const
export type BoardView = (typeof BOARD_VIEWS)[number]
