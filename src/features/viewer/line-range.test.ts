import { describe, expect, it } from 'vitest'
import { formatHash, parseHash, parseTyped } from './line-range.ts'

describe('a link to lines', () => {
  it.each([
    { hash: '#L14', means: { from: 14, to: 14 } },
    { hash: '#L14-L26', means: { from: 14, to: 26 } },
    { hash: '#L14-26', means: { from: 14, to: 26 } },
    { hash: '#L26-L14', means: { from: 14, to: 26 } },
    { hash: '#L90-L120', means: { from: 90, to: 100 } },
    { hash: '#L101', means: null },
    { hash: '#L0', means: null },
    { hash: '#content', means: null },
    { hash: '', means: null },
  ])('$hash', ({ hash, means }) => {
    expect(parseHash(hash, 100)).toEqual(means)
  })

  it('is formatted in its shortest form', () => {
    expect(formatHash({ from: 7, to: 7 })).toBe('#L7')
    expect(formatHash({ from: 7, to: 9 })).toBe('#L7-L9')
  })
})

describe('a typed line', () => {
  it.each([
    { typed: '14', means: { from: 14, to: 14 } },
    { typed: ' l14 - 26 ', means: { from: 14, to: 26 } },
    { typed: '26:14', means: { from: 14, to: 26 } },
    { typed: '999', means: { from: 100, to: 100 } },
    { typed: '0', means: { from: 1, to: 1 } },
    { typed: 'x', means: null },
  ])('$typed', ({ typed, means }) => {
    expect(parseTyped(typed, 100)).toEqual(means)
  })

  it('is invalid in an empty file', () => {
    expect(parseTyped('1', 0)).toBeNull()
  })
})
