import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Offload, runInline, TaskError } from '#platform/threads.ts'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { runOnce } from '../../../test/job.ts'
import { readOldLinks } from './jobs.ts'

const job = readOldLinks(runInline)
let app: TestApp
beforeAll(async () => {
  app = await testApp({ RATE_LIMIT_FACTOR: '100' })
})
afterAll(() => app[Symbol.asyncDispose]())

const linksTo = async (user: TestUser, id: string) => replyOf(await user.get(`/api/links?to=${id}`)).links
/** As a release without links stored them. */
const forget = async (user: TestUser) => {
  await app.pool.query('delete from links where user_id = $1', [user.id])
  await app.pool.query('delete from link_backfills where user_id = $1', [user.id])
}
const rowsOf = async (user: TestUser) =>
  (
    await app.pool.query<Record<string, unknown>>(
      'select * from links where user_id = $1 order by source_id, name_key',
      [user.id],
    )
  ).rows

test('old notes and Markdown files get the links that a save would have stored, and only of their user', async () => {
  const [dana, omer] = [await app.user('Dana'), await app.user('Omer')]
  const target = await dana.saveFile('target.py', 'x = 1\n')
  const doc = await dana.saveFile('doc.md', '[[target.py]] [up](../lib/target.py)\n', { folder: 'docs' })
  const note = await dana.createNote(target, { content: 'see [[doc.md]] and [[target.py]]' })
  const binned = await dana.createNote(target, { content: '[[doc.md]]' })
  await dana.delete(`/api/sticky-notes/note/${binned.id}`)
  await omer.saveFile('hers.md', '[[target.py]]')
  const [before, of] = [await rowsOf(dana), await rowsOf(omer)]
  expect(before.length).toBeGreaterThan(3)
  await Promise.all([forget(dana), forget(omer)])
  expect(await linksTo(dana, target)).toEqual([])
  expect(await job.hasWork?.({ db: app.db, clock: () => app.clock.now })).toBe(true)
  await runOnce(app, job.run)
  expect(await rowsOf(dana)).toEqual(before)
  expect(await rowsOf(omer)).toEqual(of)
  expect((await linksTo(dana, doc)).map(({ id }) => id)).toEqual([note.id])
  expect(await job.hasWork?.({ db: app.db, clock: () => app.clock.now })).toBe(false)
  expect(await runOnce(app, job.run)).toMatchObject({ processed: 0 })
})

test('more texts than a page, and a run that was stopped, are completed by the next run', async () => {
  const user = await app.user('Noa')
  const target = await user.saveFile('popular.py')
  for (let i = 0; i < 105; i++)
    await user.saveFile(`page-${i}.md`, `[[popular.py]] ${i} ${'long enough for a thread '.repeat(100)}`)
  const before = await rowsOf(user)
  await forget(user)
  const stop = new AbortController()
  // Stopped after the first page of files.
  let texts = 0
  const counting: Offload = async (task, input) => {
    if (++texts === 30) stop.abort()
    return runInline(task, input)
  }
  await runOnce(app, readOldLinks(counting).run, undefined, stop.signal)
  await runOnce(app, job.run)
  expect(await rowsOf(user)).toEqual(before)
  expect((await linksTo(user, target)).length).toBeGreaterThan(0)
})

test('a text that cannot be read in time does not keep the others from their links', async () => {
  const user = await app.user('Tal')
  const target = await user.saveFile('late.py')
  await user.saveFile('slow.md', `[[late.py]] slow ${'long enough for a thread '.repeat(100)}`)
  const quick = await user.saveFile('quick.md', '[[late.py]]')
  await forget(user)
  const slow: Offload = async () => Promise.reject(new TaskError('deadline', 'too slow'))
  await runOnce(app, readOldLinks(slow).run)
  expect((await linksTo(user, target)).map(({ id }) => id)).toEqual([quick])
  expect(await job.hasWork?.({ db: app.db, clock: () => app.clock.now })).toBe(false)
})

test('links that are stored stay as they are: those of a target with another name now', async () => {
  const user = await app.user('Gil')
  const target = await user.saveFile('was.py')
  const doc = await user.saveFile('doc.md', '[[was.py]]')
  await user.put(`/api/files/${target}`, { file_name: 'is.py', prev_version: 1 })
  await app.pool.query('delete from link_backfills where user_id = $1', [user.id])
  await runOnce(app, job.run)
  expect((await linksTo(user, target)).map(({ id }) => id)).toEqual([doc])
})
