import { expect, test } from 'vitest'
import { symbolOutline } from './symbol-outline.ts'

test('symbolOutline lists one definition per line with its level, which is at most 6', () => {
  const symbols = [
    { label: 'Shelf', line: 1, depth: 0 },
    { label: 'put', line: 1, depth: 1 },
    { label: 'Repo.Get', line: 3, depth: 0 },
    { label: 'deep', line: 4, depth: 9 },
  ]
  expect(symbolOutline(symbols)).toEqual([
    { text: 'Shelf', level: 1, line: 1 },
    { text: 'Repo.Get', level: 1, line: 3 },
    { text: 'deep', level: 6, line: 4 },
  ])
})
