import { expect, test } from 'vitest'
import { noteDirection } from './direction.ts'
import { parseNote } from './tree.ts'

test.each([
  ['- [x] 2025: 18%\n- [ ] לבדוק', 'rtl'],
  ['```\nabc\n```\n> 1.\n> שלום', 'rtl'],
  ['`code` שלום', 'rtl'],
  ['12\nabc שלום', 'ltr'],
  ['18%', null],
])('noteDirection of %j is %s', (content, direction) => {
  expect(noteDirection(parseNote(content))).toBe(direction)
})
