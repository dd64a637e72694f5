import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countLines, joinLines, lineSpan, linesWithEnds } from './lines.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'ש', '\r', '\n', '\r\n', '\u2028', '👩‍👧', ' ') })

describe('the lines of a text', () => {
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

  test('lineSpan finds the same lines as linesWithEnds, and null where there are none', () => {
    const number = fc.integer({ min: 0, max: 8 })
    fc.assert(
      fc.property(text, number, number, (content, start, more) => {
        const lines = linesWithEnds(content)
        const end = start + more
        const span = lineSpan(content, start, end)
        if (start < 1 || end > lines.length) expect(span).toBeNull()
        else expect(span && content.slice(span.from, span.to)).toBe(joinLines(lines.slice(start - 1, end)))
      }),
    )
  })
})
