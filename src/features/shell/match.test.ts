import { expect, test } from 'vitest'
import { rankMatches } from './match.ts'

test('the palette ranks the start of a label, then the start of a word, then the middle', () => {
  const labels = ['Resettle', 'Open settings', 'Settings', 'Files'].map((label) => ({ label }))
  expect(rankMatches(labels, 'set').map(({ label }) => label)).toEqual(['Settings', 'Open settings', 'Resettle'])
  expect(rankMatches([{ label: 'הגדרות' }], 'גדר')).toHaveLength(1)
})
