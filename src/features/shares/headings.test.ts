import { expect, test } from 'vitest'
import { findHeadings } from './headings.ts'

const lines = [
  '# Title',
  '',
  '  ## Closed ##',
  '#not a heading',
  '### Twice',
  'text',
  '# Twice',
  '```',
  '# שלום עולם',
  '```',
  '# After',
]

test.each([
  ['Title', 1],
  ['Closed', 3],
  ['not a heading', null],
  ['Twice', null],
  ['text', null],
  ['שלום עולם', null],
  ['After', 11],
])('findHeadings locates %j at line %j', (heading, line) => {
  expect(findHeadings(lines, [heading])).toEqual([line])
})

test('findHeadings takes linear time for a line of spaces and hashes', () => {
  const started = performance.now()
  findHeadings([`# ${' #'.repeat(50_000)}x`, `# ${' '.repeat(100_000)}x`], ['x'])
  expect(performance.now() - started).toBeLessThan(2_000)
})
