import { expect, test } from 'vitest'
import { junkRoot } from './junk-paths.ts'

test.each([
  ['app/node_modules/x/node_modules/y.js', 'app/node_modules/'],
  ['.git/config', '.git/'],
  ['__MACOSX/app/._a.py', '__MACOSX/'],
  ['app/.DS_Store', 'app/.DS_Store'],
  ['app/a.py', null],
  ['node_modules', null],
  ['app/.gitignore', null],
  ['my_node_modules/a.js', null],
])('%s → %s', (path, root) => {
  expect(junkRoot(path)).toBe(root)
})
