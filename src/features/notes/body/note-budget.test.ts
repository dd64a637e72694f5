import { expect, test } from 'vitest'
import { drawnNotes } from './note-budget.ts'

test('drawnNotes takes all of 150 notes with short lists', () => {
  const content =
    '## Before the release\n\n- [ ] run the tests\n- [x] write the changelog\n- [ ] tell *everyone* in `#team`\n'
  expect(drawnNotes(Array.from({ length: 150 }, (_, i) => ({ id: String(i), content }))).size).toBe(150)
})

test('drawnNotes leaves out a note that does not fit, and still takes short ones after it', () => {
  const notes = [
    { id: 'short', content: '- a\n'.repeat(100) },
    { id: 'long', content: '- a\n'.repeat(5_000) },
    { id: 'after', content: 'plain text' },
  ]
  expect([...drawnNotes(notes)]).toEqual(['short', 'after'])
})
