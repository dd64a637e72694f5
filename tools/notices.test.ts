import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { isAllowed } from './licence.ts'
import { productionFolders, readWork, worksOfOthers, writeNotices } from './notices.ts'

describe('isAllowed', () => {
  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['MPL-2.0 OR Apache-2.0', true],
    ['MIT AND OFL-1.1', true],
    ['MIT AND GPL-3.0-only', false],
    ['GPL-3.0-only', false],
    ['(MIT AND ISC) OR GPL-3.0-only', false],
    ['UNLICENSED', false],
    ['SEE LICENSE IN x', false],
    ['', false],
  ])('%s is %s', (expression, allowed) => {
    expect(isAllowed(expression)).toBe(allowed)
  })
})

describe('readWork', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'notices-'))
  })
  afterEach(() => rmSync(root, { recursive: true }))

  function read(fields: object, files: Record<string, string> = {}) {
    mkdirSync(join(root, 'x'))
    writeFileSync(join(root, 'x/package.json'), JSON.stringify({ name: 'x', version: '1.0.0', ...fields }))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(root, 'x', name), text)
    return readWork(root, 'x')
  }

  test('takes every text of a licence that the package contains', () => {
    const { texts } = read({ license: 'Apache-2.0' }, { 'LICENSE.md': 'the licence', NOTICE: 'the notice', 'a.js': '' })
    expect(texts).toEqual(['the licence', 'the notice'])
  })

  test('takes the standard text with the author when the package contains none', () => {
    const { texts } = read({ license: 'MIT', author: 'Dana' })
    expect(texts[0]).toMatch(/^Copyright \(c\) Dana\n\nPermission is hereby granted/)
  })

  test('stops the build without a licence, with one that is not allowed, and without its text', () => {
    expect(() => read({})).toThrow('x 1.0.0 names no licence')
    rmSync(join(root, 'x'), { recursive: true })
    expect(() => read({ license: 'GPL-3.0-only' })).toThrow('GPL-3.0-only, which is not in tools/licence.ts')
    rmSync(join(root, 'x'), { recursive: true })
    expect(() => read({ license: 'BSD-3-Clause' })).toThrow('x contains no text of its licence')
  })
})

test('writeNotices lists every package of production, fonts and vendored works', () => {
  const root = join(import.meta.dirname, '..')
  const fonts = ['node_modules/@fontsource-variable/rubik', 'node_modules/pyodide']
  const text = writeNotices(worksOfOthers(root, fonts))
  for (const folder of productionFolders(root)) {
    const { name, version, licence } = readWork(root, folder)
    expect(text).toContain(`\n${name} ${version}\nLicence: ${licence}\n`)
  }
  for (const name of ['@fontsource-variable/rubik 5.3.0', 'pyodide 314.0.7', 'Lucide', 'CPython', 'linguist-languages'])
    expect(text).toContain(`\n${name}`)
})
