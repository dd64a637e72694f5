import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuMs } from '../../test/cpu.ts'
import { foldForSearch } from './fold.ts'
import { findRanges } from './needle.ts'
import { MAX_MARKS, toNfc } from './nfc.ts'

const MARKS = ['\u0301', '\u0323', '\u05b0', '\u05bc', '\u0345', '\u{1d165}', '\u0e38']
const letters = fc.constantFrom('a', 'é', 'e', 'ש', 'שׁ', '한', 'ᄒ', 'Å', 'İ', ' ', '\n', '😀', 'ό')
const cluster = fc
  .tuple(letters, fc.array(fc.constantFrom(...MARKS), { maxLength: 20 }))
  .map(([letter, marks]) => letter + marks.join(''))
const ordinary = fc.array(cluster, { maxLength: 40 }).map((parts) => parts.join(''))
const longRun = fc
  .array(fc.constantFrom(...MARKS), { minLength: MAX_MARKS, maxLength: 4 * MAX_MARKS })
  .map((marks) => marks.join(''))

describe('toNfc', () => {
  test('equals normalize(NFC) for texts without overlong runs of marks', () => {
    for (const texts of [ordinary, fc.string({ unit: 'binary' })])
      fc.assert(fc.property(texts, (text) => toNfc(text) === text.normalize('NFC')))
  })

  test('keeps every character of an overlong run, up to canonical equivalence', () => {
    fc.assert(
      fc.property(ordinary, longRun, ordinary, (before, run, after) => {
        const text = before + run + after
        expect(toNfc(text).normalize('NFC')).toBe(text.normalize('NFC'))
        expect(toNfc(text).isWellFormed()).toBe(true)
      }),
    )
  })

  test('takes linear time for two megabytes of marks on one letter', () => {
    const text = `a${'\u0301\u0323'.repeat(500_000)}`
    expect(cpuMs(() => toNfc(text))).toBeLessThan(2_000)
  })
})

describe('folding for search', () => {
  test('finds a word beside an overlong run, and the run itself with its letter', () => {
    const word = fc.constantFrom('שלום', 'needle', 'Köln', 'ΟΔΟΣ')
    fc.assert(
      fc.property(ordinary, word, longRun, word, (before, first, run, second) => {
        const doc = foldForSearch(`${before}\n${first} x${run} ${second}\n`)
        expect(doc).toContain(foldForSearch(first))
        expect(doc).toContain(foldForSearch(second))
        expect(doc).toContain(foldForSearch(` x${run} `))
      }),
    )
  })

  test('rangesOf takes linear time in a line that is one letter with many marks', () => {
    const text = `needle a${'\u0301\u0323'.repeat(100_000)} needle`
    const cpu = cpuMs(() => {
      expect(findRanges(text, 'needle')).toHaveLength(2)
      expect(findRanges(text, '\u0301')).not.toHaveLength(0)
    })
    expect(cpu).toBeLessThan(2_000)
  })
})
