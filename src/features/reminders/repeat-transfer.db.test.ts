import { afterAll, beforeAll, expect, test } from 'vitest'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { ctxOf, exportOf, importInto } from '../../../test/libraries.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  app.clock.now = new Date('2026-11-17T08:00:00.000Z')
})
afterAll(() => app[Symbol.asyncDispose]())

const API = '/api/sticky-notes'
const RULE = { unit: 'weekday', days: 'sun-thu', from: '2026-11-18T09:00', tz: 'Asia/Jerusalem' }

async function exported(): Promise<{ dana: TestUser; note: string; zip: Buffer }> {
  const dana = await app.user('Dana')
  const { id: note } = await dana.createNote(await dana.saveFile('a.py', 'a'), { content: 'stand-up' })
  const repeat = { unit: 'weekday', days: 'sun-thu' }
  await dana.post(`${API}/note/${note}/reminder`, { at: '2026-11-18T09:00', tz: 'Asia/Jerusalem', repeat })
  return { dana, note, zip: await exportOf(ctxOf(app, dana.id)) }
}

async function stored({ id }: TestUser) {
  const { rows } = await app.pool.query<Record<string, unknown>>('select * from reminders where user_id = $1', [id])
  return rows
}

test('an export keeps the rule, and an old one does not push what has passed since', async () => {
  const { zip } = await exported()
  app.advance(6 * 86_400)
  const omer = await app.user('Omer')
  expect((await importInto(ctxOf(app, omer.id), zip)).extras.reminders).toMatchObject({ saved: 1, failed: 0 })
  const { items } = replyOf(await omer.get(`${API}/reminders/due`))
  expect(items).toMatchObject([{ repeat: RULE, remind_at: '2026-11-18T07:00:00.000+00:00' }])
  expect(await stored(omer)).toMatchObject([{ push_at: null, repeat_next_at: new Date('2026-11-24T07:00:00.000Z') }])
  app.clock.now = new Date('2026-11-17T08:00:00.000Z')
})

test('importing an export again after Done reports no change of the reminder, and keeps its occurrence', async () => {
  const { dana, note, zip } = await exported()
  await dana.post(`${API}/reminders/ack`, { note_id: note })
  const { extras } = await importInto(ctxOf(app, dana.id), zip)
  expect(extras.reminders).toEqual({ saved: 0, unchanged: 1, failed: 0 })
  expect(await stored(dana)).toMatchObject([{ remind_at: new Date('2026-11-19T07:00:00.000Z') }])
})

test('a rule that was changed here since the export is reported and kept', async () => {
  const { dana, note, zip } = await exported()
  await dana.delete(`${API}/note/${note}/reminder/repeat`)
  const { extras } = await importInto(ctxOf(app, dana.id), zip)
  expect(extras.reminders).toEqual({ saved: 0, unchanged: 0, failed: 1 })
  expect(await stored(dana)).toMatchObject([{ repeat_unit: null }])
})
