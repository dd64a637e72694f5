import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { indexFor, pairsOf } from './search-index.ts'

const indexOf = (needle: string) => indexFor({ holds: [[needle]], lacks: [] })

/** Reads a bit with the numbering of PostgreSQL's `get_bit`. */
function getBit(bytes: Uint8Array, n: number): number {
  return ((bytes[n >> 3] ?? 0) >> (n & 7)) & 1
}

describe('indexFor and pairsOf', () => {
  test('three letters or digits in a row use the trigram index, two the pair index, fewer none', () => {
    expect(indexOf('abc')).toEqual({ by: 'trigrams' })
    expect(indexOf('- קוד -')).toEqual({ by: 'trigrams' })
    for (const needle of ['ab', '(a1)', 'של', 'x_', 'a=bc']) expect(indexOf(needle)?.by, needle).toBe('pair')
    for (const needle of ['a', '=>', 'é!', '你好', 'a b']) expect(indexOf(needle), needle).toBeNull()
  })

  test('a text that contains a needle has the bit of its pair, whatever surrounds it', () => {
    const symbol = fc.constantFrom(...Array.from('abz09_אםת'), '-', 'é', '😀')
    const text = fc.string({ unit: symbol, maxLength: 20 })
    fc.assert(
      fc.property(text, fc.string({ unit: symbol, minLength: 1, maxLength: 4 }), text, (before, needle, after) => {
        const index = indexOf(needle)
        if (index?.by === 'pair') expect(getBit(pairsOf(before + needle + after), index.bit)).toBe(1)
      }),
    )
  })

  test('a pair that does not occur in a text has no bit', () => {
    const pairs = pairsOf('ab ba_c אב')
    const has = (needle: string) => {
      const index = indexOf(needle)
      return index?.by === 'pair' && getBit(pairs, index.bit) === 1
    }
    expect(['ab', 'ba', 'a_', '_c', 'אב'].map(has)).toEqual([true, true, true, true, true])
    expect(['bb', 'aa', 'ac', 'בא', 'bא'].map(has)).toEqual([false, false, false, false, false])
  })
})
