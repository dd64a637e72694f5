import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { parseQuery } from './parse.ts'
import { MAX_SEARCH_CHARS, MAX_SEARCH_PARTS, type Query, type QueryError } from './query.ts'
import { textTermsOf } from './text-terms.ts'

function read(text: string): Query {
  const parsed = parseQuery(text)
  if (parsed.kind === 'error') throw new Error(`${parsed.error.code} at ${parsed.error.from}`)
  return parsed.query
}

function errorOf(text: string): QueryError {
  const parsed = parseQuery(text)
  if (parsed.kind === 'query') throw new Error('it is a query')
  return parsed.error
}

const termsOf = (text: string) => read(text).terms.map(({ kind, text: value, isExcluded }) => [kind, value, isExcluded])

describe('words, phrases and patterns', () => {
  test.each([
    ['total', [['word', 'total', false]]],
    [
      '  two \t words ',
      [
        ['word', 'two', false],
        ['word', 'words', false],
      ],
    ],
    ['"two words"', [['phrase', 'two words', false]]],
    [String.raw`"a \"quoted\" \\ word"`, [['phrase', String.raw`a "quoted" \ word`, false]]],
    [
      'שלום "עולם קטן"',
      [
        ['word', 'שלום', false],
        ['phrase', 'עולם קטן', false],
      ],
    ],
    ['/err(or|ing)/', [['pattern', 'err(or|ing)', false]]],
    [
      '/a b/ c',
      [
        ['pattern', 'a b', false],
        ['word', 'c', false],
      ],
    ],
    [String.raw`/a\/b/`, [['pattern', 'a/b', false]]],
    ['/[/]x/', [['pattern', '[/]x', false]]],
    [
      '/[a-/ b',
      [
        ['pattern', '[a-', false],
        ['word', 'b', false],
      ],
    ],
    ['/etc/passwd', [['word', '/etc/passwd', false]]],
    ['//', [['word', '//', false]]],
    [
      'a -b',
      [
        ['word', 'a', false],
        ['word', 'b', true],
      ],
    ],
    [
      'a -"b c" -/d/',
      [
        ['word', 'a', false],
        ['phrase', 'b c', true],
        ['pattern', 'd', true],
      ],
    ],
    [
      'a - b',
      [
        ['word', 'a', false],
        ['word', '-', false],
        ['word', 'b', false],
      ],
    ],
    ['sym:nBF', [['symbol', 'nBF', false]]],
    ['""', []],
    ['', []],
  ])('%s', (text, terms) => {
    expect(termsOf(text)).toEqual(terms)
  })

  test('a word with a colon is a word, when nothing known stands before the colon', () => {
    expect(termsOf('std::vector http://a.b TODO: x:y')).toEqual(
      ['std::vector', 'http://a.b', 'TODO:', 'x:y'].map((word) => ['word', word, false]),
    )
  })

  test('a quote inside a word is a letter', () => {
    expect(termsOf('say"it" צה"ל')).toEqual([
      ['word', 'say"it"', false],
      ['word', 'צה"ל', false],
    ])
  })

  test('terms know where they stand', () => {
    expect(read('ab -"c d"').terms.map(({ from, to }) => [from, to])).toEqual([
      [0, 2],
      [3, 9],
    ])
  })
})

describe('filters', () => {
  test('every operator is read', () => {
    const query = read(
      'x in:files in:notes repo:web lang:ts -lang:css tag:"a b" path:src/ is:favorite is:task before:2026 after:2025-03-09 case:yes',
    )
    expect(query.places).toEqual(['files', 'notes'])
    expect(query.states).toEqual(['favourite', 'task'])
    expect(query.filters.map(({ key, value, isExcluded }) => [key, value, isExcluded])).toEqual([
      ['repo', 'web', false],
      ['lang', 'ts', false],
      ['lang', 'css', true],
      ['tag', 'a b', false],
      ['path', 'src/', false],
    ])
    expect(query.before).toEqual({ year: 2026, month: 1, day: 1 })
    expect(query.after).toEqual({ year: 2025, month: 3, day: 9 })
    expect(query.isCaseSensitive).toBe(true)
  })

  test('filters alone are a query', () => {
    expect(read('lang:go is:favourite').terms).toEqual([])
  })
})

describe('errors point at their letters', () => {
  test.each([
    ['a "b c', 'unclosed_quote', 2, 6],
    ['a lang:', 'empty_value', 2, 7],
    ['a in:everywhere', 'unknown_value', 2, 15],
    ['is:nice a', 'unknown_value', 0, 7],
    ['a case:maybe', 'unknown_value', 2, 12],
    ['a before:2026-02-30', 'invalid_day', 2, 19],
    ['a after:yesterday', 'invalid_day', 2, 17],
    ['a -in:files', 'cannot_exclude', 2, 11],
    ['-webkit-box', 'only_exclusions', 0, 11],
    ['-lang:css', 'only_exclusions', 0, 9],
  ] as const)('%s', (text, code, from, to) => {
    expect(errorOf(text)).toMatchObject({ code, from, to })
  })

  test('a query that is too long, or has too many parts', () => {
    expect(errorOf('x'.repeat(MAX_SEARCH_CHARS + 1))).toMatchObject({ code: 'too_long', from: MAX_SEARCH_CHARS })
    expect(errorOf('a '.repeat(MAX_SEARCH_PARTS + 1))).toMatchObject({
      code: 'too_many_parts',
      from: MAX_SEARCH_PARTS * 2,
    })
    expect(read('a '.repeat(MAX_SEARCH_PARTS)).terms).toHaveLength(MAX_SEARCH_PARTS)
  })
})

describe('any text', () => {
  test('is answered, with places inside the text and in order', () => {
    const letters = fc.constantFrom(
      ...'ab -:/"\\[]()\n\tאשin:is:lang:sym:path:before:case:'.split(''),
      'lang:',
      'in:',
      '\ud83d',
    )
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 60 }), (parts) => {
        const text = parts.join('')
        const parsed = parseQuery(text)
        const spans = parsed.kind === 'error' ? [parsed.error] : [...parsed.query.terms, ...parsed.query.filters]
        for (const { from, to } of spans) {
          expect(from).toBeGreaterThanOrEqual(0)
          expect(to).toBeGreaterThan(from)
          expect(to).toBeLessThanOrEqual(text.length)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  test('in quotes is a phrase with exactly this text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }), (text) => {
        const quoted = `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
        expect(termsOf(quoted)).toEqual([['phrase', text, false]])
      }),
    )
  })
})

describe('what a query asks of a text', () => {
  test('words are folded, and excluded ones are kept apart', () => {
    expect(textTermsOf(read('Total שָׁלוֹם -CSS'))).toEqual({
      holds: [['total'], ['שלום']],
      lacks: ['css'],
      checks: [],
      isCaseSensitive: false,
    })
  })

  test('where case counts, words are patterns too, and nothing is excluded by its folded form', () => {
    expect(textTermsOf(read('a.b -CSS /x/ case:yes'))).toEqual({
      holds: [['a.b']],
      lacks: [],
      checks: [
        { pattern: 'x', isExcluded: false },
        { pattern: String.raw`a\.b`, isExcluded: false },
        { pattern: 'CSS', isExcluded: true },
      ],
      isCaseSensitive: true,
    })
  })
})
