import { expect, test } from 'vitest'
import { normalizeRepoPath } from './repo-path.ts'

test('S24: /docs//a.md and docs\\a.md are one path; ../x is refused', () => {
  for (const path of ['/docs//a.md', String.raw`docs\a.md`, './docs/./a.md', 'docs/x/../a.md'])
    expect(normalizeRepoPath(path)).toBe('docs/a.md')
  for (const path of ['../x', 'a/../../x', '', '/', '.', String.raw`..\x`]) expect(normalizeRepoPath(path)).toBeNull()
  expect(normalizeRepoPath('orphans')).toBe('orphans')
})
