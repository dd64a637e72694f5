import { expect, test } from 'vitest'
import { likeness, normaliseWhitespace, prepare, prepareBlock, weightOf } from './likeness.ts'

test('normaliseWhitespace makes every white space one space and none at the ends', () => {
  expect(['\tif (a)  {\u00A0\u2003 b }\r', 'a b', '', undefined].map(normaliseWhitespace)).toEqual([
    'if (a) { b }',
    'a b',
    '',
    '',
  ])
})

test('weightOf counts letters and digits of every script', () => {
  expect(['a1_[Z]@', 'שלום 12', '{}', ''].map(weightOf)).toEqual([3, 6, 0, 0])
})

test('likeness counts the words or the pairs of characters that both have, whichever is more', () => {
  const like = (a: string, b: string, floor?: number) => likeness(prepare(a), prepare(b), floor)
  expect(like('total = a', '  total  = a')).toBe(1)
  expect(like('abcd', 'abxd')).toBeCloseTo(1 / 3)
  expect(like('aaaa', 'aa')).toBeCloseTo(0.5)
  expect(like('one two', 'two one')).toBe(1)
  expect(like('a', 'a long line', 0.5)).toBe(0)
  expect(like('', 'a')).toBe(0)
  expect(likeness(prepareBlock(['f(a,', '  b)']), prepareBlock(['f(a, b)']))).toBe(1)
})
