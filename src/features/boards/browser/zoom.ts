import type { Rect } from '../canvas/geometry.ts'

const ZOOM = { min: 0.25, max: 2, step: 1.25 } as const

export function clampZoom(zoom: number): number {
  return Math.min(ZOOM.max, Math.max(ZOOM.min, Math.round(zoom * 100) / 100))
}

/** The next zoom step in or out, which always stops at 100 %. */
export function zoomedBy(zoom: number, steps: 1 | -1): number {
  const next = clampZoom(steps === 1 ? zoom * ZOOM.step : zoom / ZOOM.step)
  return (zoom < 1 && next > 1) || (zoom > 1 && next < 1) ? 1 : next
}

const MARGIN = 24

/** The zoom at which everything is in view, at most 100 %. */
export function zoomToFit(box: Rect, view: { width: number; height: number }): number {
  if (box.width === 0 || box.height === 0) return 1
  const fits = Math.min((view.width - 2 * MARGIN) / box.width, (view.height - 2 * MARGIN) / box.height)
  // Round down: one percent too much would cut off the last row.
  return clampZoom(Math.floor(Math.min(1, fits) * 100) / 100)
}

/** The scroll position that keeps the board point under `at` fixed when the zoom changes. */
export function scrollFor(
  scroll: { x: number; y: number },
  at: { x: number; y: number },
  from: number,
  to: number,
): { x: number; y: number } {
  return { x: ((scroll.x + at.x) / from) * to - at.x, y: ((scroll.y + at.y) / from) * to - at.y }
}
