import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inOtherLayout } from './keyboard-layout.ts'

test.each([
  ['אםאשך', 'total'],
  ['total', 'אםאשך'],
  ['yuksv', 'טולדה'],
  ['Akuo', 'שלום'],
  ['total.py', 'אםאשךץפט'],
  ['שלום total', null],
  ['123 -', null],
  ['', null],
])('inOtherLayout turns %j into %j', (typed, meant) => {
  expect(inOtherLayout(typed)).toBe(meant)
})

test('inOtherLayout keeps the length of any text and leads back from letters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const other = inOtherLayout(text)
      if (other !== null) expect(Array.from(other)).toHaveLength(Array.from(text.toLowerCase()).length)
    }),
  )
  for (const letter of 'ertyuiopasdfghjklzxcvbnm') expect(inOtherLayout(inOtherLayout(letter) ?? '')).toBe(letter)
})
