import { expect, test } from 'vitest'
import { keyLabels, isTextInput } from './keyboard.ts'

test('keyLabels formats shortcuts for display', () => {
  expect(keyLabels('Mod+KeyK')).toEqual(['Ctrl', 'K'])
  expect(keyLabels('KeyG KeyF')).toEqual(['G', 'F'])
  expect(keyLabels('Shift+Slash')).toEqual(['?'])
})

test('isTextInput is true for text inputs and false for a focused checkbox', () => {
  for (const type of [null, 'text', 'search', 'number', 'unknown']) expect(isTextInput('INPUT', type)).toBe(true)
  for (const type of ['checkbox', 'radio', 'CHECKBOX', 'range']) expect(isTextInput('INPUT', type)).toBe(false)
  expect(isTextInput('TEXTAREA', null)).toBe(true)
  expect(isTextInput('SELECT', null)).toBe(true)
  expect(isTextInput('BUTTON', null)).toBe(false)
})
