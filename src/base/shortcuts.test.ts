import { describe, expect, it, test } from 'vitest'
import { clashOf, isKeys } from './shortcuts.ts'

describe('what can be a shortcut', () => {
  it.each(['KeyA', 'Mod+KeyK', 'Mod+Alt+Shift+Digit1', 'KeyG KeyF', 'Slash', 'F2'])('%s', (keys) => {
    expect(isKeys(keys)).toBe(true)
  })
  it.each(['', 'a', 'Escape', 'Tab', 'Enter', 'Space', 'KeyA KeyB KeyC', 'Shift', 'KeyA+Mod', '<b>'])(
    'not %s',
    (keys) => {
      expect(isKeys(keys)).toBe(false)
    },
  )
})

test('keys clash when they are equal or stand on the way to others, as they are bound now', () => {
  const all = ['KeyG KeyF', 'KeyC', 'Mod+KeyK']
  expect(clashOf('KeyC', 'Mod+KeyK', all, {})).toBe('Mod+KeyK')
  expect(clashOf('KeyC', 'KeyG', all, {})).toBe('KeyG KeyF')
  expect(clashOf('Mod+KeyK', 'KeyC KeyK', all, {})).toBe('KeyC')
  expect(clashOf('Mod+KeyK', 'KeyC', all, { KeyC: 'KeyD' })).toBeNull()
  expect(clashOf('KeyC', 'KeyC', all, {})).toBeNull()
  expect(clashOf('Mod+KeyK', 'KeyF', all, {})).toBeNull()
})
