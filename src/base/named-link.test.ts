import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { linkKey, openLinkAt, readNamedLink, writeNamedLink } from './named-link.ts'

const read = (text: string) => {
  const link = readNamedLink(text, 0)
  return link && [link.name, link.part, link.words, text.slice(link.end)]
}

describe('readNamedLink', () => {
  it.each([
    ['[[a.py]] rest', ['a.py', null, null, ' rest']],
    ['[[ a.py ]]', ['a.py', null, null, '']],
    ['[[app/a.py#parse|the parser]]!', ['app/a.py', 'parse', 'the parser', '!']],
    ['[[a#]]', ['a', null, null, '']],
    ['[[a|]]', ['a', null, null, '']],
    ['[[סיכום פגישה]]', ['סיכום פגישה', null, null, '']],
    ['[[a]]]]', ['a', null, null, ']]']],
    ['[[]]', null],
    ['[[ ]]', null],
    ['[[\u200f\u2066]]', null],
    ['[[a\nb]]', null],
    ['[[a [[b]]', null],
    ['[[a]b]]', null],
    ['[[a]](/file/1)', null],
    ['[[#part]]', null],
    ['[a]]', null],
    ['[[a', null],
    [`[[${'a'.repeat(501)}]]`, null],
    [`[[${'\u{1d160}'.repeat(400)}]]`, null],
  ])('reads %j', (text, expected) => {
    expect(read(text)).toEqual(expected)
  })

  test('reads back what writeNamedLink wrote', () => {
    const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.string({ unit: 'binary', maxLength: 40 }))
    fc.assert(
      fc.property(text, fc.option(text), text, (name, part, rest) => {
        const written = writeNamedLink(name, part)
        if (written === null || rest.startsWith('(')) return
        const link = readNamedLink(`x${written}${rest}`, 1)
        expect(link?.end).toBe(1 + written.length)
        expect(linkKey(link?.name ?? '')).toBe(linkKey(name))
      }),
      { numRuns: 200 },
    )
  })

  test('never throws, and stays inside the text', () => {
    const piece = fc.oneof(
      fc.constantFrom('[[', ']]', '|', '#', '`', '\u202e', '\n', '(', 'א'),
      fc.string({ unit: 'binary', maxLength: 5 }),
    )
    fc.assert(
      fc.property(fc.array(piece), fc.nat(60), (pieces, at) => {
        const text = pieces.join('')
        const link = readNamedLink(text, at)
        if (link) expect(text.slice(link.end - 2, link.end)).toBe(']]')
      }),
    )
  })

  test('a hundred thousand brackets take no longer than reading them', () => {
    const started = performance.now()
    for (const text of ['[['.repeat(100_000), '[[a'.repeat(70_000), `[[${'a'.repeat(200_000)}`])
      for (let at = 0; at < text.length; at++) readNamedLink(text, at)
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})

describe('linkKey', () => {
  test('names that look the same have the same key', () => {
    expect(linkKey('\u2067A.PY\u2069  x')).toBe(linkKey('a.py x'))
    expect(linkKey('שָׁלוֹם')).toBe('שלום')
  })
})

describe('openLinkAt', () => {
  it.each([
    ['see [[ab', 'ab'],
    ['[[', ''],
    ['[[a]] b', null],
    ['[[a|b', null],
    ['[[a#b', null],
    ['[[a\nb', null],
    ['[ [a', null],
  ])('finds in %j what was typed', (text, typed) => {
    expect(openLinkAt(text, text.length)?.typed ?? null).toBe(typed)
  })
})
