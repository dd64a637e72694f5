import { call } from '#browser/api.ts'
import { toast } from '#browser/toast.ts'
import type { BoardName } from '../../board-list.ts'
import { aligned, type Edge, readingOrder, tidied } from '../../canvas/arrange.ts'
import type { Point, Rect } from '../../canvas/geometry.ts'
import { direction } from '#base/messages.ts'
import { shown } from '../../saving/entry.ts'
import type { BoardDesk } from './board-desk.ts'

type Placed = { key: string; rect: Rect }

/** Those that are selected, or all of them. */
function chosenOrAll({ chosen, rects }: BoardDesk): Placed[] {
  const all = [...rects.value].map(([key, rect]) => ({ key, rect }))
  return chosen.value.size > 0 ? all.filter(({ key }) => chosen.value.has(key)) : all
}

export function align(desk: BoardDesk, edge: Edge): void {
  const placed = chosenOrAll(desk)
  const rects = placed.map(({ rect }) => rect)
  put(desk, placed, aligned(rects, edge), desk.words.aligned)
}

/** Rows as wide as what is seen of the board, in the order in which they are read now. */
export function tidy(desk: BoardDesk, rowWidth: number): void {
  const placed = readingOrder(chosenOrAll(desk), ({ rect }) => rect, direction(desk.locale))
  // The first card of a Hebrew row lies at its right end: the row is laid out mirrored and coordinates stay physical.
  const rects = placed.map(({ rect }) => rect)
  put(desk, placed, tidied(rects, rowWidth, direction(desk.locale)), desk.words.tidied)
}

function put({ book, words }: BoardDesk, placed: readonly Placed[], places: readonly Point[], said: string): void {
  const moved = placed.flatMap(({ key, rect }, i) => {
    const to = places[i]
    return to && (to.x !== rect.x || to.y !== rect.y) ? [{ key, from: { x: rect.x, y: rect.y }, to }] : []
  })
  if (moved.length === 0) return
  for (const { key, to } of moved) book.change(key, { position: to })
  const back = () => {
    for (const { key, from } of moved) book.change(key, { position: from })
  }
  toast({ text: said, action: { label: words.undo, run: back }, seconds: 10 })
}

export function removeChosen({ book, chosen, selected, editing, words }: BoardDesk): void {
  const keys = [...chosen.value]
  chosen.value = new Set()
  if (selected.value !== null && keys.includes(selected.value)) selected.value = null
  if (editing.value !== null && keys.includes(editing.value)) editing.value = null
  for (const key of keys) book.remove(key)
  const run = () => {
    for (const key of keys) book.undoRemove(key)
  }
  toast({ text: words.removed(keys.length), action: { label: words.undo, run }, seconds: 10 })
}

/** What waits is sent first; then the note leaves this board, and can be called back. */
export async function moveToBoard(desk: BoardDesk, key: string, to: BoardName): Promise<void> {
  const { book, words, board } = desk
  book.finish(key)
  const id = book.find(key)?.entry.value.id
  const isMoved = id != null && (await sendMove(id, to.id))
  if (!isMoved) return toast({ text: words.notMoved, kind: 'error' })
  await book.refresh()
  const run = () => void sendMove(id, board.id).then(() => book.refresh())
  toast({ text: words.movedTo(to.name), action: { label: words.undo, run }, seconds: 10 })
}

async function sendMove(id: string, boardId: string): Promise<boolean> {
  const answer = await call('POST', `/api/sticky-notes/note/${id}/move`, { body: { board_id: boardId } })
  return answer.outcome === 'done'
}

/** A final no: asked again because somebody says so. */
export function retrySaving({ book }: BoardDesk, key: string): void {
  const entry = book.find(key)?.entry.value
  if (!entry) return
  const { position, size } = shown(entry)
  book.change(key, { position, size })
  book.finish(key)
}

export function toggleChosen({ chosen }: BoardDesk, key: string): void {
  const next = new Set(chosen.value)
  if (!next.delete(key)) next.add(key)
  chosen.value = next
}
