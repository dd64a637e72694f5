import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { aligned, neighbour, readingOrder, tidied } from './arrange.ts'
import { boundsOf, boxBetween, freePosition, type Rect, resized, SNAP, stepOf, touches } from './geometry.ts'

const card = (x: number, y: number, width = 250, height = 200): Rect => ({ x, y, width, height })
const anyCard = fc.record({
  x: fc.integer({ min: 0, max: 3000 }),
  y: fc.integer({ min: 0, max: 3000 }),
  width: fc.integer({ min: 120, max: 600 }),
  height: fc.integer({ min: 80, max: 600 }),
})
const someCards = fc.array(anyCard, { minLength: 1, maxLength: 40 })

describe('dragging', () => {
  test('S20: a drag of zero moves nothing from any position, off the grid and 0,0 included', () => {
    for (const at of [card(0, 0), card(13, 7), card(100, 100)]) {
      expect(stepOf(at, [at], { x: 0, y: 0 })).toEqual({ x: 0, y: 0 })
    }
  })

  test('the leader snaps to the grid of 8 and the others keep their distance', () => {
    const [leader, other] = [card(13, 7), card(301, 50)]
    const step = stepOf(leader, [leader, other], { x: 20, y: 0 })
    expect((leader.x + step.x) % SNAP).toBe(0)
    expect(step.y).toBe(0)
  })

  test('a group stops at the edge of the board together', () => {
    const [leader, other] = [card(200, 200), card(40, 16)]
    expect(stepOf(leader, [leader, other], { x: -500, y: -500 })).toEqual({ x: -40, y: -16 })
  })

  test('a resize stays within the bounds and keeps an axis that was not dragged', () => {
    expect(resized({ width: 251, height: 200 }, { x: 0, y: 33 })).toEqual({ width: 251, height: 232 })
    expect(resized({ width: 250, height: 200 }, { x: -900, y: 9000 })).toEqual({ width: 120, height: 1200 })
  })

  test('a selection rectangle is the same in any drawing direction and selects what it touches', () => {
    const frame = boxBetween({ x: 90, y: 80 }, { x: 10, y: 20 })
    expect(frame).toEqual({ x: 10, y: 20, width: 80, height: 60 })
    expect(touches(frame, card(89, 79))).toBe(true)
    expect(touches(frame, card(90, 20))).toBe(false)
  })

  test('a new card does not overlap others when there is a free position nearby', () => {
    fc.assert(
      fc.property(fc.array(anyCard, { maxLength: 20 }), (taken) => {
        const position = freePosition({ x: 100, y: 100 }, { width: 250, height: 200 }, taken)
        expect(taken.some((rect) => touches({ ...position, width: 250, height: 200 }, rect))).toBe(false)
      }),
    )
  })
})

describe('arranging', () => {
  it.each([
    {
      edge: 'left',
      positions: [
        [0, 0],
        [0, 300],
      ],
    },
    {
      edge: 'right',
      positions: [
        [150, 0],
        [0, 300],
      ],
    },
    {
      edge: 'center',
      positions: [
        [72, 0],
        [0, 300],
      ],
    },
    {
      edge: 'top',
      positions: [
        [0, 0],
        [150, 0],
      ],
    },
    {
      edge: 'bottom',
      positions: [
        [0, 400],
        [150, 300],
      ],
    },
  ] as const)('along the $edge', ({ edge, positions }) => {
    const cards = edge === 'left' || edge === 'top' ? [card(0, 0, 100, 100), card(150, 300, 100, 200)] : null
    const given = cards ?? [card(0, 0, 100, 100), card(edge === 'bottom' ? 150 : 0, 300, 250, 200)]
    expect(aligned(given, edge).map(({ x, y }) => [x, y])).toEqual(positions)
  })

  test.each(['ltr', 'rtl'] as const)(
    'tidy (%s) lays no card over another, on the grid, and reads in the same order',
    (way) => {
      fc.assert(
        fc.property(someCards, (cards) => {
          const rows = { corner: boundsOf(cards), width: 1200, direction: way }
          const tidy = tidied(cards, rows).map((position, i) => ({ ...card(0, 0), ...cards[i], ...position }))
          for (const [i, a] of tidy.entries()) expect(tidy.slice(i + 1).some((b) => touches(a, b))).toBe(false)
          expect(tidy.every(({ x, y }) => x % SNAP === 0 && y % SNAP === 0 && x >= 0)).toBe(true)
          expect(tidied(tidy, { ...rows, corner: boundsOf(tidy) })).toEqual(tidy.map(({ x, y }) => ({ x, y })))
          expect(readingOrder(tidy, (rect) => rect, way)).toEqual(tidy)
        }),
      )
    },
  )

  test('tidied keeps every row within the width', () => {
    const cards = [card(0, 0), card(300, 0), card(600, 0), card(0, 300, 600)]
    expect(tidied(cards, { corner: { x: 40, y: 40 }, width: 560, direction: 'ltr' })).toEqual([
      { x: 40, y: 40 },
      { x: 312, y: 40 },
      { x: 40, y: 256 },
      { x: 40, y: 472 },
    ])
  })

  test('readingOrder sorts by rows and by text direction within a row', () => {
    const cards = { a: card(0, 0), b: card(300, 20), c: card(600, 0), d: card(0, 220) }
    const order = (direction: 'rtl' | 'ltr') =>
      readingOrder(Object.entries(cards), ([, rect]) => rect, direction).map(([name]) => name)
    expect(order('ltr')).toEqual(['a', 'b', 'c', 'd'])
    expect(order('rtl')).toEqual(['c', 'b', 'a', 'd'])
  })

  test('readingOrder returns every card once', () => {
    fc.assert(
      fc.property(someCards, (cards) => {
        expect(new Set(readingOrder(cards, (rect) => rect, 'rtl'))).toEqual(new Set(cards))
      }),
    )
  })

  test('neighbour prefers the card straight ahead to a nearer one aside', () => {
    const [from, ahead, aside] = [card(0, 0), card(600, 0), card(300, 700)]
    expect(neighbour(from, [ahead, aside], { x: 1, y: 0 })).toBe(ahead)
    expect(neighbour(from, [ahead, aside], { x: -1, y: 0 })).toBeNull()
  })
})
