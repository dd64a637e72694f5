import { expect, test } from 'vitest'
import { uploadKey } from './upload-path.ts'

test('uploadKey gives different paths different keys, each a valid URL', () => {
  expect(uploadKey('פרויקט/a b.py', 1)).toBe(`upload:${encodeURIComponent('פרויקט')}/a%20b.py`)
  expect(uploadKey('x.py', 2)).toBe('upload:x.py#2')
  expect(uploadKey('x.py#2', 1)).toBe('upload:x.py%232')
})
