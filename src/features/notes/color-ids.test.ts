import { expect, test } from 'vitest'
import { COLORS, parseColor } from './color-ids.ts'

test('S30: all spellings of a colour match; a neighbouring shade does not', () => {
  for (const text of [
    'yellow',
    'YELLOW',
    ' yellow ',
    COLORS.yellow,
    COLORS.yellow.toUpperCase(),
    COLORS.yellow.slice(1),
  ]) {
    expect(parseColor(text)).toBe('yellow')
  }
  expect(parseColor('grey')).toBe('gray')
  for (const text of ['#fff3a4', 'yello', '', 'red', '#fff', 'yellow;']) expect(parseColor(text)).toBeNull()
})
