import { describe, expect, test } from 'vitest'
import { excerpt, markedTitle } from './note-search.ts'

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
})
