import { describe, expect, test } from 'vitest'
import { excerpt, excerptLines, markedTitle } from './search.ts'

const marks = ({ text, ranges }: { text: string; ranges: readonly (readonly [number, number])[] }) =>
  ranges.map(([from, to]) => text.slice(from, to))

describe('what a found note shows', () => {
  test.each([
    ['שָׁלוֹם עולם', 'שלום', ['שָׁלוֹם']],
    ['שָׁלוֹם שלום', 'שָׁלוֹם', ['שָׁלוֹם']],
    ['Retry, RETRY, retry', 'retry', ['Retry', 'RETRY', 'retry']],
    ['configXpy config.py', 'config.py', ['config.py']],
    ['a( % _ \\', 'a(', ['a(']],
    ['nothing here', 'elsewhere', []],
    ['recent', '', []],
  ])('in %j, %j is marked where it stands', (content, query, marked) => {
    expect(marks(excerpt(content, query))).toEqual(marked)
  })

  test('S27: the beginning, 200 characters of it, when the match is there or in the title only', () => {
    const content = `milk ${'א'.repeat(300)}`
    expect(excerpt(content, 'milk')).toEqual({
      text: content.slice(0, 200),
      ranges: [[0, 4]],
      cut: { start: false, end: true },
    })
    expect(excerpt('א'.repeat(150), 'title')).toMatchObject({ ranges: [], cut: { start: false, end: false } })
  })

  test('a match further on is shown with what stands around it, and graphemes stay whole', () => {
    const family = '👩‍👩‍👧'
    const shown = excerpt(`${family.repeat(400)} חָלָב ${family.repeat(400)}`, 'חלב')
    expect(marks(shown)).toEqual(['חָלָב'])
    expect(shown.cut).toEqual({ start: true, end: true })
    expect(shown.text.startsWith(family)).toBe(true)
    expect(shown.text.endsWith(family)).toBe(true)
  })

  test('in a title whitespace is collapsed, as it is stored', () => {
    expect(marks(markedTitle('to do today', 'do   TODAY'))).toEqual(['do today'])
  })

  test('lines are shown one by one, four of them, with the first match among them', () => {
    const lines = (content: string, query: string) =>
      excerptLines(excerpt(content, query)).map((line) => [line.text.trim(), ...marks(line)])
    expect(lines('one\n\nשָׁלוֹם two\r\nthree', 'שלום')).toEqual([['one'], ['שָׁלוֹם two', 'שָׁלוֹם'], ['three']])
    expect(lines('a\nb\nc\nd\ne\nf x\ng', 'x')).toEqual([['e'], ['f x', 'x'], ['g']])
    expect(lines('a\nb', 'a\nb')).toEqual([
      ['a', 'a'],
      ['b', 'b'],
    ])
  })
})
