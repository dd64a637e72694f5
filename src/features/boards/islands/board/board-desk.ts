import type { ReadonlySignal, Signal } from '@preact/signals'
import type { BoardName } from '../../board-list.ts'
import { freePosition, type Point, type Rect } from '../../canvas/geometry.ts'
import type { UndoStack } from '../../browser/undo.ts'
import type { ActWords, CanvasWords } from '../../messages/canvas.ts'
import { BOUNDS } from '#features/notes/note.ts'
import { type Desk, startEditing } from '#features/notes/islands/parts/desk.ts'
import { fieldsOf, type Noted } from '#features/notes/islands/parts/noted.ts'

/** State shared by the list and the canvas of a board. */
export type BoardDesk = Desk & {
  words: CanvasWords
  acts: ActWords
  board: BoardName
  boards: readonly BoardName[]
  /** Keys of the selected notes. */
  chosen: Signal<ReadonlySet<string>>
  /** Keys of the notes picked up with the keyboard. */
  held: Signal<ReadonlySet<string>>
  rects: ReadonlySignal<ReadonlyMap<string, Rect>>
  steps: Signal<UndoStack>
  /** Keys of the notes touched in this page, the most recent last. */
  raised: Signal<readonly string[]>
  /** Stacking order of the cards, the highest on top. */
  ranks: ReadonlySignal<ReadonlyMap<string, number>>
}

/** The rectangle of a card on the canvas. A minimised card keeps its size and shows only its header. */
export function rectOf(noted: Noted): Rect {
  const { position, size, isMinimized } = fieldsOf(noted)
  return { ...position, width: size.width, height: isMinimized ? HEAD_HEIGHT : size.height }
}

export const HEAD_HEIGHT = 48

/** Creates a note at a free position near `wish` and starts editing it. */
export function addNote(desk: BoardDesk, wish: Point): Noted {
  const size = { width: BOUNDS.width.standard, height: BOUNDS.height.standard }
  const noted = desk.book.create({
    title: '',
    content: '',
    position: freePosition(wish, size, [...desk.rects.value.values()]),
    size,
    color: 'yellow',
    tags: [],
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

/** The note of the URL fragment `#note-<id>`. */
export function notedInAddress({ book }: Desk): Noted | undefined {
  const [, id] = /^#note-([0-9a-f]{32})$/.exec(window.location.hash) ?? []
  return id === undefined ? undefined : book.notes.value.find(({ entry }) => entry.value.id === id)
}

/** Marks the link of the active view: with `auto`, only the browser knows which view it displays. */
export function markView(name: 'canvas' | 'list'): void {
  document.querySelector(`.board-views a[href$="view=${name}"]`)?.setAttribute('aria-current', 'page')
}
