import { describe, expect, it } from 'vitest'
import { replaceExact } from './text-edit.ts'

describe('replaceExact', () => {
  it.each([
    {
      title: 'replaces one occurrence',
      args: ['a.b', 'a.b', '$&', false],
      is: { outcome: 'replaced', content: '$&', count: 1 },
    },
    {
      title: 'treats the text as literal, not as a pattern',
      args: ['axb', 'a.b', 'c', false],
      is: { outcome: 'missing' },
    },
    {
      title: 'rejects a text that occurs twice',
      args: ['שלום שלום', 'שלום', 'x', false],
      is: { outcome: 'not_unique', count: 2 },
    },
    {
      title: 'replaces all occurrences when asked',
      args: ['שלום שלום', 'שלום', 'x', true],
      is: { outcome: 'replaced', content: 'x x', count: 2 },
    },
    {
      title: 'keeps line ends',
      args: ['a\r\nb\r\n', 'b', '', false],
      is: { outcome: 'replaced', content: 'a\r\n\r\n', count: 1 },
    },
  ] as const)('$title', ({ args: [content, from, to, everywhere], is }) => {
    expect(replaceExact(content, from, to, everywhere)).toEqual(is)
  })
})
