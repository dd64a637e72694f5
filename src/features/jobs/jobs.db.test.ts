import { afterAll, beforeAll, expect, test } from 'vitest'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await testApp({ JOBS_DISABLED: 'purge_notes' })
  admin = await app.user('Noa', 'admin')
})
afterAll(() => app[Symbol.asyncDispose]())

test('the page shows every job of the worker, with its runs', async () => {
  await app.pool.query(
    `insert into job_runs (run_id, job_id, status, trigger, owner, epoch, started_at, ended_at, processed, total, failure_reason, stuck_reported)
     values (gen_random_uuid(), 'empty_trash', 'failed', 'schedule', 'host:1', 1, $1, $1, 3, 9, 'orphaned', false)`,
    [app.clock.now],
  )
  const page = await admin.page('/admin/jobs', { 'accept-language': 'en' })
  expect(page.status).toBe(200)
  for (const words of ['Deliver reminders', 'Empty the trash', 'the process that ran it disappeared', 'switched off'])
    expect(page.text).toContain(words)
  const json = await admin.get('/api/admin/jobs')
  expect(replyOf(json).jobs).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        job_id: 'empty_trash',
        runs: [
          expect.objectContaining({ status: 'failed', failure_reason: 'orphaned', progress: 33, owner: 'host:1' }),
        ],
      }),
      expect.objectContaining({ job_id: 'purge_notes', disabled: true, runs: [] }),
    ]),
  )
})

test('the button asks the worker; asked for twice is asked for once', async () => {
  const answer = await admin.post('/admin/jobs/empty_trash/run')
  expect(answer).toMatchObject({ status: 303, headers: { location: '/admin/jobs?asked=empty_trash' } })
  await admin.post('/admin/jobs/empty_trash/run')
  expect((await app.pool.query('select job_id from job_requests')).rows).toEqual([{ job_id: 'empty_trash' }])
  expect((await admin.post('/admin/jobs/nonsense/run')).status).toBe(404)
  const dana = await app.user('Dana')
  expect((await dana.post('/admin/jobs/empty_trash/run')).status).toBe(403)
})
