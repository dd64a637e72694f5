import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesWithEnds, splitLines } from './lines.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'ש', '\r', '\n', '\r\n', '\u2028', '👩‍👧', ' ') })

test('linesWithEnds joined equal the text', () => {
  fc.assert(
    fc.property(text, (content) => {
      const lines = linesWithEnds(content)
      expect(lines.map(({ text: own, end }) => own + end).join('')).toBe(content)
      expect(lines.map((line) => line.text)).toEqual(splitLines(content))
    }),
  )
})
