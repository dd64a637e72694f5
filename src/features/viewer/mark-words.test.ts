import { expect, it } from 'vitest'
import { markWords } from './mark-words.ts'

it.each([
  { what: 'plain', html: 'abc def', ranges: [[4, 7]], out: 'abc <mark>def</mark>' },
  { what: 'across tags', html: 'a<i>bc</i>d', ranges: [[0, 3]], out: '<mark>a</mark><i><mark>bc</mark></i>d' },
  { what: 'entities count as one', html: 'a&lt;b', ranges: [[1, 2]], out: 'a<mark>&lt;</mark>b' },
  { what: 'emoji count as stored', html: '😀b', ranges: [[2, 3]], out: '😀<mark>b</mark>' },
  { what: 'two ranges', html: 'abcd', ranges: [[0, 1], [2, 3]], out: '<mark>a</mark>b<mark>c</mark>d' }, // prettier-ignore
  { what: 'no ranges', html: '<i>x</i>', ranges: [], out: '<i>x</i>' },
] as { what: string; html: string; ranges: [number, number][]; out: string }[])(
  'changed words are marked: $what',
  ({ html, ranges, out }) => {
    expect(markWords(html, ranges)).toBe(out)
  },
)
