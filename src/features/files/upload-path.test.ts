import { expect, test } from 'vitest'
import { nameOf, uploadKey } from './upload-path.ts'

test('nameOf returns the last part of a path', () => {
  expect(nameOf('src/lib/a.py')).toBe('a.py')
  expect(nameOf('a.py')).toBe('a.py')
})

test('uploadKey gives different paths different keys, each a valid URL', () => {
  expect(uploadKey('פרויקט/a b.py', 1)).toBe(`upload:${encodeURIComponent('פרויקט')}/a%20b.py`)
  expect(uploadKey('x.py', 2)).toBe('upload:x.py#2')
  expect(uploadKey('x.py#2', 1)).toBe('upload:x.py%232')
})
