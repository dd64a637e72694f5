import { describe, expect, test } from 'vitest'
import { lineDirections, oppositeRuns } from './prose-lines.ts'

describe('lineDirections', () => {
  test('gives the rows of a table the direction of its first row', () => {
    const rows = ['| שדה | סוג |', '|---|---|', '| id | UUID |', '', '| id | UUID |', '| שדה | סוג |', 'שלום']
    expect(lineDirections(rows, 'markdown')).toEqual(['rtl', 'rtl', 'rtl', 'ltr', 'ltr', 'ltr', 'rtl'])
  })

  test('marks the lines of a code block of Markdown, and of no other text', () => {
    const lines = ['שלום', '```', 'עולם', '| א |', '```', 'id']
    expect(lineDirections(lines, 'markdown')).toEqual(['rtl', null, null, null, null, 'ltr'])
    expect(lineDirections(lines, 'text')).toEqual(['rtl', 'ltr', 'rtl', 'rtl', 'ltr', 'ltr'])
  })
})

describe('oppositeRuns', () => {
  const texts = (line: string, direction: 'ltr' | 'rtl') =>
    oppositeRuns(line, direction).map(([from, to]) => line.slice(from, to))

  test('isolates the right-to-left cells of a row from left to right, so that the cells keep their places', () => {
    expect(texts('| id | מפתח ראשי | שדה |', 'ltr')).toEqual(['מפתח ראשי', 'שדה'])
    expect(texts('id, מפתח ראשי', 'ltr')).toEqual([])
  })

  test('isolates code in a row from right to left', () => {
    expect(texts('| C# | `a.b` |', 'rtl')).toEqual(['C#', '`a.b`'])
  })
})
