import { expect, test } from 'vitest'
import { keptFiles } from './commits.ts'

test('keptFiles counts no deleted file without notes towards its limit', () => {
  const deleted = Array.from({ length: 600 }, (_, i) => ({
    from: `old/${i}.php`,
    to: null,
    fromOid: `${i}`,
    toOid: null,
  }))
  const added = { from: null, to: 'tests/QueryTest.php', fromOid: null, toOid: 'a' }
  expect(keptFiles([...deleted, added], new Set(['old/7.php']))).toEqual([deleted[7], added])
})
