import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareTexts } from 'codeshelf-follow/diff'
import { splitRows, unifiedRows } from './rows.ts'

const text = fc
  .array(fc.constantFrom('alpha one', 'alpha two', 'beta', 'gamma x', 'gamma y', ''), { maxLength: 40 })
  .map((lines) => lines.join('\n'))

test('a limit on rows changes no row below it and indicates that there are more', () => {
  fc.assert(
    fc.property(text, text, fc.integer({ min: 0, max: 20 }), (a, b, max) => {
      const comparison = compareTexts(a, b)
      for (const rowsOf of [unifiedRows, splitRows]) {
        const all = rowsOf(comparison, 3)
        const limited = rowsOf(comparison, 3, max)
        expect(limited.slice(0, max)).toEqual(all.slice(0, max))
        expect(limited.length > max).toBe(all.length > max)
      }
    }),
    { numRuns: 2_000 },
  )
})
