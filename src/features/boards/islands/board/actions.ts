import { call } from '#browser/api.ts'
import { toast } from '#browser/toast.ts'
import type { BoardName } from '../../board-list.ts'
import { aligned, type Edge, readingOrder, tidied } from '../../canvas/arrange.ts'
import { boundsOf, type Point, type Rect } from '../../canvas/geometry.ts'
import { direction } from '#base/messages.ts'
import type { BoardDesk } from './board-desk.ts'
import { undoOfLastAct } from './undo.ts'
import { reveal, type View } from './view.ts'

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

/** Beside the rows of a tidied board. */
const EDGE = 40

/**
 * Arranges the cards in rows within the view, in their current reading order: all of them from the corner of the board, chosen
 * ones from where they are.
 */
export function tidy(desk: BoardDesk, view: View): void {
  const way = direction(desk.locale)
  const cards = readingOrder(chosenOrAll(desk), ({ rect }) => rect, way)
  // A Hebrew row starts at its right end: the row is mirrored, and coordinates stay physical.
  const rects = cards.map(({ rect }) => rect)
  const seen = view.seen.value
  const box = boundsOf(rects)
  const corner = desk.chosen.value.size > 0 ? { x: box.x, y: box.y } : { x: EDGE, y: EDGE }
  const room = seen.width - 2 * EDGE
  const width = desk.chosen.value.size > 0 ? Math.min(room, seen.x + seen.width - EDGE - box.x) : room
  const positions = tidied(rects, { corner, width, direction: way })
  put(desk, cards, positions, desk.words.tidied)
  const rows = boundsOf(rects.map((rect, i) => ({ ...rect, ...positions[i] })))
  // Of rows that are higher than the view the first are shown.
  requestAnimationFrame(() => reveal(view, { ...rows, height: Math.min(rows.height, seen.height - 2 * EDGE) }))
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
