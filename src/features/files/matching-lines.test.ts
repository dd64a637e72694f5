import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldForSearch, foldingFor } from '#base/fold.ts'
import { splitLines } from '#base/lines.ts'
import { MATCH_LINE_CHARS, matchingLines as linesWithAll } from './matching-lines.ts'
import { cpuMs } from '../../../test/cpu.ts'

const matchingLines = (content: string, needle: string, max: number) =>
  linesWithAll(content, { texts: [needle], patterns: [] }, max)
const found = (content: string, needle: string) =>
  matchingLines(content, needle, 10).map(({ line, text, ranges }) => [
    line,
    ...ranges.map(([a, b]) => text.slice(a, b)),
  ])

describe('matchingLines', () => {
  test.each([
    [
      'Hello\nhello\nHELLO',
      'hello',
      [
        [1, 'Hello'],
        [2, 'hello'],
        [3, 'HELLO'],
      ],
    ],
    ['a.py\nconfigXpy config.py', 'config.py', [[2, 'config.py']]],
    ['שָׁלוֹם עולם', 'שלום', [[1, 'שָׁלוֹם']]],
    ['שָׁלוֹם שלום', 'שָׁלוֹם', [[1, 'שָׁלוֹם']]],
    ['\ufb2aלום', 'שלום', [[1, '\ufb2aלום']]],
    ['בית־ספר', 'ת־ס', [[1, 'ת־ס']]],
    ['cafe\u0301', 'café', [[1, 'cafe\u0301']]],
    ['q\u0303a', 'q', [[1, 'q']]],
    ['İstanbul', 'istanbul', [[1, 'İstanbul']]],
    ['ΟΔΟΣ', 'οδός'.normalize('NFD').replaceAll(/\p{M}/gu, ''), [[1, 'ΟΔΟΣ']]],
    ['aaaa', 'aa', [[1, 'aa', 'aa']]],
    ['a(\r\nb%_\\\rc', '%_\\', [[2, '%_\\']]],
    ['x', '', []],
    ['one\ntwo', 'three', []],
    ['a\nb\na\nb', 'a\nb', []],
    ['\n\na', '\n', []],
  ])('%j searched for %j', (content, needle, lines) => {
    expect(found(content, needle)).toEqual(lines)
  })

  test('returns at most the requested number of lines', () => {
    expect(matchingLines('a\n'.repeat(100), 'a', 3).map((match) => match.line)).toEqual([1, 2, 3])
  })

  const letter = fc.constantFrom('a', 'B', 'é', 'e\u0301', 'Σ', 'ς', 'İ', 'K', '가', '\u1100\u1161', '👩‍👩‍👧', '\u0301')
  const hebrew = fc.constantFrom('ש', 'שׁ', 'שָׁ', '\u05b8', '־', 'ם')
  const piece = fc.oneof(letter, hebrew, fc.constantFrom(' ', '\n', '\r\n'))
  const content = fc.array(piece, { maxLength: 40 }).map((parts) => parts.join(''))

  test('finds every line that holds the needle, and every range folds to the needle', () => {
    const needle = fc
      .array(piece, { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join('').replaceAll(/[\r\n]/g, ''))
    fc.assert(
      fc.property(content, needle, (text, wanted) => {
        const fold = foldingFor(wanted)
        fc.pre(fold(wanted) !== '')
        const matches = matchingLines(text, wanted, 1000)
        for (const match of matches) {
          for (const [from, to] of match.ranges) {
            const folded = fold(match.text.slice(from, to))
            // Folding may reorder combining marks; then the shortest range that holds all of them is marked.
            if (/\p{M}/u.test(fold(wanted))) expect(folded).toContain(fold(wanted))
            else expect(folded).toBe(fold(wanted))
          }
        }
        const holding = [...splitLines(text).entries()].filter(([, line]) => fold(line).includes(fold(wanted)))
        expect(matches.map((match) => match.line)).toEqual(holding.map(([i]) => i + 1))
      }),
      { numRuns: 2000 },
    )
  })

  test('finds any substring of the text', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(word, word, word, (before, needle, after) => {
        fc.pre(!/[\r\n]/.test(needle) && foldForSearch(needle) !== '')
        const text = `${before} ${needle} ${after}`
        expect(matchingLines(text, needle, 10).length).toBeGreaterThan(0)
      }),
    )
  })

  test('S27: cuts a long line around its match, never inside a grapheme', () => {
    const family = '👩‍👩‍👧‍👦'
    const [match] = matchingLines(family.repeat(50) + 'needle' + family.repeat(50), 'needle', 1)
    expect(match?.cut).toEqual({ start: true, end: true })
    expect(match?.text.replaceAll(family, '')).toBe('needle')
    expect(match?.ranges.map(([a, b]) => match.text.slice(a, b))).toEqual(['needle'])
    expect(match?.text.length).toBeLessThan(MATCH_LINE_CHARS + 20)
  })

  // Measured: 2 MB of code in 30,000 lines 60 ms, one line of 2 MB with the needle at its end 0.5 s.
  test('takes bounded time for a file of 2 MB and for a line of 2 MB', () => {
    const file = 'const value = compute(a, b) // הערה כאן ועוד מילים\n'.repeat(40_000)
    const line = `${'x'.repeat(2_000_000)}Needle`
    const spent = cpuMs(() => {
      expect(matchingLines(file, 'absent', 5)).toEqual([])
      expect(matchingLines(line, 'needle', 5)[0]?.text.endsWith('Needle')).toBe(true)
    })
    expect(spent).toBeLessThan(3_000)
  })
})
