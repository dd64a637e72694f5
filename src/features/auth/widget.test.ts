import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linkText } from './bot.ts'
import { checkString, parseWidgetData } from './widget.ts'

/** Short texts of the characters that have a meaning in the signed text, to provoke collisions. */
const piece = fc.string({
  unit: fc.constantFrom('a', 'b', '=', '\n', '\r', '\0', '"', ',', '\ud800', '\ufffd', '1'),
  maxLength: 4,
})
const fieldSet = fc.dictionary(
  fc.oneof(piece, fc.constantFrom('id', 'hash', '__proto__')),
  fc.oneof(piece, fc.integer()),
  { maxKeys: 4 },
)

describe('signed text', () => {
  test('of two different field sets differs: its bytes parse back into the original fields', () => {
    fc.assert(
      fc.property(fieldSet, (data) => {
        const fields = parseWidgetData(data)
        const named = Object.entries(data).filter(([key]) => key !== 'hash')
        if (fields === null || named.length === 0) return
        const lines = Buffer.from(checkString(fields)).toString().split('\n')
        const readBack = lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])
        expect(readBack).toHaveLength(named.length)
        expect(Object.fromEntries(readBack)).toEqual(
          Object.fromEntries(named.map(([key, value]) => [key, String(value)])),
        )
      }),
      { numRuns: 2_000 },
    )
  })

  test('of two different bot links differs', () => {
    const link = fc.tuple(piece, piece, piece, piece)
    fc.assert(
      fc.property(link, link, (one, other) => {
        const text = ([origin, id, auth_date, code]: typeof one) => linkText(origin, { id, auth_date, code })
        expect(text(one) === text(other)).toBe(JSON.stringify(one) === JSON.stringify(other))
      }),
    )
  })

  test('rejects control characters, line separators, lone surrogates and equals signs in keys', () => {
    for (const text of ['\n', '\r', '\0', '\t', '\u007f', '\u0085', '\u2028', '\u2029', '\ud800']) {
      expect(parseWidgetData({ id: 1, first_name: `a${text}` })).toBeNull()
      expect(parseWidgetData({ id: 1, [`a${text}`]: 'b' })).toBeNull()
    }
    expect(parseWidgetData({ 'a=b': '1' })).toBeNull()
    expect(parseWidgetData({ id: 1, first_name: 'a=b ד' })).toEqual({ id: 1, first_name: 'a=b ד' })
  })
})
