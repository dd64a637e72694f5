import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { RE2JS } from 're2js'
import { foldForSearch } from '#base/fold.ts'
import { compilePattern, requiredLiteral, requiredTexts } from './pattern.ts'

test.each([
  ['foo.*bar', [['foo'], ['bar']]],
  ['err(or|ing)', [['err'], ['or', 'ing']]],
  ['(foo.*barbaz|qux)', [['barbaz', 'qux']]],
  ['FooBar', [['foobar']]],
  ['(?i)FooBar', [['foobar']]],
  ['שָׁלוֹם.*עולם', [['שלום'], ['עולם']]],
  ['[a-z]+', []],
  ['(foo|.*)', []],
  ['(', []],
])('the texts that %s requires', (pattern, clauses) => {
  expect(requiredTexts({ pattern })).toEqual(clauses)
})

test('an invalid pattern says what is wrong with it', () => {
  const wrong = (pattern: string) => compilePattern({ pattern, isCaseSensitive: false })
  expect(wrong('a(b')).toEqual({ kind: 'invalid', message: 'missing closing )', fragment: 'a(b' })
  expect(wrong('x(?=a)')).toEqual({ kind: 'invalid', message: 'invalid or unsupported Perl syntax', fragment: '(?=' })
  expect(wrong('ab{2000}')).toEqual({ kind: 'invalid', message: 'invalid repeat count', fragment: '{2000}' })
  expect(wrong('[a')).toEqual({ kind: 'invalid', message: 'missing closing ]', fragment: '[a' })
})

test('a text that a pattern matches holds the texts that it requires', () => {
  const letter = fc.constantFrom('a', 'B', 'ß', 'é', 'ש', 'ְ', '1', 'K', 'Σ', 'ς')
  const word = fc.array(letter, { minLength: 1, maxLength: 4 }).map((letters) => letters.join(''))
  const piece = fc.oneof(
    word,
    word.map((each) => `(${each})?`),
    fc.tuple(word, word).map(([a, b]) => `(${a}|${b})`),
    fc.constantFrom('.*', '[aB]+', String.raw`\w?`),
  )
  const pattern = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''))
  const text = fc.array(letter, { maxLength: 30 }).map((letters) => foldForSearch(letters.join('')))
  fc.assert(
    fc.property(pattern, text, (source, folded) => {
      const compiled = compilePattern({ pattern: source, isCaseSensitive: false })
      if (compiled.kind === 'invalid' || !compiled.regexp.test(folded)) return
      for (const clause of requiredTexts({ pattern: source }))
        expect(clause.some((each) => folded.includes(each))).toBe(true)
    }),
    { numRuns: 5_000 },
  )
})

describe('requiredLiteral', () => {
  test.each([
    ['needle', 'needle'],
    ['ab*cdef', 'cdef'],
    ['abc+defg', 'defg'],
    ['(foo|bar)bazqux', 'bazqux'],
    ['שָׁלוֹם', 'שָׁלוֹם'],
    ['foo\\nbar', ''],
    ['a\\x00b', ''],
    ['a\\.b\\(c', 'a.b(c'],
    ['[a-z]foo[^]x]bar?', 'foo'],
    ['foo\\d+barbaz', 'barbaz'],
    ['x{2,3}yes', 'yes'],
    ['abc|def', ''],
    ['(abc)?d', 'd'],
    ['\\x41bc', 'Abc'],
    ['(?i)abc', 'abc'],
  ])('of %s is %s', (pattern, expected) => {
    expect(requiredLiteral(pattern)).toBe(expected)
  })

  test('is contained in every match', () => {
    const part = fc.constantFrom('a', 'b', 'cd', '.', '\\.', '[ab]', '[^]a]', '\\d', '\\w', '^', '$', '\\b')
    const pattern = fc
      .array(fc.tuple(part, fc.constantFrom('', '', '', '*', '+', '?', '{0,2}', '{2}', '*?')), { maxLength: 6 })
      .map((parts) =>
        parts
          .map(([each, quantifier]) => (/[\^$]|\\b/.test(each) && !each.startsWith('[') ? each : each + quantifier))
          .join(''),
      )
    const line = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', '.', '1', ' ', ']'), maxLength: 12 })
    fc.assert(
      fc.property(pattern, line, (regex, text) => {
        const matcher = RE2JS.compile(regex).matcher(text)
        if (matcher.find()) expect(text).toContain(requiredLiteral(regex))
      }),
      { numRuns: 3_000 },
    )
  })
})
