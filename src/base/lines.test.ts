import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countLines, joinLines, linesWithEnds, splitLines } from './lines.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'ש', '\r', '\n', '\r\n', '\u2028', '👩‍👧', ' ') })

describe('how a file counts its lines', () => {
  test.each([
    ['', 0],
    ['a', 1],
    ['a\n', 1],
    ['a\n\n', 2],
    ['\n', 1],
    ['a\nb', 2],
    ['a\r\nb\r\n', 2],
    ['a\rb\r', 2],
    ['a\n\rb', 3],
    ['a\u2028b', 1],
    ['שלום\r\nעולם', 2],
  ])('%j has %i lines', (content, lines) => {
    expect(countLines(content)).toBe(lines)
    expect(linesWithEnds(content)).toHaveLength(lines)
  })

  test('joining the lines with their ends gives the text back', () => {
    fc.assert(
      fc.property(text, (content) => {
        const lines = linesWithEnds(content)
        expect(joinLines(lines)).toBe(content)
        expect(lines.map((line) => line.text)).toEqual(splitLines(content))
      }),
    )
  })
})
