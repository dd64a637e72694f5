import { expect, test } from 'vitest'
import { cleanPath, normalizePath } from './path.ts'

test('S24: normalizePath maps /docs//a.md and docs\\a.md to one path and rejects ../x', () => {
  for (const path of ['/docs//a.md', String.raw`docs\a.md`, './docs/./a.md', 'docs/x/../a.md'])
    expect(normalizePath(path)).toBe('docs/a.md')
  for (const path of ['../x', 'a/../../x', '', '/', '.', String.raw`..\x`]) expect(normalizePath(path)).toBeNull()
  expect(normalizePath('orphans')).toBe('orphans')
})

test('cleanPath accepts the separators of any operating system and keeps ..', () => {
  expect(cleanPath('./src\\lib//a.py')).toBe('src/lib/a.py')
  expect(cleanPath('/../a.py')).toBe('../a.py')
})
