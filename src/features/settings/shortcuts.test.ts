import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { areConflicting, isKeySequence } from '#base/shortcuts.ts'
import { FIXED_KEYS, SHORTCUTS } from './shortcuts.ts'

const keys = SHORTCUTS.map((shortcut) => shortcut.keys)

test('every shortcut that an island adds can be changed on /settings', () => {
  const sources = globSync('src/features/*/islands/**/*.{ts,tsx}').map((path) => readFileSync(path, 'utf8'))
  const added = sources.flatMap((source) => [
    ...Array.from(source.matchAll(/addShortcut\(\{\s*keys: '([^']+)'/g), ([, found]) => found ?? ''),
    ...Array.from(source.matchAll(/\bopens\('\w+', '([^']+)'/g), ([, found]) => found ?? ''),
  ])
  expect(added.length).toBeGreaterThan(10)
  expect([...new Set(added)].filter((each) => !keys.includes(each) && !FIXED_KEYS.includes(each))).toEqual([])
})

test('default shortcuts do not conflict', () => {
  expect(keys.every(isKeySequence)).toBe(true)
  expect(keys.flatMap((a, i) => keys.slice(i + 1).filter((b) => areConflicting(a, b)))).toEqual([])
})
