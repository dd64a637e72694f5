import { describe, expect, test } from 'vitest'
import { createPathAllocator, foldersAbove, isFolder, pathOf, splitPath, uniquePath } from './path.ts'

describe('folders', () => {
  test('are names with slashes between them, at most 400 characters', () => {
    for (const folder of ['', 'src', 'src/lib', 'ספרייה/קוד', '.github', 'a b/c (2)', 'C:', 'e\u0301', 'x'.repeat(255)])
      expect(isFolder(folder), folder).toBe(true)
    for (const folder of ['/', '/src', 'src/', 'a//b', '.', '..', 'a/../b', 'a/.', 'a\\b', 'a\0', 'a/\n', '\ud800'])
      expect(isFolder(folder), JSON.stringify(folder)).toBe(false)
    expect(isFolder(`${'x'.repeat(200)}/${'y'.repeat(199)}`)).toBe(true)
    expect(isFolder(`${'x'.repeat(200)}/${'y'.repeat(200)}`)).toBe(false)
  })

  test('pathOf and splitPath are inverse', () => {
    for (const path of ['a.py', 'src/a.py', 'src/lib/a.py']) expect(pathOf(splitPath(path))).toBe(path)
    expect(splitPath('src/lib/a.py')).toEqual({ folder: 'src/lib', fileName: 'a.py' })
    expect(foldersAbove({ folder: 'a/b/c' })).toEqual(['a', 'a/b', 'a/b/c'])
    expect(foldersAbove({ folder: '' })).toEqual([])
  })

  test('uniquePath changes the name and never the folder', () => {
    expect(uniquePath('v1.2/Makefile', (path) => path === 'v1.2/Makefile')).toBe('v1.2/Makefile (2)')
  })

  test('createPathAllocator gives no path to both a file and a folder', () => {
    const first = createPathAllocator()
    expect([first(splitPath('src')), first(splitPath('src/a.py'))]).toEqual(['src', 'src (2)/a.py'])
    const second = createPathAllocator()
    expect([second(splitPath('src/a.py')), second(splitPath('src'))]).toEqual(['src/a.py', 'src (2)'])
  })
})
