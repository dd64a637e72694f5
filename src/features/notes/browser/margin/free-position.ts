import { BOUNDS } from '../../note.ts'

export type Position = { x: number; y: number }
export type Size = { width: number; height: number }
export type Delta = { dx: number; dy: number }

/** The position after a drag, rounded and limited to `BOUNDS`. A drag of zero returns the exact stored position. */
export function movedBy({ x, y }: Position, { dx, dy }: Delta): Position {
  return { x: within(x, dx, BOUNDS.x), y: within(y, dy, BOUNDS.y) }
}

export function sizedBy({ width, height }: Size, { dx, dy }: Delta): Size {
  return { width: within(width, dx, BOUNDS.width), height: within(height, dy, BOUNDS.height) }
}

function within(value: number, change: number, { min, max }: { min: number; max: number }): number {
  return change === 0 ? value : Math.min(max, Math.max(min, Math.round(value + change)))
}

const STEP = 16

const ARROWS: Record<string, Delta> = {
  ArrowLeft: { dx: -1, dy: 0 },
  ArrowRight: { dx: 1, dy: 0 },
  ArrowUp: { dx: 0, dy: -1 },
  ArrowDown: { dx: 0, dy: 1 },
}

/** An arrow key as a drag. Coordinates are physical in both languages. */
export function arrowDelta(code: string): Delta | null {
  const arrow = ARROWS[code]
  return arrow ? { dx: arrow.dx * STEP, dy: arrow.dy * STEP } : null
}
