import { describe, expect, it, test } from 'vitest'
import { HIDDEN, hideLines } from '#base/hide-lines.ts'
import { formatLines, parseLines, toggled } from './hidden-lines.ts'

describe('parseLines', () => {
  it.each([
    ['', []],
    ['3', [3]],
    ['3, 10-12', [3, 10, 11, 12]],
    ['12 3;3', [3, 12]],
    ['0', null],
    ['5-3', null],
    ['one', null],
    ['1-999999', null],
  ])('%j', (text, lines) => {
    expect(parseLines(text)).toEqual(lines)
  })

  test('reads what formatLines writes', () => {
    expect(formatLines([12, 3, 10, 11])).toBe('3, 10-12')
    expect(parseLines(formatLines([1, 2, 3, 9]))).toEqual([1, 2, 3, 9])
  })
})

test('hideLines removes the text and length of hidden lines and keeps line ends', () => {
  expect(hideLines('a\r\nsecret\nשלום\rb', [2, 3])).toBe(`a\r\n${HIDDEN}\n${HIDDEN}\rb`)
  expect(hideLines('one\n', [])).toBe('one\n')
  expect(hideLines('one\n', [7])).toBe('one\n')
})

describe('toggled', () => {
  const parts = [{ from: 5, to: 6, isHidden: true }]

  test('hides lines, and shows them again', () => {
    const once = toggled({ typed: [9], parts: [] }, { from: 2, to: 3 })
    expect(once.typed).toEqual([2, 3, 9])
    expect(toggled(once, { from: 3, to: 3 }).typed).toEqual([2, 9])
    expect(toggled(once, { from: 1, to: 4 }).typed).toEqual([1, 2, 3, 4, 9])
  })

  test('shows and hides a finding as a whole', () => {
    const shown = toggled({ typed: [9], parts }, { from: 6, to: 6 })
    expect(shown).toEqual({ typed: [9], parts: [{ from: 5, to: 6, isHidden: false }] })
    expect(toggled(shown, { from: 4, to: 5 })).toEqual({ typed: [4, 9], parts })
  })
})
