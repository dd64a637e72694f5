import { expect, test } from 'vitest'
import { cleanPath, nameOf, uploadKey } from './upload-path.ts'

test('a path has one spelling, and its last part is the name', () => {
  expect(cleanPath('./src\\lib//a.py')).toBe('src/lib/a.py')
  expect(nameOf('src/lib/a.py')).toBe('a.py')
  expect(nameOf('a.py')).toBe('a.py')
})

test('different paths have different keys, which are addresses', () => {
  expect(uploadKey('פרויקט/a b.py', 1)).toBe(`upload:${encodeURIComponent('פרויקט')}/a%20b.py`)
  expect(uploadKey('x.py', 2)).toBe('upload:x.py#2')
  expect(uploadKey('x.py#2', 1)).toBe('upload:x.py%232')
})
