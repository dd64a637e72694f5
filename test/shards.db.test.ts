import { afterAll, beforeAll, expect, test } from 'vitest'
import { allJobs } from '#app/jobs.ts'
import { openMirrors } from '#platform/git/mirrors.ts'
import { openPushSender } from '#platform/push/sender.ts'
import { runInline, type Threads } from '#platform/threads.ts'
import { type TestApp, testApp } from './app.ts'
import { runOnce } from './job.ts'
import { startPushService } from './push-service.ts'
import { PUSH_ENVIRONMENT } from './vapid.ts'

/*
 * Jobs find the shards of their users first, in statements that only Citus receives. Here a database without Citus says that it has it, with
 * two shards, so that each of these statements is executed, and its row type compared, on every machine.
 */
let app: TestApp
beforeAll(async () => {
  app = await testApp(PUSH_ENVIRONMENT)
  await app.pool.query(`
    create function get_shard_id_for_distribution_column(table_name text, user_id bigint) returns bigint language sql as 'select user_id % 2';
    insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
      select 999999, 'citus', 10, oid, false, '1' from pg_namespace where nspname = 'public'`)
})
afterAll(() => app[Symbol.asyncDispose]())

const threads: Threads = { run: (_lane, task, input) => runInline(task, input), close: () => Promise.resolve() }

test('every job looks for work and runs once on a database with shards, and delivers to the users of each', async () => {
  await using service = await startPushService()
  const sender = openPushSender(app.config.push)
  if (!sender.ready) throw new Error('no keys')
  const mirrors = openMirrors(app.config.repos)
  for (const name of ['Dana', 'Omer']) {
    const user = await app.user(name)
    await user.post('/api/push/subscribe', service.browser(name))
    const { id } = await user.createNote(await user.saveFile('a.py'))
    await user.post(`/api/sticky-notes/note/${id}/reminder`, { preset: '1h', tz: 'UTC' })
  }
  app.advance(3600)
  const jobs = allJobs({ config: app.config, mirrors, sender, threads, indexer: null })
  for (const job of jobs) {
    await job.hasWork?.({ db: app.db, clock: () => app.clock.now })
    await runOnce(app, job.run)
  }
  sender.close()
  expect(service.received.map(({ device }) => device).toSorted()).toEqual(['Dana', 'Omer'])
})
