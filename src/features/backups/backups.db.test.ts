import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { runOnce } from '../../../test/job.ts'
import { backupJobs } from './jobs.ts'

let app: TestApp
let admin: TestUser
const dir = mkdtempSync(join(tmpdir(), 'codeshelf-backups-'))
beforeAll(async () => {
  app = await testApp({ BACKUP_DIR: dir, BACKUP_KEEP: '2' })
  admin = await app.user('Noa', 'admin')
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  rmSync(dir, { recursive: true })
})

const job = (changed = {}) => {
  const [first] = backupJobs({ ...app.config.backup, ...changed }, app.config.database.url)
  if (!first) throw new Error('there is a folder, so there is a job')
  return first
}
const isDue = () => job().hasWork?.({ db: app.db, clock: () => app.clock.now })
const pageInEnglish = async () => (await admin.page('/admin/jobs', { 'accept-language': 'en' })).text
const proofs = async () =>
  (
    await app.pool.query<{ result: string; detail: string }>(
      'select result, detail from restore_proofs order by started_at',
    )
  ).rows

test('the nightly job makes a backup, restores it for verification, compares it, and shows its time on the jobs page', async () => {
  expect(await pageInEnglish()).toContain('No backup has been restored and proven yet.')
  expect(await isDue()).toBe(true)
  const { processed } = await runOnce(app, job().run)
  expect(processed).toBeGreaterThan(10)
  expect(await proofs()).toEqual([{ result: 'proven', detail: '' }])
  expect(await isDue()).toBe(false)
  const text = await pageInEnglish()
  expect(text).toContain('Last proven restore:')
  expect(text).toContain('codeshelf-20261115T093000123Z')
  expect(text).not.toContain('notice-error')
  expect((await admin.page('/dashboard', { 'accept-language': 'en' })).text).toContain('Last proven restore:')
  const dana = await app.user('Dana')
  expect((await dana.page('/dashboard', { 'accept-language': 'en' })).text).not.toContain('restore')
})

test('the job keeps only the newest backups', async () => {
  for (const night of [1, 2]) {
    app.advance(86_400 * night)
    expect(await isDue()).toBe(true)
    await runOnce(app, job().run)
  }
  expect(readdirSync(dir)).toHaveLength(2)
})

test('a failed night turns the state red at once and keeps the good backups', async () => {
  app.advance(86_400)
  await expect(runOnce(app, job({ toolsDir: '/nowhere' }).run)).rejects.toThrow(/not proven \(failed\): backup/)
  expect((await proofs()).at(-1)).toEqual({ result: 'failed', detail: 'backup' })
  const text = await pageInEnglish()
  expect(text).toContain('notice-error')
  expect(text).toContain('No backup was made.')
  expect(readdirSync(dir)).toHaveLength(2)
})

test('the state is red after more than two days without a verified restore', async () => {
  app.advance(86_400 * 2)
  expect(await pageInEnglish()).toContain('No restore was proven for more than two days')
})

test('an aborted run records nothing, and the next leader starts again', async () => {
  const before = await proofs()
  const stop = AbortSignal.abort()
  const ctx = { db: app.db, clock: () => app.clock.now, signal: stop }
  await expect(runOnce(app, (own) => job().run({ ...own, ...ctx }))).rejects.toThrow(/aborted/)
  expect(await proofs()).toEqual(before)
})

test('without BACKUP_DIR there is no job, and the page shows how to enable it', async () => {
  await using plain = await testApp()
  const noa = await plain.user('Noa', 'admin')
  expect(backupJobs(plain.config.backup, plain.config.database.url)).toEqual([])
  expect((await noa.page('/admin/jobs', { 'accept-language': 'en' })).text).toContain(
    'Setting BACKUP_DIR turns them on',
  )
})
