import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fuzzyLetters, matchFuzzy, rankFuzzy } from './fuzzy.ts'
import { fileNameLine, fuzzyPatterns, symbolNames } from './symbol-names.ts'

const marked = (name: string, asked: string) =>
  matchFuzzy(name, asked)?.ranges.map(([from, to]) => name.slice(from, to)) ?? null
const ranked = (labels: readonly string[], asked: string) =>
  rankFuzzy(
    labels.map((label) => ({ label })),
    asked,
  ).map(({ label }) => label)

describe('matchFuzzy', () => {
  test.each([
    ['total', 'totl', ['tot', 'l']],
    ['subTotal', 'totl', ['Tot', 'l']],
    ['total_price.py', 'topr', ['to', 'pr']],
    ['loadConfig', 'cfg', ['C', 'f', 'g']],
    ['New board', 'nboard', ['N', 'board']],
    ['New board', 'new  board', ['New', 'board']],
    ['Settings', 'tti', ['tti']],
    ['הגדרות', 'הגדת', ['הגד', 'ת']],
    ['חַשֵּׁב_סכום', 'חשסכ', ['חַשֵּׁ', 'סכ']],
    ['total', 'totla', null],
    ['total', 'otl', null],
    ['the quick brown fox', 'tuon', null],
    ['total', 'x', null],
    ['', 'x', null],
    ['total', '', []],
    ['total', '  ', []],
  ])('%j for %j marks %j', (name, asked, pieces) => {
    expect(marked(name, asked)).toEqual(pieces)
  })

  const name = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom('get', 'User', '_', 'T', 'ש', 'ל', '\u05b8', ' ', 'İ', 'é', 'e\u0301', '%') }),
  )
  const asked = fc.string({
    unit: fc.constantFrom('g', 'e', 't', 'U', 's', 'ש', 'ל', '_', '%', 'é', 'i'),
    minLength: 1,
  })

  test('marks the letters that were typed, in their order, once each', () => {
    fc.assert(
      fc.property(name, asked, (text, wanted) => {
        const match = matchFuzzy(text, wanted)
        if (!match) return
        const pieces = match.ranges.map(([from, to]) => text.slice(from, to)).join('')
        expect(fuzzyLetters(pieces).join('')).toBe(fuzzyLetters(wanted).join(''))
        const ends = match.ranges.flat()
        expect(ends).toEqual(ends.toSorted((a, b) => a - b))
      }),
    )
  })

  test('finds every name by itself and by its beginning', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 40 }), fc.nat(), (text, n) => {
        expect(matchFuzzy(text, text)).not.toBeNull()
        expect(matchFuzzy(text, text.trimStart().slice(0, 1 + (n % text.length)))).not.toBeNull()
      }),
    )
  })

  test('compares a name and a text of a million letters in milliseconds', () => {
    const before = performance.now()
    expect(matchFuzzy('ab'.repeat(500_000), 'a'.repeat(500_000))).toBeNull()
    expect(performance.now() - before).toBeLessThan(1_000)
  })
})

test('rankFuzzy lists whole words before beginnings of words, before the middle, before names with letters left out', () => {
  expect(ranked(['Resettle', 'Open settings', 'Settings', 'Files', 'Set'], 'set')).toEqual([
    'Set',
    'Settings',
    'Open settings',
    'Resettle',
  ])
  expect(ranked(['the old table', 'total', 'sub-total'], 'totl')).toEqual(['total', 'sub-total', 'the old table'])
  expect(rankFuzzy([{ label: 'Download', words: 'export backup' }], 'export')).toEqual([
    { label: 'Download', words: 'export backup', ranges: [], isWhole: true },
  ])
})

/** As PostgreSQL compares. */
function isLike(text: string, pattern: string): boolean {
  const source = pattern.replaceAll(/\\(.)|%|([^])/gsu, (_all, escaped?: string, plain?: string) => {
    const text = escaped ?? plain
    return text === undefined ? '[^]*' : text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  })
  return new RegExp(`^${source}$`, 'u').test(text)
}

test('the SQL patterns let every name through in which matchFuzzy finds the letters from the beginning of a word', () => {
  const names = fc.string({ unit: fc.constantFrom('get', 'User', '_', 'T', 'x', '-', 'ש', '%', '\\'), minLength: 1 })
  const letters = fc.string({ unit: fc.constantFrom('g', 'e', 't', 'u', 's', 'x', '%', '\\'), minLength: 1 })
  fc.assert(
    fc.property(names, letters, (name, asked) => {
      const match = matchFuzzy(name, asked)
      // Whole in the middle of a word is what the plain search finds.
      if (!match || match.score > 1) return
      for (const of of ['symbols', 'files'] as const) {
        const { prefix, word } = fuzzyPatterns(of, fuzzyLetters(asked))
        const line =
          of === 'files'
            ? fileNameLine(name)
            : symbolNames([{ name, kind: 'function', container: null, line: 1 }]).lines
        expect([...(prefix ?? []), ...(word ?? [])].some((pattern) => isLike(line, pattern))).toBe(true)
      }
    }),
    { numRuns: 500 },
  )
})
