import { expect, test } from 'vitest'
import { findHiddenText, hiddenTexts } from './hidden-text.ts'

const lines = ['port = 1', '  password = "open sesame"  ', '}', 'port = 1']

test('hiddenTexts returns the hidden lines without their indent, once each, and leaves out short ones', () => {
  expect(hiddenTexts(lines, [1, 2, 3, 4, 9])).toEqual(['port = 1', 'password = "open sesame"'])
})

test.each([
  ['see:\nit was password = "open sesame" once', 2],
  ['password = "open sesame"', 1],
])('findHiddenText finds the line in %j', (note, line) => {
  expect(findHiddenText(note, hiddenTexts(lines, [2]))).toMatchObject([{ kind: 'hidden_text', from: line, to: line }])
})

test('findHiddenText finds nothing in a note about other lines', () => {
  expect(findHiddenText('port = 1 } password', hiddenTexts(lines, [2, 3]))).toEqual([])
})
