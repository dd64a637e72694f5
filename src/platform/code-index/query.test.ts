import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { quotePattern } from '#base/search-query/text-terms.ts'
import { checkQuery, type CodeQuery, textQuery, toZoekt } from './query.ts'
import { toCodeLine } from './ranges.ts'
import { nameInReply } from './names.ts'

const NONE: CodeQuery = { terms: [], isCaseSensitive: false, languages: [], paths: [] }

describe('toZoekt', () => {
  test.each([
    ['a "b" \\', 'case:no content:"a \\"b\\" \\\\\\\\"'],
    ['x or y', 'case:no content:"x or y"'],
    ['a.b(', 'case:no content:"a\\\\.b\\\\("'],
  ])('quotes %s', (text, expected) => {
    expect(toZoekt(textQuery(text))).toBe(expected)
  })

  test('groups languages and scopes the case of paths', () => {
    const yes = (text: string) => ({ text, isNegated: false })
    const no = (text: string) => ({ text, isNegated: true })
    const query: CodeQuery = {
      terms: [
        { kind: 'pattern', text: 'a\\.b', isNegated: false },
        { kind: 'text', text: 'c', isNegated: true },
      ],
      isCaseSensitive: true,
      languages: [yes('C++'), yes('C'), no('Go')],
      paths: [yes('src'), no('test')],
    }
    expect(toZoekt(query)).toBe(
      'case:yes content:"a\\\\.b" -content:"c" ( case:no file:"src" ) -( case:no file:"test" ) -lang:"Go" ( lang:"C++" or lang:"C" )',
    )
  })

  test('keeps every text inside its quotes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const inner = /^case:no content:"((?:[^"\\]|\\[^])*)"$/.exec(toZoekt(textQuery(text)))?.[1]
        expect(inner?.replaceAll(/\\([^])/g, '$1')).toBe(quotePattern(text).toWellFormed())
      }),
    )
  })
})

describe('checkQuery', () => {
  const text = (value: string, isNegated = false) => ({ kind: 'text' as const, text: value, isNegated })
  test.each([
    ['no_terms', [text('')]],
    ['no_terms', [text('a', true)]],
    ['never', [text('a\nb')]],
    ['query', [text('a'), text('a\nb', true)]],
  ])('is %s', (is, terms) => {
    expect(checkQuery({ ...NONE, terms }).is).toBe(is)
  })
})

test('toCodeLine converts bytes to UTF-16 offsets and cuts long lines', () => {
  const bytes = Buffer.from('אב🙂needle')
  expect(toCodeLine(3, bytes, [{ offset: 8, length: 6 }], 300)).toEqual({
    line: 3,
    text: 'אב🙂needle',
    ranges: [{ from: 4, to: 10 }],
  })
  const long = toCodeLine(
    1,
    Buffer.from('x'.repeat(1_000_000)),
    [
      { offset: 2, length: 4 },
      { offset: 900, length: 4 },
    ],
    10,
  )
  expect(long).toEqual({ line: 1, text: `${'x'.repeat(10)}…`, ranges: [{ from: 2, to: 6 }] })
})

test('nameInReply writes one replacement character for each invalid byte', () => {
  expect(nameInReply(Buffer.from([0x61, 0xe2, 0x82, 0x62, 0xd7, 0xa9]))).toBe('a��bש')
})
