import { expect, test } from 'vitest'
import { nameKind, scoreOf } from './rank.ts'

const NOW = new Date('2026-11-17T12:00:00Z')
const plain = { texts: [], isFavourite: false, updatedAt: null }
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000)

test.each([
  ['total.py', 'total', 'exactName'],
  ['Total.py', 'total.PY', 'exactName'],
  ['totals.py', 'total', 'nameStart'],
  ['sub-total.py', 'total', 'nameWord'],
  ['subtotal.py', 'total', 'namePart'],
  ['sum.py', 'total', 'other'],
  ['שָׁלוֹם.txt', 'שלום', 'exactName'],
  ['sum.py', '', 'other'],
])('%s is for %s: %s', (name, word, kind) => {
  expect(nameKind(name, word)).toBe(kind)
})

test('a better kind of match wins, however old it is', () => {
  const exact = scoreOf({ ...plain, name: 'total.py', updatedAt: daysAgo(1000) }, ['total'], NOW)
  const start = scoreOf({ ...plain, name: 'totals.py', updatedAt: NOW, isFavourite: true }, ['total'], NOW)
  const word = scoreOf({ ...plain, name: 'a', texts: [{ text: 'the total', ranges: [[4, 9]] }] }, ['total'], NOW)
  const part = scoreOf(
    { ...plain, name: 'a', texts: [{ text: 'subtotal', ranges: [[3, 8]] }], updatedAt: NOW, isFavourite: true },
    ['total'],
    NOW,
  )
  expect([exact, start, word, part]).toEqual([exact, start, word, part].toSorted((a, b) => b - a))
})

test('of equal matches, favourites and recent changes come first', () => {
  const of = (more: object) => scoreOf({ ...plain, name: 'total.py', updatedAt: daysAgo(60), ...more }, ['total'], NOW)
  expect(of({ isFavourite: true })).toBeGreaterThan(of({}))
  expect(of({ updatedAt: daysAgo(1) })).toBeGreaterThan(of({}))
})
