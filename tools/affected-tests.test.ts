import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { affectedTests, ALWAYS } from './affected-tests.ts'
import { readImportGraph } from './import-graph.ts'

const graph = new Map([
  ['src/base/ids.ts', []],
  ['src/base/ids.test.ts', ['src/base/ids.ts']],
  ['src/features/notes/service.ts', ['src/base/ids.ts']],
  ['src/features/notes/notes.db.test.ts', ['test/app.ts']],
  ['src/features/boards/service.ts', ['src/features/notes/service.ts']],
  ['src/features/boards/boards.db.test.ts', ['test/app.ts']],
  ['src/features/boards/color.test.ts', ['src/features/boards/color.ts']],
  ['src/features/tokens/tokens.db.test.ts', ['test/app.ts']],
  ['src/app/routes.ts', ['src/features/notes/service.ts', 'src/features/boards/service.ts']],
  ['src/app/web.ts', ['src/app/routes.ts']],
  ['test/app.ts', ['src/app/web.ts']],
])
const affectedBy = (...changed: string[]) => affectedTests(changed, graph)?.filter((path) => !ALWAYS.includes(path))

describe('affectedTests', () => {
  test('a changed service affects the database tests of its feature and of the features that import it', () => {
    expect(affectedBy('src/features/notes/service.ts')).toEqual([
      'src/features/notes/notes.db.test.ts',
      'src/features/boards/boards.db.test.ts',
    ])
    expect(affectedBy('src/features/boards/service.ts')).toEqual(['src/features/boards/boards.db.test.ts'])
  })

  test('a changed or deleted file affects the tests that import it', () => {
    expect(affectedBy('src/base/ids.ts')).toContain('src/base/ids.test.ts')
    expect(affectedBy('src/features/boards/color.ts')).toContain('src/features/boards/color.test.ts')
  })

  test('a changed part of src/app affects every test of the whole application', () => {
    expect(affectedBy('src/app/routes.ts')).toEqual([
      'src/features/notes/notes.db.test.ts',
      'src/features/boards/boards.db.test.ts',
      'src/features/tokens/tokens.db.test.ts',
    ])
  })

  test('a changed page of the documents affects only the tests that always run', () => {
    expect(affectedTests(['docs/guide.md'], graph)).toEqual(ALWAYS)
  })

  test('a changed migration, fixture or vitest.config.ts affects every test', () => {
    expect(affectedTests(['db/migrations/0001_files.sql'], graph)).toBe(null)
    expect(affectedTests(['vitest.config.ts'], graph)).toBe(null)
  })

  test('every test that always runs exists', () => {
    expect(ALWAYS.filter((path) => !existsSync(path))).toEqual([])
  })
})

test('readImportGraph leads an import through public.ts to the file behind it, and leaves out types', () => {
  const imports = readImportGraph('.').get('src/features/stats/service.ts') ?? []
  expect(imports).toContain('src/features/files/service/counts.ts')
  expect(imports).not.toContain('src/features/files/service/list.ts')
  expect(imports).not.toContain('src/platform/ctx.ts')
})

test('affectedTests runs tests of features when a file of packages/follow changes', () => {
  const affected = affectedTests(['packages/follow/src/align.ts'], readImportGraph('.'))
  expect(affected).toContain('packages/follow/src/follow.test.ts')
  expect(affected).toContain('src/features/notes/notes.db.test.ts')
})
