import { BOUNDS } from '#features/notes/note.ts'

/** The rectangle of a card in board pixels. Physical in both languages: x grows to the right. */
export type Rect = { x: number; y: number; width: number; height: number }
export type Point = { x: number; y: number }

export const SNAP = 8

export function snap(value: number): number {
  return Math.round(value / SNAP) * SNAP
}

function clamp(value: number, { min, max }: { min: number; max: number }): number {
  return Math.min(max, Math.max(min, value))
}

/**
 * The offset of a group that is dragged by `by`: the leader snaps to the grid, the others keep their distance from it, and
 * none leaves the board. A drag of zero moves nothing, even if the leader is off the grid.
 */
export function stepOf(leader: Rect, group: readonly Rect[], by: Point): Point {
  return { x: stepAlong('x', leader, group, by.x), y: stepAlong('y', leader, group, by.y) }
}

function stepAlong(axis: 'x' | 'y', leader: Rect, group: readonly Rect[], by: number): number {
  if (by === 0) return 0
  const offsets = group.map((rect) => rect[axis])
  const least = BOUNDS[axis].min - Math.min(...offsets)
  const most = BOUNDS[axis].max - Math.max(...offsets)
  return clamp(snap(leader[axis] + by) - leader[axis], { min: least, max: most })
}

export function resized({ width, height }: Pick<Rect, 'width' | 'height'>, by: Point) {
  return {
    width: by.x === 0 ? width : clamp(snap(width + by.x), BOUNDS.width),
    height: by.y === 0 ? height : clamp(snap(height + by.y), BOUNDS.height),
  }
}

/** The bounding box; empty at the origin when there are no cards. */
export function boundsOf(rects: readonly Rect[]): Rect {
  if (rects.length === 0) return { x: 0, y: 0, width: 0, height: 0 }
  const x = Math.min(...rects.map((rect) => rect.x))
  const y = Math.min(...rects.map((rect) => rect.y))
  const right = Math.max(...rects.map((rect) => rect.x + rect.width))
  const bottom = Math.max(...rects.map((rect) => rect.y + rect.height))
  return { x, y, width: right - x, height: bottom - y }
}

/** The box between two corners in any order. */
export function boxBetween(a: Point, b: Point): Rect {
  return {
    x: Math.min(a.x, b.x),
    y: Math.min(a.y, b.y),
    width: Math.abs(a.x - b.x),
    height: Math.abs(a.y - b.y),
  }
}

export function touches(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/** A card of which nothing is chosen yet. */
export const NEW_CARD: Rect = {
  x: BOUNDS.x.standard,
  y: BOUNDS.y.standard,
  width: BOUNDS.width.standard,
  height: BOUNDS.height.standard,
}

/** The first free position for a card, searching by rows of `columns` cards from `wish`. */
export function freePosition(
  wish: Point,
  size: Pick<Rect, 'width' | 'height'>,
  taken: readonly Rect[],
  columns = 8,
): Point {
  const start = { x: clamp(snap(wish.x), BOUNDS.x), y: clamp(snap(wish.y), BOUNDS.y) }
  for (let row = 0; row < 50; row++) {
    for (let column = 0; column < columns; column++) {
      const position = { x: start.x + column * (size.width + GAP), y: start.y + row * (size.height + GAP) }
      if (!taken.some((rect) => touches({ ...size, ...position }, rect))) return position
    }
  }
  return start
}

export const GAP = 16
