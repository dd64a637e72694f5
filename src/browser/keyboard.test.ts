import { expect, test } from 'vitest'
import { keyLabels, takesText } from './keyboard.ts'

test('shortcuts are shown as people read them', () => {
  expect(keyLabels('Mod+KeyK')).toEqual(['Ctrl', 'K'])
  expect(keyLabels('KeyG KeyF')).toEqual(['G', 'F'])
  expect(keyLabels('Shift+Slash')).toEqual(['?'])
})

test('letters belong to what takes text, not to a tick box that has the focus', () => {
  for (const type of [null, 'text', 'search', 'number', 'unknown']) expect(takesText('INPUT', type)).toBe(true)
  for (const type of ['checkbox', 'radio', 'CHECKBOX', 'range']) expect(takesText('INPUT', type)).toBe(false)
  expect(takesText('TEXTAREA', null)).toBe(true)
  expect(takesText('SELECT', null)).toBe(true)
  expect(takesText('BUTTON', null)).toBe(false)
})
