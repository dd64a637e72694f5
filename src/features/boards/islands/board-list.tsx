import { type Signal, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { direction } from '#base/messages.ts'
import { addShortcut } from '#browser/keyboard.ts'
import { EmptyState } from '#ui/components/empty-state.tsx'
import { Icon } from '#ui/icons.tsx'
import { readingOrder } from '../canvas/arrange.ts'
import { boundsOf, GAP } from '../canvas/geometry.ts'
import { noteElementId } from '#features/notes/note-url.ts'
import { addNote, type BoardDesk, markView, notedInAddress, rectOf } from './board/board-desk.ts'
import { LiveNote } from './board/board-note.tsx'
import { type BoardProps, openBoardDesk } from './board/open-board-desk.ts'
import { addUndoKeys } from './board/undo.ts'
import { UndoButtons } from './board/undo-buttons.tsx'
import { removeNote } from '#features/notes/islands/parts/desk.ts'
import type { Noted } from '#features/notes/islands/parts/noted.ts'

/** The interactive list. The server's markup stays until the notes have loaded. */
function BoardList(props: BoardProps) {
  const desk = useSignal<BoardDesk | null>(null)
  useEffect(() => {
    markView('list')
    desk.value = openBoardDesk(props)
  }, [])
  const isReady = desk.value?.book.state.value === 'ready'
  useEffect(() => {
    if (isReady) document.getElementById('board-list')?.remove()
  }, [isReady])
  return <div class="board-list board-live">{desk.value && isReady && <Live desk={desk.value} />}</div>
}

function Live({ desk }: { desk: BoardDesk }) {
  const { words: t, book } = desk
  const order = useSignal<readonly string[]>([])
  useOrder(desk, order)
  useEffect(() => addShortcut({ keys: 'KeyN', label: t.keyNew, run: () => addBelow(desk) }), [])
  useEffect(() => addUndoKeys(desk), [])
  // Wait until the rows are rendered.
  useEffect(() => void requestAnimationFrame(() => showAddressed(desk)), [])
  const byKey = new Map(book.notes.value.map((noted) => [noted.key, noted]))
  const notes = order.value.flatMap((key) => byKey.get(key) ?? [])
  return (
    <>
      <h2 class="visually-hidden">{t.notes}</h2>
      <div class="row gap-2">
        <button class="button button-plain" type="button" onClick={() => addBelow(desk)}>
          <Icon name="plus" />
          {t.newNote}
        </button>
        <UndoButtons desk={desk} />
      </div>
      {book.notes.value.length === 0 && <EmptyState icon="note" title={t.emptyList} text={t.emptyText} />}
      <ul class="board-notes stack gap-3">
        {notes.map((noted) => (
          <Row key={noted.key} desk={desk} noted={noted} />
        ))}
      </ul>
    </>
  )
}

function Row({ desk, noted }: { desk: BoardDesk; noted: Noted }) {
  const { id } = noted.entry.value
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.code !== 'Delete' || !(event.target instanceof Element) || !event.target.matches('.note')) return
    event.preventDefault()
    removeNote(desk, noted.key)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the note inside
    <li class="shrinks" id={id === null ? undefined : noteElementId(id)} onKeyDown={onKeyDown}>
      <LiveNote desk={desk} noted={noted} />
    </li>
  )
}

/** Reading order at the time a note was first displayed, so that rows do not jump. New notes come first. */
function useOrder(desk: BoardDesk, order: Signal<readonly string[]>): void {
  useSignalEffect(() => {
    const known = new Set(order.peek())
    const news = desk.book.notes.value.filter(({ key }) => !known.has(key))
    if (news.length === 0) return
    const sorted = readingOrder(news, (noted) => rectOf(noted), direction(desk.locale)).map(({ key }) => key)
    order.value = [...sorted, ...order.peek()]
  })
}

/** Adds a note below all others, so that it covers nothing on the canvas. */
function addBelow(desk: BoardDesk): void {
  const box = boundsOf([...desk.rects.value.values()])
  addNote(desk, { x: box.x, y: box.height === 0 ? GAP : box.y + box.height + GAP })
}

function showAddressed(desk: BoardDesk): void {
  const noted = notedInAddress(desk)
  if (!noted) return
  const card = document.querySelector<HTMLElement>(`.board-live [data-note="${noted.key}"]`)
  card?.focus({ preventScroll: true })
  card?.scrollIntoView({ block: 'center', behavior: 'instant' })
}

export const island = BoardList
