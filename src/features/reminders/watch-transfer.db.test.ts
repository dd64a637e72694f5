import { afterAll, beforeAll, expect, test } from 'vitest'
import { runInline } from '#platform/threads.ts'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { runOnce } from '../../../test/job.ts'
import { ctxOf, exportOf, importInto } from '../../../test/libraries.ts'
import { checkWatches } from './jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const API = '/api/sticky-notes'
const check = () => runOnce(app, checkWatches(runInline).run)
const TEXT = 'first = 1\nsecond = 2\nthird = 3\nfourth = 4\n'

async function watch(person: TestUser, file: string, line: number): Promise<string> {
  const { id } = await person.createNote(file, { content: `line ${line}`, line_start: line, line_end: line })
  await person.post(`${API}/note/${id}/watch`)
  return id
}

async function stored({ id }: TestUser) {
  const { rows } = await app.pool.query<Record<string, unknown>>(
    `select n.content, n.watch_at, n.watch_text, n.watch_fired_at, c.after_text from notes n
     left join note_changes c on c.user_id = n.user_id and c.note_id = n.id and c.watch_at = n.watch_at
     where n.user_id = $1 order by n.content`,
    [id],
  )
  return rows
}

test('an export carries watches that are on, that have fired, and the reminder that a change has overtaken', async () => {
  const dana = await app.user('Dana')
  const file = await dana.saveFile('a.py', TEXT)
  await watch(dana, file, 1)
  const fired = await watch(dana, file, 2)
  const at = replyOf(await dana.post(`${API}/note/${fired}/reminder`, { preset: '24h', tz: 'UTC' })).remind_at
  await dana.put(`/api/files/${file}`, { content: TEXT.replace('second = 2', 'second = 22'), prev_version: 1 })
  await check()
  const zip = await exportOf(ctxOf(app, dana.id))

  app.advance(60)
  const omer = await app.user('Omer')
  await importInto(ctxOf(app, omer.id), zip)
  expect(await stored(omer)).toEqual(await stored(dana))
  expect(await stored(omer)).toMatchObject([
    { watch_text: 'first = 1\n', watch_fired_at: null },
    { watch_text: 'second = 2\n', after_text: 'second = 22\n' },
  ])
  expect(replyOf(await omer.get(`${API}/reminders/due`)).items).toMatchObject([{ change: { rows: [{}, {}] } }])
  await omer.post(`${API}/reminders/ack`, {
    note_id: replyOf(await omer.get(`${API}/reminders/due`)).items[0]?.note_id ?? '',
  })
  expect(replyOf(await omer.get(`${API}/reminders/ahead`)).items).toMatchObject([{ remind_at: at }])

  // The imported watch goes on.
  const [imported] = replyOf(await omer.get('/api/files')).items
  const changed = TEXT.replace('second = 2', 'second = 22').replace('first = 1', 'first = 11')
  await omer.put(`/api/files/${imported?.id ?? ''}`, { content: changed, prev_version: 2 })
  await check()
  expect(replyOf(await omer.get(`${API}/reminders/due`)).items).toMatchObject([{ preview: 'line 1' }])
})
