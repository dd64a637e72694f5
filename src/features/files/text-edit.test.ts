import { describe, expect, it } from 'vitest'
import { replaceExact } from './text-edit.ts'

describe('an exact replacement', () => {
  it.each([
    { says: 'once', args: ['a.b', 'a.b', '$&', false], is: { outcome: 'replaced', content: '$&', count: 1 } },
    { says: 'is no pattern', args: ['axb', 'a.b', 'c', false], is: { outcome: 'missing' } },
    { says: 'twice', args: ['שלום שלום', 'שלום', 'x', false], is: { outcome: 'not_unique', count: 2 } },
    { says: 'all', args: ['שלום שלום', 'שלום', 'x', true], is: { outcome: 'replaced', content: 'x x', count: 2 } },
    {
      says: 'keeps line ends',
      args: ['a\r\nb\r\n', 'b', '', false],
      is: { outcome: 'replaced', content: 'a\r\n\r\n', count: 1 },
    },
  ] as const)('$says', ({ args: [content, from, to, everywhere], is }) => {
    expect(replaceExact(content, from, to, everywhere)).toEqual(is)
  })
})
