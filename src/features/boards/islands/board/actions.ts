import { call } from '#browser/api.ts'
import { toast } from '#browser/toast.ts'
import type { BoardName } from '../../board-list.ts'
import { aligned, type Edge, readingOrder, tidied } from '../../canvas/arrange.ts'
import type { Point, Rect } from '../../canvas/geometry.ts'
import { direction } from '#base/messages.ts'
import type { BoardDesk } from './board-desk.ts'
import { undoOfLastAct } from './undo.ts'

type Card = { key: string; rect: Rect }

/** The selected cards, or all of them. */
function chosenOrAll({ chosen, rects }: BoardDesk): Card[] {
  const all = [...rects.value].map(([key, rect]) => ({ key, rect }))
  return chosen.value.size > 0 ? all.filter(({ key }) => chosen.value.has(key)) : all
}

export function align(desk: BoardDesk, edge: Edge): void {
  const cards = chosenOrAll(desk)
  const rects = cards.map(({ rect }) => rect)
  put(desk, cards, aligned(rects, edge), desk.words.aligned)
}

/** Arranges the cards in rows of the view's width, in their current reading order. */
export function tidy(desk: BoardDesk, rowWidth: number): void {
  const cards = readingOrder(chosenOrAll(desk), ({ rect }) => rect, direction(desk.locale))
  // A Hebrew row starts at its right end: the row is mirrored, and coordinates stay physical.
  const rects = cards.map(({ rect }) => rect)
  put(desk, cards, tidied(rects, rowWidth, direction(desk.locale)), desk.words.tidied)
}

function put(desk: BoardDesk, cards: readonly Card[], positions: readonly Point[], message: string): void {
  const { book, words } = desk
  const moved = cards.flatMap(({ key, rect }, i) => {
    const to = positions[i]
    return to && (to.x !== rect.x || to.y !== rect.y) ? [{ key, from: { x: rect.x, y: rect.y }, to }] : []
  })
  if (moved.length === 0) return
  for (const { key, to } of moved) book.change(key, { position: to })
  const run = undoOfLastAct(desk, () => {
    for (const { key, from } of moved) book.change(key, { position: from })
  })
  toast({ text: message, action: { label: words.undo, run } })
}

export function removeChosen({ chosen, selected, editing, words, remove }: BoardDesk): void {
  const keys = [...chosen.value]
  chosen.value = new Set()
  if (selected.value !== null && keys.includes(selected.value)) selected.value = null
  if (editing.value !== null && keys.includes(editing.value)) editing.value = null
  const run = remove(keys)
  toast({ text: words.removed(keys.length), action: { label: words.undo, run } })
}

/** Sends pending edits, then moves the note to another board; the toast offers an undo. */
export async function moveToBoard(desk: BoardDesk, key: string, to: BoardName): Promise<void> {
  const { book, words, board } = desk
  book.finish(key)
  const id = book.find(key)?.entry.value.id
  const isMoved = id != null && (await sendMove(id, to.id))
  if (!isMoved) return toast({ text: words.notMoved, kind: 'error' })
  await book.refresh()
  const run = () => void sendMove(id, board.id).then(() => book.refresh())
  toast({ text: words.movedTo(to.name), action: { label: words.undo, run } })
}

async function sendMove(id: string, boardId: string): Promise<boolean> {
  const answer = await call('POST', `/api/sticky-notes/note/${id}/move`, { body: { board_id: boardId } })
  return answer.outcome === 'done'
}

/** Retries a rejected save at the user's request. */
export function retrySaving({ book }: BoardDesk, key: string): void {
  const fields = book.fieldsOf(key)
  if (!fields) return
  book.change(key, { position: fields.position, size: fields.size })
  book.finish(key)
}

export function toggleChosen({ chosen }: BoardDesk, key: string): void {
  const next = new Set(chosen.value)
  if (!next.delete(key)) next.add(key)
  chosen.value = next
}
