import { describe, expect, it, test } from 'vitest'
import { findConflict, isKeySequence } from './shortcuts.ts'

describe('a valid shortcut', () => {
  it.each(['KeyA', 'Mod+KeyK', 'Mod+Alt+Shift+Digit1', 'KeyG KeyF', 'Slash', 'F2'])('%s', (keys) => {
    expect(isKeySequence(keys)).toBe(true)
  })
  it.each(['', 'a', 'Escape', 'Tab', 'Enter', 'Space', 'KeyA KeyB KeyC', 'Shift', 'KeyA+Mod', '<b>'])(
    'not %s',
    (keys) => {
      expect(isKeySequence(keys)).toBe(false)
    },
  )
})

test('keys conflict with bound keys when they are equal or one is a prefix of the other', () => {
  const all = ['KeyG KeyF', 'KeyC', 'Mod+KeyK']
  expect(findConflict('KeyC', 'Mod+KeyK', all, {})).toBe('Mod+KeyK')
  expect(findConflict('KeyC', 'KeyG', all, {})).toBe('KeyG KeyF')
  expect(findConflict('Mod+KeyK', 'KeyC KeyK', all, {})).toBe('KeyC')
  expect(findConflict('Mod+KeyK', 'KeyC', all, { KeyC: 'KeyD' })).toBeNull()
  expect(findConflict('KeyC', 'KeyC', all, {})).toBeNull()
  expect(findConflict('Mod+KeyK', 'KeyF', all, {})).toBeNull()
})
