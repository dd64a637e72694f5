import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { Locale } from '#base/messages.ts'
import { watchPage } from '#browser/page-life.ts'
import type { BoardName } from '../../board-list.ts'
import { freePlace, type Point, type Rect } from '../../canvas/geometry.ts'
import { type CanvasWords, canvasMessages } from '../../messages/canvas.ts'
import { BOUNDS } from '../../note.ts'
import { shown } from '../../saving/entry.ts'
import { type Desk, openDesk, startEditing } from '../parts/desk.ts'
import type { Noted } from '../parts/notebook.ts'
import { openNotebook } from '../parts/open-notebook.ts'

export type BoardProps = { locale: Locale; board: BoardName; boards: readonly BoardName[] }

/** What list and canvas of a board share. */
export type BoardDesk = Desk & {
  words: CanvasWords
  board: BoardName
  boards: readonly BoardName[]
  /** Keys of the notes that are selected together. */
  chosen: Signal<ReadonlySet<string>>
  /** Keys of those that the keyboard has picked up. */
  held: Signal<ReadonlySet<string>>
  rects: ReadonlySignal<ReadonlyMap<string, Rect>>
}

let shared: BoardDesk | null = null

/** One for the page: what is typed in the list is on the canvas. */
export function openBoardDesk({ locale, board, boards }: BoardProps): BoardDesk {
  if (shared) return shared
  const book = openNotebook({ of: 'board', id: board.id })
  watchPage({
    leaving: () => book.flush(true),
    back: () => void book.refresh(),
    online: () => book.awaken(),
  })
  shared = {
    ...openDesk(book, locale),
    words: canvasMessages(locale),
    board,
    boards,
    chosen: signal(new Set<string>()),
    held: signal(new Set<string>()),
    rects: computed(() => new Map(book.notes.value.map((noted) => [noted.key, rectOf(noted)]))),
  }
  void book.load()
  return shared
}

/** Where a card is on the canvas. A minimised one keeps its size and shows only its head. */
export function rectOf({ entry }: Noted): Rect {
  const { position, size, isMinimized } = shown(entry.value)
  return { ...position, width: size.width, height: isMinimized ? HEAD_HEIGHT : size.height }
}

export const HEAD_HEIGHT = 48

/** A new note near a place where nothing lies yet, open for writing. */
export function addNote(desk: BoardDesk, wish: Point): Noted {
  const size = { width: BOUNDS.width.standard, height: BOUNDS.height.standard }
  const noted = desk.book.create({
    title: '',
    content: '',
    position: freePlace(wish, size, [...desk.rects.value.values()]),
    size,
    color: 'yellow',
    isMinimized: false,
    mode: 'surface',
    lineStart: null,
    lineEnd: null,
    anchorId: null,
    anchorText: null,
  })
  startEditing(desk, noted.key)
  return noted
}

/** The note that the address names, `#note-<id>`. */
export function notedInAddress({ book }: Desk): Noted | undefined {
  const [, id] = /^#note-([0-9a-f]{32})$/.exec(window.location.hash) ?? []
  return id === undefined ? undefined : book.notes.value.find(({ entry }) => entry.value.id === id)
}

/** The page does not know how wide the screen is: what is shown says so itself. */
export function markView(name: 'canvas' | 'list'): void {
  document.querySelector(`.board-views a[href$="view=${name}"]`)?.setAttribute('aria-current', 'page')
}
