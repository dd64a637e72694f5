import { expect, test } from 'vitest'
import { nextIndex } from './menu-keys.ts'

test.each([
  ['ArrowDown', -1, 0],
  ['ArrowDown', 2, 0],
  ['ArrowUp', -1, 2],
  ['ArrowUp', 0, 2],
  ['ArrowUp', 2, 1],
  ['Home', 1, 0],
  ['End', -1, 2],
])('%s in a menu of three goes from %i to %i', (key, at, to) => {
  expect(nextIndex(key, at, 3)).toBe(to)
})
