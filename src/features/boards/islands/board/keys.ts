import { announce } from '#browser/announce.ts'
import { neighbour } from '../../canvas/arrange.ts'
import { type Point, resized, SNAP, stepOf } from '../../canvas/geometry.ts'
import type { Note } from '#features/notes/note.ts'
import { type Desk, minimise, nextColor, remindOf, removeNote } from '#features/notes/islands/parts/desk.ts'
import { removeChosen, toggleChosen } from './actions.ts'
import type { BoardDesk } from './board-desk.ts'
import { reveal, type View } from './view.ts'

const WAYS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

type Spot = { key: string; position: Note['position']; size: Note['size'] }
/** The positions of the picked-up cards, which Escape restores. */
let origins: Spot[] = []

/** Keyboard shortcuts of a focused card, one for every drag. Ignored when an element inside has the focus. */
export function onKeyDown(desk: BoardDesk, view: View, event: KeyboardEvent): void {
  const card = event.target instanceof HTMLElement && event.target.matches('.note') ? event.target : null
  const key = card?.dataset['note']
  const withMod = event.ctrlKey || event.metaKey || event.altKey
  if (key === undefined || event.isComposing) return
  if (event.code === 'KeyA' && (event.ctrlKey || event.metaKey)) {
    desk.chosen.value = new Set(desk.rects.value.keys())
  } else if (withMod || !press(desk, view, key, event)) return
  event.preventDefault()
  event.stopPropagation()
}

/** Returns false for keys that are not handled. */
function press(desk: BoardDesk, view: View, key: string, event: KeyboardEvent): boolean {
  const way = WAYS[event.code]
  if (way) {
    steer(desk, view, key, way, event.shiftKey)
    return true
  }
  switch (event.code) {
    case 'Space':
      // Ignore key repeat, which would pick up and drop the card repeatedly.
      if (!event.repeat) pickUpOrDrop(desk, key)
      return true
    case 'Escape':
      return letGo(desk)
    case 'KeyX':
      toggleChosen(desk, key)
      return true
    case 'Delete':
      removeFrom(desk, key)
      return true
    default:
      return doToNote(desk, key, event.code)
  }
}

/** The same shortcuts as for notes beside a text. */
const LETTERS: Record<string, (desk: Desk, key: string) => void> = {
  KeyM: minimise,
  KeyC: nextColor,
  KeyR: remindOf,
}

function doToNote(desk: BoardDesk, key: string, code: string): boolean {
  const run = LETTERS[code]
  run?.(desk, key)
  return run !== undefined
}

function steer(desk: BoardDesk, view: View, key: string, way: Point, withShift: boolean): void {
  if (desk.held.value.size === 0) go(desk, view, key, way)
  else if (withShift) grow(desk, key, way)
  else push(desk, view, key, way)
}

function pickUpOrDrop(desk: BoardDesk, key: string): void {
  if (desk.held.value.size === 0) pickUp(desk, key)
  else drop(desk)
}

function letGo(desk: BoardDesk): boolean {
  if (desk.held.value.size > 0) putBack(desk)
  else if (desk.chosen.value.size > 0) desk.chosen.value = new Set()
  else return false
  return true
}

function removeFrom(desk: BoardDesk, key: string): void {
  if (desk.chosen.value.size > 0) removeChosen(desk)
  else removeNote(desk, key)
}

function pickUp(desk: BoardDesk, key: string): void {
  const keys = desk.chosen.value.has(key) ? desk.chosen.value : new Set([key])
  origins = [...keys].flatMap((each) => {
    const fields = desk.book.fieldsOf(each)
    return fields ? [{ key: each, position: fields.position, size: fields.size }] : []
  })
  desk.held.value = keys
  announce(keys.size > 1 ? desk.words.pickedUpMany(keys.size) : desk.words.pickedUp)
}

/** Drops the picked-up cards at their current position, also when the focus leaves. */
export function drop(desk: BoardDesk): void {
  const [first] = desk.held.value
  if (first === undefined) return
  const rect = desk.rects.value.get(first)
  for (const key of desk.held.value) desk.book.finish(key)
  desk.held.value = new Set()
  if (rect) announce(desk.words.dropped(rect.x, rect.y))
}

function putBack(desk: BoardDesk): void {
  for (const { key, position, size } of origins) desk.book.change(key, { position, size })
  desk.held.value = new Set()
  announce(desk.words.returned)
}

function push(desk: BoardDesk, view: View, key: string, way: Point): void {
  const group = [...desk.held.value].flatMap((each) => {
    const rect = desk.rects.value.get(each)
    return rect ? [{ key: each, rect }] : []
  })
  const lead = desk.rects.value.get(key)
  if (!lead) return
  const by = { x: way.x * SNAP, y: way.y * SNAP }
  const step = stepOf(
    lead,
    group.map(({ rect }) => rect),
    by,
  )
  for (const { key: each, rect } of group) {
    desk.book.change(each, { position: { x: rect.x + step.x, y: rect.y + step.y } })
  }
  const to = { ...lead, x: lead.x + step.x, y: lead.y + step.y }
  reveal(view, to)
  announce(desk.words.at(to.x, to.y))
}

function grow(desk: BoardDesk, key: string, way: Point): void {
  const fields = desk.book.fieldsOf(key)
  if (!fields) return
  const size = resized(fields.size, { x: way.x * SNAP, y: way.y * SNAP })
  desk.book.change(key, { size })
  announce(desk.words.size(size.width, size.height))
}

/** Moves the focus to the next card in that direction. */
function go(desk: BoardDesk, view: View, key: string, way: Point): void {
  const from = desk.rects.value.get(key)
  const others = [...desk.rects.value].flatMap(([each, rect]) => (each === key ? [] : [{ ...rect, key: each }]))
  const next = from && neighbour(from, others, way)
  if (!next) return
  reveal(view, next)
  document.querySelector<HTMLElement>(`.canvas [data-note="${next.key}"]`)?.focus({ preventScroll: true })
}
