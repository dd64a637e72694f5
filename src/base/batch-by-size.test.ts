import { expect, test } from 'vitest'
import { batchBySize } from './batch-by-size.ts'

const batches = (sizes: number[]) => [...batchBySize(sizes, (size) => size, 10)]

test('batchBySize keeps the order and the limit, and gives an oversized item its own batch', () => {
  expect(batches([])).toEqual([])
  expect(batches([4, 6, 1, 20, 3, 3])).toEqual([[4, 6], [1], [20], [3, 3]])
})

test('batchBySize ends a batch that has as many items as allowed', () => {
  expect([...batchBySize([1, 1, 1, 9, 1], (size) => size, 10, 2)]).toEqual([[1, 1], [1, 9], [1]])
})
