import { describe, expect, test } from 'vitest'
import { excerpt, excerptLines, markedTitle } from './search.ts'

const marks = ({ text, ranges }: { text: string; ranges: readonly (readonly [number, number])[] }) =>
  ranges.map(([from, to]) => text.slice(from, to))

describe('excerpts of search hits', () => {
  test.each([
    ['שָׁלוֹם עולם', 'שלום', ['שָׁלוֹם']],
    ['שָׁלוֹם שלום', 'שָׁלוֹם', ['שָׁלוֹם']],
    ['Retry, RETRY, retry', 'retry', ['Retry', 'RETRY', 'retry']],
    ['configXpy config.py', 'config.py', ['config.py']],
    ['a( % _ \\', 'a(', ['a(']],
    ['nothing here', 'elsewhere', []],
    ['recent', '', []],
  ])('in %j, every match of %j is highlighted', (content, query, marked) => {
    expect(marks(excerpt(content, query))).toEqual(marked)
  })

  test('S27: an excerpt is the first 200 characters when the match is there or only in the title', () => {
    const content = `milk ${'א'.repeat(300)}`
    expect(excerpt(content, 'milk')).toEqual({
      text: content.slice(0, 200),
      ranges: [[0, 4]],
      cut: { start: false, end: true },
    })
    expect(excerpt('א'.repeat(150), 'title')).toMatchObject({ ranges: [], cut: { start: false, end: false } })
  })

  test('an excerpt surrounds a later match and never splits a grapheme', () => {
    const family = '👩‍👩‍👧'
    const shown = excerpt(`${family.repeat(400)} חָלָב ${family.repeat(400)}`, 'חלב')
    expect(marks(shown)).toEqual(['חָלָב'])
    expect(shown.cut).toEqual({ start: true, end: true })
    expect(shown.text.startsWith(family)).toBe(true)
    expect(shown.text.endsWith(family)).toBe(true)
  })

  test('title matches collapse whitespace in the query', () => {
    expect(marks(markedTitle('to do today', 'do   TODAY'))).toEqual(['do today'])
  })

  test('excerptLines returns four lines that include the first match', () => {
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

describe('tasks in excerpts of search hits', () => {
  test('the marker of a task is a sign, so that a Hebrew line stays right to left, and matches move with the text', () => {
    const lines = excerptLines(excerpt('- [x] חשבוניות\n- [ ] invoices', 'חשבוניות'))
    expect(lines.map(({ text }) => text)).toEqual(['☑ חשבוניות', '☐ invoices'])
    expect(lines.map(marks)).toEqual([['חשבוניות'], []])
  })

  test('a match in the marker itself keeps the text as it was written', () => {
    expect(excerptLines(excerpt('- [x] milk', '[x]')).map(({ text }) => text)).toEqual(['- [x] milk'])
  })
})
