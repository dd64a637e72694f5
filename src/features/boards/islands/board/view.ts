import { type Signal, signal } from '@preact/signals'
import { boundsOf, type Point, type Rect } from '../../canvas/geometry.ts'
import { clampZoom, scrollFor, zoomToFit } from '../../browser/zoom.ts'
import type { BoardDesk } from './board-desk.ts'

/** The scroll and zoom state of the board. The layout is left-to-right in both languages. */
export type View = {
  element: { current: HTMLElement | null }
  zoom: Signal<number>
  /** The visible part, in board pixels. */
  seen: Signal<Rect>
}

export function newView(): View {
  return { element: { current: null }, zoom: signal(1), seen: signal({ x: 0, y: 0, width: 1200, height: 800 }) }
}

/** Converts a screen position to a board position. */
export function boardPoint({ element, zoom }: View, at: { clientX: number; clientY: number }): Point {
  const view = element.current
  if (!view) return { x: 0, y: 0 }
  const box = view.getBoundingClientRect()
  return {
    x: (at.clientX - box.left + view.scrollLeft) / zoom.value,
    y: (at.clientY - box.top + view.scrollTop) / zoom.value,
  }
}

export function look({ element, zoom, seen }: View): void {
  const view = element.current
  if (!view) return
  seen.value = {
    x: view.scrollLeft / zoom.value,
    y: view.scrollTop / zoom.value,
    width: view.clientWidth / zoom.value,
    height: view.clientHeight / zoom.value,
  }
}

/** `at` keeps its screen position: the pointer, or the centre of the view. */
export function zoomTo(view: View, wanted: number, at?: Point): void {
  const element = view.element.current
  const [from, to] = [view.zoom.value, clampZoom(wanted)]
  if (!element || from === to) return
  const point = at ?? { x: element.clientWidth / 2, y: element.clientHeight / 2 }
  const scroll = scrollFor({ x: element.scrollLeft, y: element.scrollTop }, point, from, to)
  view.zoom.value = to
  // Render first: the board must be large enough to scroll that far.
  requestAnimationFrame(() => {
    element.scrollTo({ left: scroll.x, top: scroll.y, behavior: 'instant' })
    look(view)
  })
}

export function fit(view: View, desk: BoardDesk): void {
  const element = view.element.current
  if (!element) return
  const box = boundsOf([...desk.rects.value.values()])
  const zoom = zoomToFit(box, { width: element.clientWidth, height: element.clientHeight })
  view.zoom.value = zoom
  requestAnimationFrame(() => centre(view, box))
}

/** Centres the view on a box. */
export function centre(view: View, box: Rect): void {
  const element = view.element.current
  if (!element) return
  const { value: zoom } = view.zoom
  element.scrollTo({
    left: (box.x + box.width / 2) * zoom - element.clientWidth / 2,
    top: (box.y + box.height / 2) * zoom - element.clientHeight / 2,
    behavior: 'instant',
  })
  look(view)
}

/** Scrolls no further than needed. */
export function reveal(view: View, box: Rect): void {
  const { seen } = view
  const isSeen =
    box.x >= seen.value.x &&
    box.y >= seen.value.y &&
    box.x + box.width <= seen.value.x + seen.value.width &&
    box.y + box.height <= seen.value.y + seen.value.height
  if (!isSeen) centre(view, box)
}
