import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitLines } from '#base/lines.ts'
import { textFinder } from './text-finder.ts'
import { indexRows, isContinued, ROW_CHARS, rowAt, rowEnd, rowOfLine, rowStart, textOfLines } from './text-rows.ts'

const texts = fc.array(fc.constantFrom('a', 'שלום', '\t', '\n', '\r', '\r\n', '😀', 'x'.repeat(700)), { maxLength: 40 })

describe('indexRows', () => {
  test('has the lines of splitLines, and its rows together are the text', () => {
    fc.assert(
      fc.property(texts, (pieces) => {
        const text = pieces.join('')
        const rows = indexRows(text)
        const lines = splitLines(text)
        expect(rows.lineCount).toBe(lines.length)
        expect(lines.map((_, i) => textOfLines(rows, i + 1, i + 1))).toEqual(lines)
        const all = Array.from({ length: rows.rowCount }, (_, row) =>
          text.slice(rowStart(rows, row), rowStart(rows, row + 1)),
        )
        expect(all.join('')).toBe(text)
      }),
    )
  })

  test('cuts a line of a megabyte into rows, but no emoji in two', () => {
    const rows = indexRows(`first\n${'😀'.repeat(500_000)}\nlast`)
    expect([rows.lineCount, rows.rowCount, rows.columns]).toEqual([3, 1_002, ROW_CHARS])
    expect([rowOfLine(rows, 2), rowOfLine(rows, 3)]).toEqual([1, 1_001])
    expect([isContinued(rows, 1), isContinued(rows, 2), isContinued(rows, 1_001)]).toEqual([false, true, false])
    for (const row of [1, 500, 1_000])
      expect(rows.text.slice(rowStart(rows, row), rowEnd(rows, row))).toMatch(/^(😀)+$/u)
  })

  test('finds the row of an offset', () => {
    const rows = indexRows('one\r\ntwo\n\nfour')
    expect([0, 4, 5, 9, 10, 13].map((offset) => rowAt(rows, offset))).toEqual([0, 0, 1, 2, 3, 3])
    expect(textOfLines(rows, 1, 4)).toBe(rows.text)
    expect(textOfLines(rows, 1, 2)).toBe('one\r\ntwo')
  })

  test('ends after as many rows as a page can show', () => {
    const rows = indexRows('a\nb\nc\nd\n', 2)
    expect([rows.rowCount, rows.lineCount, rows.end]).toEqual([2, 2, 4])
  })
})

describe('textFinder', () => {
  const find = textFinder('Shelf shelf SHELF\nİstanbul שלום')

  test('finds all occurrences, in any case unless asked', () => {
    expect([...find('shelf', false)]).toEqual([0, 6, 12])
    expect([...find('shelf', true)]).toEqual([6])
    expect([...find('', false)]).toEqual([])
  })

  test('keeps its offsets after letters that are longer in lower case', () => {
    expect([...find('שלום', false)]).toEqual([27])
    expect([...find('İSTAN', false)]).toEqual([18])
  })

  test('does not count occurrences that overlap', () => {
    expect([...textFinder('aaaa')('aa', true)]).toEqual([0, 2])
  })
})
