import { expect, test } from 'vitest'
import { boundedCache } from './bounded-cache.ts'

test('BoundedCache keeps the most recently used entries, up to its weight', () => {
  const cache = boundedCache<string>(10)
  cache.put('a', 'A', 4)
  cache.put('b', 'B', 4)
  expect(cache.get('a')).toBe('A')
  cache.put('c', 'C', 4)
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['A', undefined, 'C'])
})

test('BoundedCache weighs a repeated key once, and does not keep an entry that is too heavy alone', () => {
  const cache = boundedCache<string>(10)
  cache.put('a', 'A', 9)
  cache.put('a', 'B', 9)
  expect(cache.get('a')).toBe('B')
  expect(cache.put('heavy', 'H', 11)).toBe('H')
  expect(cache.size()).toBe(0)
})
