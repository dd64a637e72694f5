import { type Point, type Rect, resized, stepOf } from '../../canvas/geometry.ts'
import type { BoardDesk } from './board-desk.ts'
import { boardPoint, look, type View } from './view.ts'

/** Handlers of a drag: move, drop and cancel. */
export type Grip = { move: (to: Point) => void; drop: () => void; cancel: () => void }

const EDGE_PX = 40
const EDGE_STEP_PX = 14

/**
 * Follows a pointer until it is released. Updates the elements at most once per frame; the notes change once, on drop. Near
 * an edge the board scrolls.
 */
export function follow(view: View, event: PointerEvent, grip: Grip, done: () => void): void {
  const element = view.element.current
  if (!element) return
  const stop = new AbortController()
  let last: { clientX: number; clientY: number } = event
  const draw = () => {
    scrollNearEdge(element, last)
    grip.move(boardPoint(view, last))
    frame = requestAnimationFrame(draw)
  }
  let frame = requestAnimationFrame(draw)
  const end = (finish: () => void) => {
    cancelAnimationFrame(frame)
    stop.abort()
    finish()
    look(view)
    done()
  }
  element.setPointerCapture(event.pointerId)
  const isIt = (each: PointerEvent) => each.pointerId === event.pointerId
  listen(element, stop.signal, {
    pointermove: (each) => {
      if (isIt(each)) last = each
    },
    pointerup: (each) => {
      if (!isIt(each)) return
      grip.move(boardPoint(view, each))
      end(grip.drop)
    },
    pointercancel: (each) => isIt(each) && end(grip.cancel),
    escape: () => end(grip.cancel),
  })
}

type Heard = Record<'pointermove' | 'pointerup' | 'pointercancel', (event: PointerEvent) => void> & {
  escape: () => void
}

function listen(element: HTMLElement, signal: AbortSignal, { escape, ...pointer }: Heard): void {
  element.addEventListener('pointermove', pointer.pointermove, { signal })
  element.addEventListener('pointerup', pointer.pointerup, { signal })
  element.addEventListener('pointercancel', pointer.pointercancel, { signal })
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    escape()
  }
  document.addEventListener('keydown', onKey, { signal, capture: true })
}

function scrollNearEdge(element: HTMLElement, at: { clientX: number; clientY: number }): void {
  const box = element.getBoundingClientRect()
  const along = (at: number, from: number, to: number) =>
    at < from + EDGE_PX ? -EDGE_STEP_PX : at > to - EDGE_PX ? EDGE_STEP_PX : 0
  const [x, y] = [along(at.clientX, box.left, box.right), along(at.clientY, box.top, box.bottom)]
  if (x !== 0 || y !== 0) element.scrollBy({ left: x, top: y, behavior: 'instant' })
}

function cardElement(key: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`.canvas-card[data-key="${key}"]`)
}

function moveElement(element: HTMLElement | null, { x, y }: Point): void {
  if (element) element.style.transform = translateTo({ x, y })
}

/** Physical coordinates: a board looks the same in both text directions. */
export function translateTo({ x, y }: Point): string {
  return `translate(${x}px, ${y}px)`
}

/** Moves a group of cards by the dragged one. */
export function moveGrip(desk: BoardDesk, leader: string, keys: readonly string[], from: Point): Grip {
  // In stacking order, so that cards dragged together keep it.
  const rankOf = (key: string) => desk.ranks.value.get(key) ?? 0
  const group = keys
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .flatMap((key) => {
      const rect = desk.rects.value.get(key)
      return rect ? [{ key, rect, element: cardElement(key) }] : []
    })
  const rects = group.map(({ rect }) => rect)
  const lead = desk.rects.value.get(leader) ?? rects[0]
  let step: Point = { x: 0, y: 0 }
  for (const { element } of group) element?.setAttribute('data-dragged', '')
  const show = () => {
    for (const { rect, element } of group) moveElement(element, { x: rect.x + step.x, y: rect.y + step.y })
  }
  const letGo = () => {
    for (const { element } of group) element?.removeAttribute('data-dragged')
  }
  return {
    move: (to) => {
      const next = lead ? stepOf(lead, rects, { x: to.x - from.x, y: to.y - from.y }) : step
      if (next.x === step.x && next.y === step.y) return
      step = next
      show()
    },
    drop: () => {
      letGo()
      if (step.x === 0 && step.y === 0) return
      for (const { key, rect } of group) desk.book.change(key, { position: { x: rect.x + step.x, y: rect.y + step.y } })
    },
    cancel: () => {
      step = { x: 0, y: 0 }
      show()
      letGo()
    },
  }
}

export function resizeGrip(desk: BoardDesk, key: string, from: Point): Grip {
  const element = cardElement(key)
  const before = desk.book.fieldsOf(key)?.size ?? null
  let size = before
  const show = (box: Pick<Rect, 'width' | 'height'> | null) => {
    if (!element || !box) return
    element.style.width = `${box.width}px`
    element.style.height = `${box.height}px`
  }
  return {
    move: (to) => {
      if (!before) return
      size = resized(before, { x: to.x - from.x, y: to.y - from.y })
      show(size)
    },
    drop: () => {
      const isChanged = size && before && (size.width !== before.width || size.height !== before.height)
      if (isChanged && size) desk.book.change(key, { size })
    },
    cancel: () => show(before),
  }
}
