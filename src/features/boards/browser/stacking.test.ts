import fc from 'fast-check'
import { expect, test } from 'vitest'
import { raise, stackingRanks } from './stacking.ts'

const moments = ['2026-11-15T09:00:00.001+00:00', '2026-11-15T09:00:00.002+00:00', '2026-11-15T09:00:00.003+00:00']

test('stackingRanks ranks the note stored last on top, and an unsaved note above it', () => {
  const cards = [
    { key: 'draft', updatedAt: '' },
    { key: 'new', updatedAt: moments[2] ?? '' },
    { key: 'old', updatedAt: moments[0] ?? '' },
    { key: 'middle', updatedAt: moments[1] ?? '' },
  ]
  expect([...stackingRanks(cards, []).keys()]).toEqual(['old', 'middle', 'new', 'draft'])
  expect([...stackingRanks(cards, ['middle', 'old']).keys()]).toEqual(['new', 'draft', 'middle', 'old'])
})

test('the card touched last has the highest rank after any actions, regardless of the order of the list', () => {
  const anyCards = fc.uniqueArray(fc.record({ key: fc.string(), updatedAt: fc.constantFrom('', ...moments) }), {
    minLength: 1,
    selector: ({ key }) => key,
  })
  fc.assert(
    fc.property(anyCards, fc.array(fc.nat(), { minLength: 1 }), (cards, touches) => {
      const touched = touches.flatMap((n) => cards[n % cards.length]?.key ?? [])
      const raised = touched.reduce<readonly string[]>(raise, [])
      const ranks = stackingRanks(cards, raised)
      expect(ranks.get(touched.at(-1) ?? '')).toBe(cards.length - 1)
      expect(stackingRanks(cards.toReversed(), raised)).toEqual(ranks)
    }),
  )
})
