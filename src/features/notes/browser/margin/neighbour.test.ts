import { expect, test } from 'vitest'
import { neighbour } from './neighbour.ts'

const ALL = [
  { key: 'file', at: 0 },
  { key: 'a', at: 100 },
  { key: 'b', at: 900 },
  { key: 'lost', at: null },
]
const from = (here: number, step: 1 | -1, selected: string | null = null) =>
  neighbour(ALL, { selected, here }, step)?.key

test('neighbour continues from where the reader is when no note is selected', () => {
  expect([from(-50, 1), from(100, 1), from(400, 1), from(1000, 1)]).toEqual(['file', 'a', 'b', 'file'])
  expect([from(1000, -1), from(400, -1), from(0, -1)]).toEqual(['b', 'a', 'lost'])
})

test('neighbour goes on from the selected note, wherever the reader is', () => {
  expect([from(1000, 1, 'a'), from(0, 1, 'lost'), from(0, -1, 'file')]).toEqual(['b', 'file', 'lost'])
  expect(neighbour([], { selected: null, here: 0 }, 1)).toBeUndefined()
})
