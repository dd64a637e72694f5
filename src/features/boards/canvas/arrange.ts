import { BOUNDS } from '#features/notes/note.ts'
import { boundsOf, GAP, type Point, type Rect, SNAP, snap } from './geometry.ts'

export type Edge = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom'

/** Positions that align all cards to an edge or the centre of their bounding box. */
export function aligned(rects: readonly Rect[], edge: Edge): Point[] {
  const box = boundsOf(rects)
  return rects.map((rect) => {
    switch (edge) {
      case 'left':
        return { x: box.x, y: rect.y }
      case 'center':
        return { x: Math.max(0, snap(box.x + (box.width - rect.width) / 2)), y: rect.y }
      case 'right':
        return { x: box.x + box.width - rect.width, y: rect.y }
      case 'top':
        return { x: rect.x, y: box.y }
      case 'middle':
        return { x: rect.x, y: Math.max(0, snap(box.y + (box.height - rect.height) / 2)) }
      case 'bottom':
        return { x: rect.x, y: box.y + box.height - rect.height }
    }
  })
}

/** `width`: how far the rows may reach; a card that is wider has a row of its own. */
type Rows = { corner: Point; width: number; direction: 'rtl' | 'ltr' }

/** Positions that arrange the cards in rows in the given order without overlap. With `rtl` each row starts at its right end. */
export function tidied(rects: readonly Rect[], { corner, width, direction }: Rows): Point[] {
  const start = { x: snap(corner.x), y: snap(corner.y) }
  const rows = rowsOf(rects, width)
  const widest = Math.max(0, ...rows.map(({ width }) => width))
  const positions: Point[] = []
  let y = start.y
  for (const row of rows) {
    for (const { at, width } of row.cards) {
      const x = direction === 'ltr' ? at : widest - at - roomFor(width)
      positions.push({ x: Math.min(start.x + x, BOUNDS.x.max), y: Math.min(y, BOUNDS.y.max) })
    }
    y = snapUp(y + row.height + GAP)
  }
  return positions
}

type Row = { cards: { at: number; width: number }[]; width: number; height: number }

function rowsOf(rects: readonly Rect[], rowWidth: number): Row[] {
  const rows: Row[] = []
  for (const { width, height } of rects) {
    let row = rows.at(-1)
    if (!row || row.width + GAP + width > rowWidth) {
      row = { cards: [], width: 0, height: 0 }
      rows.push(row)
    }
    const at = row.cards.length === 0 ? 0 : row.width + GAP
    row.cards.push({ at, width })
    row.width = at + roomFor(width)
    row.height = Math.max(row.height, height)
  }
  return rows
}

/** Rounds the width up, so that the next card is on the grid. */
function roomFor(width: number): number {
  return snapUp(width)
}

function snapUp(value: number): number {
  const near = snap(value)
  return near < value ? near + SNAP : near
}

/**
 * The reading order of the board: rows from top to bottom, each row in text direction. A card belongs to a row when its top
 * is above the middle of the first card of the row.
 */
export function readingOrder<T>(items: readonly T[], rectOf: (item: T) => Rect, direction: 'rtl' | 'ltr'): T[] {
  const downwards = items.map((item) => ({ item, rect: rectOf(item) })).toSorted((a, b) => a.rect.y - b.rect.y)
  const rows: (typeof downwards)[] = []
  let border = Number.NEGATIVE_INFINITY
  for (const card of downwards) {
    if (card.rect.y < border) rows.at(-1)?.push(card)
    else {
      rows.push([card])
      border = card.rect.y + card.rect.height / 2
    }
  }
  const begins = (rect: Rect) => (direction === 'rtl' ? -(rect.x + rect.width) : rect.x)
  return rows.flatMap((row) => row.toSorted((a, b) => begins(a.rect) - begins(b.rect)).map(({ item }) => item))
}

/** The nearest card in a direction; sideways distance counts double. */
export function neighbour<T extends Rect>(from: Rect, others: readonly T[], way: Point): T | null {
  const at = middle(from)
  const ahead = others.flatMap((rect) => {
    const to = middle(rect)
    const along = (to.x - at.x) * way.x + (to.y - at.y) * way.y
    const aside = Math.abs((to.x - at.x) * way.y) + Math.abs((to.y - at.y) * way.x)
    return along > 0 ? [{ rect, cost: along + 2 * aside }] : []
  })
  return ahead.toSorted((a, b) => a.cost - b.cost)[0]?.rect ?? null
}

function middle({ x, y, width, height }: Rect): Point {
  return { x: x + width / 2, y: y + height / 2 }
}
