import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { photographs } from './photographs.ts'
import { PICTURE_FILES } from './picture-files.ts'

const root = join(import.meta.dirname, '../../..')

describe.each(['he', 'en'] as const)('pictures of the landing page in %s', (locale) => {
  test('the first picture shows notes on code', () => {
    expect(photographs(locale).map(({ src }) => src.replace(/-(he|en)-.*/, ''))).toEqual(
      ['notes', 'files', 'file', 'dashboard'].map((name) => `/assets/${name}`),
    )
  })

  test('every picture exists in light and dark', () => {
    for (const { src, darkSrc } of photographs(locale))
      for (const path of [src, darkSrc]) expect(existsSync(join(root, 'public', path)), path).toBe(true)
  })
})

test('the README shows pictures that exist', () => {
  const shown = readFileSync(join(root, 'README.md'), 'utf8').match(/public\/assets\/[\w.-]+\.webp/g) ?? []
  expect(shown).toHaveLength(2)
  for (const path of shown) expect(Object.values(PICTURE_FILES)).toContain(path.replace('public', ''))
})
