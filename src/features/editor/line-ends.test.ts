import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { linesWithEnds } from '#base/lines.ts'
import { nastyTexts } from '../../../test/nasty-texts.ts'
import { plainEnds, restoreEnds } from './line-ends.ts'

const piece = fc.constantFrom('a', 'b', '  c', 'שלום', '', '\u2028', '\ufeff', '\r', '\n', '\r\n', '\n', '\r')
const anyText = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))
const plainText = anyText.map(plainEnds)

describe('S32: the editor does not change what the user did not touch', () => {
  test.each(Object.entries(nastyTexts))('%s, opened and saved, stays equal', (_, text) => {
    expect(restoreEnds(text, plainEnds(text))).toBe(text)
  })

  test('any text, opened and saved, stays equal', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(restoreEnds(text, plainEnds(text))).toBe(text)
      }),
    )
  })

  test('the saved text is the edited one, apart from line ends', () => {
    fc.assert(
      fc.property(anyText, plainText, (original, edited) => {
        expect(plainEnds(restoreEnds(original, edited))).toBe(edited)
      }),
      { numRuns: 500 },
    )
  })

  test('an inserted line leaves every other line and its end unchanged', () => {
    fc.assert(
      fc.property(anyText, fc.nat(40), (original, position) => {
        const lines = linesWithEnds(original)
        const at = Math.min(position, lines.length)
        const head = lines.slice(0, at).map(({ text, end }) => text + end)
        // A line cannot be added after a last line without a line end.
        fc.pre(at === 0 || lines[at - 1]?.end !== '')
        const tail = lines.slice(at).map(({ text, end }) => text + end)
        const saved = restoreEnds(original, plainEnds([...head, 'ADDED\n', ...tail].join('')))
        expect(saved.startsWith(`${head.join('')}ADDED`)).toBe(true)
        expect(saved.endsWith(tail.join(''))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

describe('the line end of a line', () => {
  it.each([
    ['a changed line keeps its own', 'a\r\nb\nc\r', 'a\nB!\nc\n', 'a\r\nB!\nc\r'],
    ['a new line takes that of the line before', 'a\r\nb\n', 'a\nx\nb\n', 'a\r\nx\r\nb\n'],
    ['a new first line takes the first of the file', 'a\r\n', 'x\na\n', 'x\r\na\r\n'],
    ['a last line that had none gets the file’s', 'a\r\nb', 'a\nb\n', 'a\r\nb\r\n'],
    ['a last line may lose its own', 'a\r\nb\r\n', 'a\nb', 'a\r\nb'],
    ['a file of newlines stays one', 'a\nb\n', 'a\nx\nb\n', 'a\nx\nb\n'],
    ['everything removed is nothing', 'a\r\n', '', ''],
    ['CR and LF that come together stay two ends', 'a\rx\n\nb', 'a\n\nb', 'a\r\r\nb'],
  ])('%s', (_, original, edited, saved) => {
    expect(restoreEnds(original, edited)).toBe(saved)
    expect(plainEnds(saved)).toBe(edited)
  })
})
