import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'

test('verify-indexes reports a dropped or changed index or constraint, and the trash index', async () => {
  await using app = await testApp()
  const admin = await app.user('Noa', 'admin')
  const before = await admin.get('/api/admin/verify-indexes')
  expect(before.body).toMatchObject({
    ok: true,
    recycle_bin_ttl: { state: 'found', overdue: 0 },
    summary: { missing: 0, different: 0 },
  })
  await app.pool.query('drop index files_expiry')
  await app.pool.query('drop index notes_expiry')
  await app.pool.query('create index notes_expiry on notes (purge_at)')
  await app.pool.query('alter table notes drop constraint notes_one_target')
  const after = await admin.get('/api/admin/verify-indexes')
  expect(after.body).toMatchObject({
    recycle_bin_ttl: { state: 'missing' },
    summary: { missing: 2, different: 1 },
  })
  const page = await admin.page('/admin/verify-indexes')
  expect(page.text).toContain('id="recycle_bin_ttl"')
  expect(page.text).toContain('notes_one_target')
  expect(app.lines.some((line) => line.includes('db_recycle_bin_ttl_index_missing'))).toBe(true)
})
