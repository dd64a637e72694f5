import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFileName } from '#features/files/name.ts'
import { createNameAllocator, portableName } from './names.ts'

test.each([
  ['קובץ שלי.py', 'קובץ שלי.py'],
  ['.env', '.env'],
  ['a:b?.txt', 'a_b_.txt'],
  ['C:x', 'C_x'],
  ['"<|>*"', '______'],
  ['CON', 'CON_'],
  ['con.tar.gz', 'con_.tar.gz'],
  ['Aux .txt', 'Aux_.txt'],
  ['com¹.py', 'com¹_.py'],
  ['console.ts', 'console.ts'],
  ['name. ', 'name__'],
  ['...', '___'],
])('portableName(%j) is %j', (name, portable) => {
  expect(portableName(name)).toBe(portable)
})

const ODD = ['.', ' ', ':', '?', '*', '"', '<', '|', 'a', 'A', 'ä', 'Ä', 'ש', 'İ', 'ı', 'ß', '👩‍💻']
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(\.|$)/i

test('names in one folder are accepted by Linux and Windows and differ also without case', () => {
  const char = fc.oneof(fc.constantFrom(...ODD), fc.string({ unit: 'grapheme', maxLength: 1 }))
  const stem = fc.oneof(fc.constantFrom('CON', 'nul', 'LPT9', 'a'.repeat(250), 'ש'.repeat(200)), fc.constant(''))
  const name = fc
    .tuple(stem, fc.array(char, { maxLength: 12 }), fc.constantFrom('', '.py', '. ', '.tar.gz'))
    .map(([start, chars, end]) => start + chars.join('') + end)
    .filter(isFileName)
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 12 }), (names) => {
      const nameOf = createNameAllocator()
      const given = names.map((each) => `${nameOf(each)}.md`.replace(/\.md$/, ''))
      expect(new Set(given.map((each) => each.normalize('NFC').toLowerCase())).size).toBe(names.length)
      for (const each of given) {
        expect(each).not.toMatch(/[<>:"|?*/\\\p{Cc}]|[. ]$|^$/u)
        expect(each).not.toMatch(RESERVED)
        expect(Buffer.byteLength(`${each}.md`)).toBeLessThanOrEqual(255)
        expect(each.isWellFormed()).toBe(true)
      }
    }),
    { numRuns: 300 },
  )
})
