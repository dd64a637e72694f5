import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { visualOrder } from './order.ts'
import { findHiddenBidi, revealBidi } from './bidi.ts'
import { cpuMs } from '../../../test/cpu.ts'

const RLM = '\u200f'
const LRM = '\u200e'
/** Left to right, with brackets as stored: a screen would mirror those in right-to-left runs. */
const drawn = (text: string) => {
  const chars = Array.from(text)
  return visualOrder(chars)
    .order.map((i) => chars[i])
    .join('')
}

describe('visualOrder', () => {
  test.each([
    ['abc', 'abc'],
    ['אבג', 'גבא'],
    ['a = "אב", "גד"', 'a = "דג" ,"בא"'],
    ['אב 12 גד', 'דג 12 בא'],
    ['a 12 b', 'a 12 b'],
    ['אב 1,234', '1,234 בא'],
    ['אב 1, 2', '2 ,1 בא'],
    ['x(אב)', 'x(בא)'],
    ['אב (גד) x', ')דג( בא x'],
    ['אב (x) גד', 'בא (x) דג'],
    ['אב 👍 גד', 'דג 👍 בא'],
    ['\u{10800}\u{10801} a', '\u{10801}\u{10800} a'],
  ])('shows %s as %s', (text, order) => {
    expect(drawn(text)).toBe(order)
  })
})

describe('findHiddenBidi warns only of marks that can reorder code', () => {
  test.each([
    ['plain', 'const a = 1'],
    ['Hebrew alone', 'const שם = "שלום עולם" // הערה (עם סוגריים) 12'],
    ['a single Hebrew letter', 'ו ט י ן ס ׳'],
    ['Arabic', 'x = "مرحبا 123"'],
    ['a mark after the end of a sentence', `// שלום!${RLM} abc`],
    ['a mark between Latin words', `a${RLM}b`],
    ['a left-to-right mark in Latin', `a ${LRM}+ b`],
    ['a mark beside Hebrew letters', `// של${RLM}ום`],
    ['a balanced pair and nothing else', '\u2067\u2069'],
    ['an emoji family', '👩‍👩‍👧 // משפחה'],
  ])('%s: no warning', (_, text) => {
    expect(findHiddenBidi(text)).toEqual([])
  })

  test.each([
    ['override in a comment', 'if (a) { /*\u202e } \u2066if (admin)\u2069 \u2066 begin */', 4],
    ['isolates in a string', 'a = "user\u2066// check\u2069"', 2],
    ['embedding not closed, alone on its line', '\u202b', 1],
    ['closed in the wrong order', '\u2067\u202b\u2069\u202c', 4],
    ['marks around syntax', `a ${RLM});${RLM} b`, 2],
    ['a mark before two arguments', `f(${RLM}1, 2)`, 1],
    ['a mark after a quoted Hebrew word', `"שלום"${RLM};`, 1],
    ['an Arabic mark before numbers', '\u061c1 - 2', 1],
    ['doubled marks do not hide each other', `a ${RLM}${RLM});${RLM}${RLM} b`, 4],
    ['a left-to-right mark that swaps two operands', `אב + ${LRM}גד`, 1],
  ])('%s: warned', (_, text, count) => {
    expect(findHiddenBidi(text)).toHaveLength(count)
  })

  test('a weak mark in a sentence is no warning, one in code still is', () => {
    const text = `- עד ${LRM}-5 ימים\n\`\`\`\nf(${RLM}1, 2)\n\`\`\`\nאב \u202eגד`
    expect(findHiddenBidi(text, 'markdown').map(({ line }) => line)).toEqual([3, 5])
    expect(findHiddenBidi(text).map(({ line }) => line)).toEqual([1, 3, 5])
  })

  test('reports line, column and name, counted in characters', () => {
    expect(findHiddenBidi('ok\r\n👍 a\u202eb\n')).toEqual([
      { line: 2, column: 4, char: '\u202e', name: 'RIGHT-TO-LEFT OVERRIDE' },
    ])
  })

  test('text without bidi control characters has no warning', () => {
    const letters = fc.string({
      unit: fc.constantFrom('א', 'ב', 'שָׁ', 'ע', 'a', '1', '(', ')', '"', ' ', '\n', 'م', '٣'),
    })
    fc.assert(
      fc.property(letters, (text) => {
        expect(findHiddenBidi(text)).toEqual([])
      }),
    )
  })

  test('every reported position has the reported character', () => {
    const nasty = fc.string({
      unit: fc.constantFrom('א', 'a', '1', '(', ';', ' ', '\n', '\r\n', RLM, LRM, '\u061c', '\u202e', '\u2069', '👍'),
    })
    fc.assert(
      fc.property(nasty, (text) => {
        for (const hidden of findHiddenBidi(text)) {
          expect(Array.from(text.split(/\r\n|\n/)[hidden.line - 1] ?? '')[hidden.column - 1]).toBe(hidden.char)
          expect(hidden.name).not.toBe('')
        }
      }),
    )
  })

  test('a long line of marks is reported without computing its order', () => {
    const line = `a${RLM}`.repeat(50_000)
    expect(cpuMs(() => expect(findHiddenBidi(line)).toHaveLength(50_000))).toBeLessThan(1_000)
  })
})

test('revealed marks keep the text', () => {
  const html = '<span class="hljs-string">a\u202eb</span>'
  const shown = revealBidi(html)
  expect(shown).toContain('title="RIGHT-TO-LEFT OVERRIDE" data-code="U+202E">\u202e</bdi>')
  expect(shown.replaceAll(/<[^>]*>/g, '')).toBe('a\u202eb')
})
