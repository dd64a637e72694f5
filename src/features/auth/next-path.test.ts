import { expect, test } from 'vitest'
import { safeNext } from './next-path.ts'

test('next is accepted only when it is a path of this site', () => {
  for (const path of ['/files?q=%D7%A9', '/file/abc#L14']) expect(safeNext(path)).toBe(path)
  const foreign = [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/\t/evil.example',
    '/a\\..\\b',
    '',
    'javascript:alert(1)',
    undefined,
  ]
  for (const path of foreign) expect(safeNext(path)).toBe('/dashboard')
})
