import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldForSearch, foldingFor, foldKeepingNiqqud, hasNiqqud } from './fold.ts'

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('ש', 'שׁ', 'שָׁ', 'ל', 'ם', '־', '׃', '\u05b8', '\ufb2a', 'é', 'e\u0301', 'İ', 'Σ', 'ς', 'K', '가'),
    fc.string({ unit: 'binary', maxLength: 2 }),
  ),
})

describe('folding', () => {
  test.each([
    ['Config.PY', 'config.py'],
    ['שָׁלוֹם', 'שלום'],
    ['\ufb2aלום', 'שלום'],
    ['בית־ספר', 'בית־ספר'],
    ['בְּרֵאשִׁ֖ית', 'בראשית'],
    ['e\u0301', 'é'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['İstanbul', 'istanbul'],
    ['%_\\', '%_\\'],
  ])('%j folds to %j', (from, to) => {
    expect(foldForSearch(from)).toBe(to)
  })

  test('is idempotent', () => {
    fc.assert(
      fc.property(text, (t) => {
        expect(foldForSearch(foldForSearch(t))).toBe(foldForSearch(t))
      }),
    )
  })

  test('makes composed and decomposed spellings equal', () => {
    fc.assert(
      fc.property(text, (t) => {
        expect(foldForSearch(t.normalize('NFD'))).toBe(foldForSearch(t.normalize('NFC')))
      }),
    )
  })

  test('ignores niqqud unless the needle has some', () => {
    expect(hasNiqqud('שלום־')).toBe(false)
    expect(foldingFor('שלום')('שָׁלוֹם')).toBe('שלום')
    expect(foldingFor('שָׁ')('שָׁלוֹם')).toBe(foldKeepingNiqqud('שָׁלוֹם'))
  })
})
