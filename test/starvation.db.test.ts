import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Job } from '#platform/jobs/job.ts'
import { openPushSender } from '#platform/push/sender.ts'
import { runInline, type Offload } from '#platform/threads.ts'
import { readSymbols } from '#features/files/jobs.ts'
import { deliverAgentWrites } from '#features/push/jobs.ts'
import { checkWatches } from '#features/reminders/jobs.ts'
import { remindOfChanges } from '#features/reminders/public.ts'
import { repoJobs } from '#features/repos/jobs.ts'
import { replyOf, type TestApp, testApp, type TestUser } from './app.ts'
import { startGitServer } from './git-server.ts'
import { runOnce } from './job.ts'
import { startPushService } from './push-service.ts'
import { repoStage } from './repos.ts'
import { PUSH_ENVIRONMENT } from './vapid.ts'

/** Runs a job until it has reported so many items. */
async function runUntil(app: TestApp, job: Job, items: number): Promise<void> {
  const stop = new AbortController()
  const progress = (done: number) => {
    if (done >= items) stop.abort()
  }
  await runOnce(app, (ctx) => job.run({ ...ctx, progress, signal: stop.signal }))
}

describe('the files of one person do not delay those of another', () => {
  const MANY = 100
  let app: TestApp
  let mallory: TestUser
  let dana: TestUser
  beforeAll(async () => {
    app = await testApp({ RATE_LIMIT_FACTOR: '100' })
    // First, so that the rows of this person come first in every index.
    mallory = await app.user('Mallory')
    for (let i = 0; i < MANY; i++) await saveTwice(mallory, `f${i}.ts`)
    dana = await app.user('Dana')
    await saveTwice(dana, 'dana.ts')
  })
  afterAll(() => app[Symbol.asyncDispose]())

  async function saveTwice(user: TestUser, name: string): Promise<void> {
    const id = await user.saveFile(name, 'const a = 1\n')
    expect((await user.put(`/api/files/${id}`, { content: 'const b = 1\n', prev_version: 1 })).status).toBe(200)
  }

  async function waiting(user: TestUser, condition: string): Promise<number> {
    const { rows } = await app.pool.query<{ n: number }>(
      `select count(*)::int as n from files f join search_docs d on d.user_id = f.user_id and d.file_id = f.id
       where f.user_id = $1 and ${condition}`,
      [user.id],
    )
    return rows[0]?.n ?? 0
  }

  test.each([
    ['check_watches', checkWatches(runInline), 'update files set watched_version = 1', 'f.version > f.watched_version'],
    ['read_symbols', readSymbols(runInline), 'update search_docs set names = null', 'd.names is null'],
  ])('%s', async (_, job, makeDue, isDue) => {
    await app.pool.query(makeDue)
    expect([await waiting(mallory, isDue), await waiting(dana, isDue)]).toEqual([MANY, 1])
    await runUntil(app, job, 10)
    expect(await waiting(mallory, isDue), 'of Mallory').toBeGreaterThan(MANY / 2)
    expect(await waiting(dana, isDue), 'of Dana').toBe(0)
    await runOnce(app, job.run)
    expect(await waiting(mallory, isDue), 'in the end').toBe(0)
  })
})

test('agent writes of one person, whose push service hangs, do not delay the notification of another', async () => {
  await using hanging = await startPushService(() => true)
  await using service = await startPushService()
  await using app = await testApp(PUSH_ENVIRONMENT)
  const mallory = await app.user('Mallory')
  const dana = await app.user('Dana')
  await mallory.post('/api/push/subscribe', hanging.browser('mallory'))
  await dana.post('/api/push/subscribe', service.browser('dana'))
  const enqueue = ({ id }: TestUser, many: number, at: string) =>
    app.pool.query(
      `insert into outbox (user_id, id, kind, resource_id, title, actor, created_at, next_at, attempts, status)
       select $1, gen_random_uuid(), 'file_saved', gen_random_uuid()::text, 'a.txt', 'Robot', $3, $3, 0, 'waiting' from generate_series(1, $2) i`,
      [id, many, at],
    )
  await enqueue(mallory, 500, '2026-11-15T09:29:00Z')
  await enqueue(dana, 1, '2026-11-15T09:30:00Z')
  const sender = openPushSender(app.config.push)
  const stop = new AbortController()
  const from = performance.now()
  const running = runOnce(app, deliverAgentWrites(sender).run, undefined, stop.signal)
  await expect.poll(() => service.received.length, { timeout: 100_000 }).toBe(1)
  const ms = performance.now() - from
  stop.abort()
  await running
  if (sender.ready) sender.close()
  expect(ms).toBeLessThan(8_000)
})

describe('the repositories of one person do not delay those of another', () => {
  test('sync_repos: while six servers do not answer, a new repository is synced within seconds', async () => {
    await using slow = await startGitServer()
    slow.state.behaviour = 'hang'
    await using stage = await repoStage()
    const { app } = stage
    const [mallory, dana] = [await app.user('Mallory'), await app.user('Dana')]
    for (let i = 0; i < 6; i++) await mallory.post('/api/repos', { url: slow.url(`mallory/r${i}`) })
    const stop = new AbortController()
    const running = runOnce(app, stage.syncJob.run, undefined, stop.signal)
    await expect.poll(() => slow.state.requests).toBeGreaterThanOrEqual(2)
    // Lanes that found nothing must look again.
    await sleep(1_000)
    stage.server.create('dana/new').commit({ put: { 'a.txt': 'a\n' } })
    const from = performance.now()
    const added = await dana.post('/api/repos', { url: stage.server.url('dana/new') })
    const { id } = replyOf(added).repo
    const state = async () => replyOf(await dana.get(`/api/repos/${id}`)).repo.commit !== null
    await expect.poll(state, { timeout: 20_000 }).toBe(true)
    const ms = performance.now() - from
    stop.abort()
    await running
    expect(ms).toBeLessThan(10_000)
    const { rows } = await app.pool.query<{ n: number }>('select count(*)::int as n from mirrors where head is null')
    expect(rows).toEqual([{ n: 6 }])
  })

  test('read_repo_symbols: a large repository leaves a lane to those of others', async () => {
    await using stage = await repoStage()
    const { app, server } = stage
    const [mallory, dana] = [await app.user('Mallory'), await app.user('Dana')]
    for (const name of ['mallory/one', 'mallory/two', 'dana/small']) {
      server.create(name).commit({ put: { 'a.ts': `const ${name.replace('/', '_')} = 1\n` } })
      await stage.mirror(name.startsWith('dana') ? dana : mallory, name)
      app.advance(1)
    }
    const release = Promise.withResolvers<void>()
    let first = true
    /** The first file takes long. */
    const offload: Offload = async (task, input) => {
      const isFirst = first
      first = false
      if (isFirst) await release.promise
      return runInline(task, input)
    }
    const jobs = repoJobs(stage.mirrors, { offload: runInline, symbols: offload, remind: remindOfChanges })
    const job = jobs.find(({ id }) => id === 'read_repo_symbols')
    if (!job) throw new Error('no job')
    const running = runOnce(app, job.run)
    const read = async () => {
      const { rows } = await app.pool.query<{ url: string }>('select url from mirrors where symbols_commit = head')
      return rows.map(({ url }) => url.split('/').slice(-2).join('/').replace('.git', ''))
    }
    await expect.poll(read, { timeout: 10_000 }).toEqual(['dana/small'])
    release.resolve()
    await running
    expect((await read()).toSorted()).toEqual(['dana/small', 'mallory/one', 'mallory/two'])
  })
})
