import { computed, signal } from '@preact/signals'
import type { Locale } from '#base/messages.ts'
import type { BoardName } from '../../board-list.ts'
import { stackingRanks } from '../../browser/stacking.ts'
import { EMPTY_STACK } from '../../browser/undo.ts'
import { actMessages, canvasMessages } from '../../messages/canvas.ts'
import { type Desk, openDesk } from '#features/notes/islands/parts/desk.ts'
import type { Noted } from '#features/notes/islands/parts/noted.ts'
import { keepInSync, openNotebook } from '#features/notes/islands/parts/open-notebook.ts'
import { type BoardDesk, rectOf } from './board-desk.ts'
import { recordActs, undoOfLastAct } from './undo.ts'

export type BoardProps = { locale: Locale; board: BoardName; boards: readonly BoardName[] }

let shared: BoardDesk | null = null

/** One desk for the page, shared by list and canvas. */
export function openBoardDesk({ locale, board, boards }: BoardProps): BoardDesk {
  if (shared) return shared
  const book = openNotebook({ of: 'board', id: board.id })
  keepInSync(book)
  shared = newBoardDesk(openDesk(book, locale), board, boards)
  recordActs(shared)
  void book.load()
  return shared
}

function newBoardDesk(desk: Desk, board: BoardName, boards: readonly BoardName[]): BoardDesk {
  const { book, locale } = desk
  const raised = signal<readonly string[]>([])
  const boardDesk: BoardDesk = {
    ...desk,
    remove: (keys) => undoOfLastAct(boardDesk, desk.remove(keys)),
    words: canvasMessages(locale),
    acts: actMessages(locale),
    board,
    boards,
    chosen: signal(new Set<string>()),
    held: signal(new Set<string>()),
    rects: computed(() => new Map(book.notes.value.map((noted) => [noted.key, rectOf(noted)]))),
    steps: signal(EMPTY_STACK),
    raised,
    ranks: computed(() => stackingRanks(book.notes.value.map(storedMoment), raised.value)),
  }
  return boardDesk
}

function storedMoment({ key, entry }: Noted) {
  return { key, updatedAt: entry.value.base.updatedAt }
}
