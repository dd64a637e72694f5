import { describe, expect, test } from 'vitest'
import { freeName, isFileName } from './name.ts'

describe('file names', () => {
  test('1–255 characters, no /, \\, NUL or control characters, not . or ..', () => {
    for (const name of ['a', 'קובץ.py', 'ש'.repeat(255), '.gitignore', 'a b (2).md', '…', '😀.txt'])
      expect(isFileName(name)).toBe(true)
    for (const name of ['', '.', '..', 'a/b', 'a\\b', 'a\0b', 'a\nb', 'a\u007fb', 'x'.repeat(256), '\ud800'])
      expect(isFileName(name)).toBe(false)
  })

  test('names made unique: a (2).py', () => {
    const taken = new Set(['a.py', 'a (2).py', '.env', 'Makefile'])
    const isTaken = (name: string) => taken.has(name)
    expect(freeName('a.py', isTaken)).toBe('a (3).py')
    expect(freeName('b.py', isTaken)).toBe('b.py')
    expect(freeName('.env', isTaken)).toBe('.env (2)')
    expect(freeName('Makefile', isTaken)).toBe('Makefile (2)')
    const long = `${'ש'.repeat(252)}.py`
    const free = freeName(long, (name) => name === long)
    expect(isFileName(free)).toBe(true)
    expect(free.endsWith(' (2).py')).toBe(true)
  })
})
