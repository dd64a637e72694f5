import { expect, test } from 'vitest'
import { keyLabels } from './keyboard.ts'

test('shortcuts are shown as people read them', () => {
  expect(keyLabels('Mod+KeyK')).toEqual(['Ctrl', 'K'])
  expect(keyLabels('KeyG KeyF')).toEqual(['G', 'F'])
  expect(keyLabels('Shift+Slash')).toEqual(['?'])
})
