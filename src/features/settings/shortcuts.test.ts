import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { areInTheWay, isKeys } from '#base/shortcuts.ts'
import { FIXED_KEYS, SHORTCUTS } from './shortcuts.ts'

const keys = SHORTCUTS.map((shortcut) => shortcut.keys)

test('every shortcut that an island adds can be given other keys on /settings', () => {
  const sources = globSync('src/features/*/islands/**/*.{ts,tsx}').map((path) => readFileSync(path, 'utf8'))
  const added = sources.flatMap((source) => [
    ...Array.from(source.matchAll(/addShortcut\(\{\s*keys: '([^']+)'/g), ([, found]) => found ?? ''),
    ...Array.from(source.matchAll(/\bopens\('\w+', '([^']+)'/g), ([, found]) => found ?? ''),
  ])
  expect(added.length).toBeGreaterThan(10)
  expect([...new Set(added)].filter((each) => !keys.includes(each) && !FIXED_KEYS.includes(each))).toEqual([])
})

test('as they come, none is in another’s way', () => {
  expect(keys.every(isKeys)).toBe(true)
  expect(keys.flatMap((a, i) => keys.slice(i + 1).filter((b) => areInTheWay(a, b)))).toEqual([])
})
