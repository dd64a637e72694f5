import { describe, expect, test } from 'vitest'
import { uniqueName, isFileName } from './name.ts'

describe('file names', () => {
  test('have 1–255 characters, no /, \\, NUL or control characters, and are not . or ..', () => {
    for (const name of ['a', 'קובץ.py', 'ש'.repeat(255), '.gitignore', 'a b (2).md', '…', '😀.txt'])
      expect(isFileName(name)).toBe(true)
    for (const name of ['', '.', '..', 'a/b', 'a\\b', 'a\0b', 'a\nb', 'a\u007fb', 'x'.repeat(256), '\ud800'])
      expect(isFileName(name)).toBe(false)
  })

  test('uniqueName makes a taken name unique: a (2).py', () => {
    const taken = new Set(['a.py', 'a (2).py', '.env', 'Makefile'])
    const isTaken = (name: string) => taken.has(name)
    expect(uniqueName('a.py', isTaken)).toBe('a (3).py')
    expect(uniqueName('b.py', isTaken)).toBe('b.py')
    expect(uniqueName('.env', isTaken)).toBe('.env (2)')
    expect(uniqueName('Makefile', isTaken)).toBe('Makefile (2)')
    const long = `${'ש'.repeat(252)}.py`
    const free = uniqueName(long, (name) => name === long)
    expect(isFileName(free)).toBe(true)
    expect(free.endsWith(' (2).py')).toBe(true)
  })
})
