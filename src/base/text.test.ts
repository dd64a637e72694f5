import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { charLength, truncateChars, isStorableText } from './text.ts'

describe('text length', () => {
  test('S27: a 150-letter Hebrew text is 150 characters and is not cut at 200', () => {
    const hebrew = 'ש'.repeat(150)
    expect(charLength(hebrew)).toBe(150)
    expect(truncateChars(hebrew, 200)).toBe(hebrew)
  })

  test('length equals the number of code points', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(charLength(text)).toBe(Array.from(text).length)
      }),
    )
  })

  test('S27: a cut is a prefix within the limit and never splits a grapheme', () => {
    const family = '👩‍👩‍👧‍👦'
    expect(truncateChars(`ab${family}c`, 4)).toBe('ab')
    expect(truncateChars('שָׁלוֹם', 2)).toBe('')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, max) => {
        const cut = truncateChars(text, max)
        expect(text.startsWith(cut)).toBe(true)
        expect(charLength(cut)).toBeLessThanOrEqual(max)
      }),
    )
  })

  test('isStorableText rejects NUL and half a surrogate pair', () => {
    expect(isStorableText('a\0b')).toBe(false)
    expect(isStorableText('\ud800')).toBe(false)
    expect(isStorableText('\u200f\ufeffשלום\r\n')).toBe(true)
  })
})
