import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { charLength } from '#base/text.ts'
import { FIELDS } from '../saving/saving.fixture.ts'
import { beyond, bucketMarks } from './buckets.ts'
import { arrowDelta, movedBy, sizedBy } from './free-position.ts'
import { lineLabel, quoteText, spotOf } from './spot.ts'
import { type Card, stackCards } from './stack.ts'

describe('cards in the margin', () => {
  it.each([
    {
      situation: 'apart: level with their lines',
      cards: [
        [0, 50],
        [200, 50],
      ],
      chosen: null,
      tops: [0, 200],
    },
    {
      situation: 'close: the second is pushed down',
      cards: [
        [0, 50],
        [20, 50],
      ],
      chosen: null,
      tops: [0, 58],
    },
    {
      situation: 'on one line',
      cards: [
        [40, 50],
        [40, 50],
        [40, 50],
      ],
      chosen: null,
      tops: [40, 98, 156],
    },
    {
      situation: 'the chosen one is level, the one before yields',
      cards: [
        [100, 50],
        [120, 50],
      ],
      chosen: 1,
      tops: [62, 120],
    },
    {
      situation: 'no room above: the chosen one is level all the same, the one before lies above the column',
      cards: [
        [0, 50],
        [20, 50],
      ],
      chosen: 1,
      tops: [-38, 20],
    },
    {
      situation: 'those after it yield downwards',
      cards: [
        [0, 50],
        [100, 50],
        [110, 50],
      ],
      chosen: 1,
      tops: [0, 100, 158],
    },
  ])('$situation', ({ cards, chosen, tops }) => {
    const stacked = stackCards(
      cards.map(([want = 0, height = 0]) => ({ want, height })),
      chosen,
    )
    expect(stacked.map(({ top }) => top)).toEqual(tops)
  })

  test('never overlap, keep their order, and keep the selected one level with its line', () => {
    const card = fc.record({ want: fc.nat(2_000), height: fc.integer({ min: 20, max: 300 }) })
    fc.assert(
      fc.property(fc.array(card, { minLength: 1, maxLength: 40 }), fc.nat(), fc.boolean(), (list, n, hasChosen) => {
        const cards: Card[] = list.toSorted((a, b) => a.want - b.want)
        const chosen = hasChosen ? n % cards.length : null
        const stacked = stackCards(cards, chosen)
        for (const [i, { top }] of stacked.entries()) {
          const before = stacked[i - 1]
          if (chosen === null || i >= chosen) expect(top).toBeGreaterThanOrEqual(cards[i]?.want ?? 0)
          if (before) expect(top).toBeGreaterThan(before.top + before.height)
        }
        if (chosen !== null)
          expect(stacked[chosen]).toEqual({ top: cards[chosen]?.want, height: cards[chosen]?.height, isShort: false })
      }),
    )
  })

  test('on the whole file stay below one another when a later one is chosen, unless they are many', () => {
    const onFile = (n: number) => Array.from({ length: n }, () => ({ want: 12, height: 80, isOnFile: true }))
    const tops = (n: number, chosen: number) => stackCards(onFile(n), chosen, 12).map(({ top }) => top)
    expect(tops(2, 1)).toEqual([12, 100])
    expect(tops(30, 29)[29]).toBe(12)
  })

  test('are short where they would be pushed more than 240 px from their lines, and only there', () => {
    const crowd = Array.from({ length: 9 }, (_, i) => ({ want: i * 20, height: 100 }))
    const alone = { want: 3_000, height: 100 }
    const stacked = stackCards([...crowd, alone], 4)
    expect(stacked.map(({ isShort }) => isShort)).toEqual([
      true,
      true,
      true,
      true,
      false,
      true,
      true,
      true,
      true,
      false,
    ])
    expect(stacked.at(-1)).toEqual({ top: 3_000, height: 100, isShort: false })
  })

  test('choosing one leaves the sizes of all others as they were', () => {
    const cards = Array.from({ length: 300 }, (_, i) => ({
      want: Math.floor(i / 2.5) * 22,
      height: 60 + ((i * 37) % 140),
    }))
    const sizes = stackCards(cards, null).map(({ isShort }) => isShort)
    for (const chosen of [0, 7, 150, 299])
      expect(stackCards(cards, chosen).map(({ isShort }, i) => isShort || i === chosen)).toEqual(sizes)
  })
})

describe('marks', () => {
  test('closer than 60 px are merged into one bucket', () => {
    const marks = [0, 20, 59, 60, 200].map((at, i) => ({ key: `${i}`, at }))
    expect(bucketMarks(marks)).toEqual([
      { at: 0, keys: ['0', '1', '2'] },
      { at: 60, keys: ['3'] },
      { at: 200, keys: ['4'] },
    ])
  })

  test('out of view are listed nearest first', () => {
    const marks = [10, 50, 90, 130].map((at, i) => ({ key: `${i}`, at }))
    const { above, below } = beyond(marks, 60, 100)
    expect(above.map(({ at }) => at)).toEqual([50, 10])
    expect(below.map(({ at }) => at)).toEqual([130])
  })
})

describe('the spot of a note', () => {
  const prose = {
    kind: 'prose' as const,
    headings: [
      { id: 'a', text: 'One' },
      { id: 'b', text: 'Two' },
    ],
  }
  const onHeading = (anchorId: string, anchorText: string) => ({ ...FIELDS, lineStart: null, anchorId, anchorText })

  test('on code is at the current lines', () => {
    const moved = { state: 'moved', start: 31, end: 33 } as const
    expect(spotOf({ ...FIELDS, lineStart: 14 }, moved, { kind: 'code' })).toEqual({ kind: 'lines', start: 31, end: 33 })
    expect(spotOf(FIELDS, { state: 'lost', start: 1, end: 1 }, { kind: 'code' })).toEqual({ kind: 'lost' })
    expect(spotOf({ ...FIELDS, lineStart: null }, null, { kind: 'code' })).toEqual({ kind: 'file' })
    expect(spotOf(onHeading('a', 'One'), null, { kind: 'code' })).toEqual({ kind: 'file' })
  })

  test('on a heading is at the line of the heading in the source', () => {
    const headings = [
      { line: 1, text: 'One' },
      { line: 9, text: 'Usage' },
      { line: 20, text: 'Usage' },
    ]
    const at = (id: string, text: string) => spotOf(onHeading(id, text), null, { kind: 'code', headings })
    expect(at('one', 'One')).toEqual({ kind: 'lines', start: 1, end: 1 })
    expect([at('usage', 'Usage'), at('usage-1', 'Usage')]).toEqual([
      { kind: 'lines', start: 9, end: 9 },
      { kind: 'lines', start: 20, end: 20 },
    ])
    expect([at('usage-2', 'Usage'), at('gone', 'Gone')]).toEqual([{ kind: 'file' }, { kind: 'file' }])
  })

  test('on rendered text is at its heading, found by id or by unique text', () => {
    expect(spotOf(onHeading('a', 'Other'), null, prose)).toEqual({ kind: 'heading', id: 'a' })
    expect(spotOf(onHeading('z', 'Two'), null, prose)).toEqual({ kind: 'heading', id: 'b' })
    expect(spotOf(onHeading('z', 'Three'), null, prose)).toEqual({ kind: 'lost' })
    expect(spotOf(FIELDS, { state: 'anchored', start: 1, end: 1 }, prose)).toEqual({ kind: 'file' })
  })

  test('is formatted as a line label', () => {
    expect([lineLabel(14, 14), lineLabel(14, 26)]).toEqual(['L14', 'L14-26'])
    expect(charLength(quoteText(['😀'.repeat(600)]))).toBe(500)
  })
})

describe('S20: free notes', () => {
  test('load and save of a position is a fixed point, 0,0 and fractions included', () => {
    for (const position of [
      { x: 0, y: 0 },
      { x: 12.5, y: 999_999.25 },
      { x: 100_000, y: 1_000_000 },
    ])
      expect(movedBy(position, { dx: 0, dy: 0 })).toEqual(position)
    expect(sizedBy({ width: 250.5, height: 80 }, { dx: 0, dy: 0 })).toEqual({ width: 250.5, height: 80 })
  })

  test('stay within the storable bounds', () => {
    expect(movedBy({ x: 5, y: 5 }, { dx: -50, dy: 20 })).toEqual({ x: 0, y: 25 })
    expect(sizedBy({ width: 130, height: 90 }, { dx: -50, dy: -50 })).toEqual({ width: 120, height: 80 })
  })

  test('move by arrow keys in the same physical direction in both languages', () => {
    expect(arrowDelta('ArrowLeft')).toEqual({ dx: -16, dy: 0 })
    expect(arrowDelta('ArrowDown')).toEqual({ dx: 0, dy: 16 })
    expect(arrowDelta('KeyA')).toBeNull()
  })
})
