import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'

const API = '/api/sticky-notes'
const TZ = 'Asia/Jerusalem'

let app: TestApp
let dana: TestUser
let file: string
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  dana = await app.user('Dana')
  file = await dana.saveFile('a.py', 'a\nb\n')
  // Ten in the morning in Israel.
  app.clock.now = new Date('2026-11-17T08:00:00.000Z')
})

/** Every day at nine. */
async function repeating(): Promise<string> {
  const { id: note } = await dana.createNote(file, { content: 'water the plants' })
  const repeat = { unit: 'day' }
  const set = await dana.post(`${API}/note/${note}/reminder`, { at: '2026-11-18T09:00', tz: TZ, repeat })
  expect(set.status, set.text).toBe(200)
  return note
}

describe('POST …/reminder/restore', () => {
  const restore = (note: string, body: object) => dana.post(`${API}/note/${note}/reminder/restore`, body)

  test('brings a removed reminder back with its rule, also one that was snoozed', async () => {
    const note = await repeating()
    await dana.post(`${API}/note/${note}/snooze`, { at: '2026-11-18T09:40', tz: TZ })
    const { reminder } = replyOf(await dana.get(`${API}/note/${note}/reminder`))
    await dana.delete(`${API}/note/${note}/reminder`)
    const body = { remind_at: reminder?.remind_at, repeat: reminder?.repeat }
    expect((await restore(note, body)).status).toBe(200)
    const after = replyOf(await dana.get(`${API}/note/${note}/reminder`)).reminder
    expect(after).toEqual(reminder)
    expect((await restore(note, body)).status, 'it has this reminder already').toBe(200)
    app.clock.now = new Date('2026-11-18T08:00:00.000Z')
    await dana.post(`${API}/reminders/ack`, { note_id: note, remind_at: reminder?.remind_at })
    expect(replyOf(await dana.get(`${API}/note/${note}/reminder`)).reminder?.remind_at).toBe(
      '2026-11-19T07:00:00.000+00:00',
    )
  })

  test('does not replace a reminder that was set since, and knows no note of others', async () => {
    const note = await repeating()
    const other = { remind_at: '2026-12-01T07:00:00.000Z', repeat: null }
    expect(await restore(note, other)).toMatchObject({ status: 404, body: { code: 'reminder_not_found' } })
    const omer = await app.user('Omer')
    await dana.delete(`${API}/note/${note}/reminder`)
    expect((await omer.post(`${API}/note/${note}/reminder/restore`, other)).status).toBe(404)
    expect((await restore(note, other)).status).toBe(200)
  })

  const rule = { unit: 'day', interval: 1, from: '2026-11-18T09:00', tz: TZ }
  test.each([
    {},
    { remind_at: 'soon', repeat: null },
    { remind_at: '2026-11-18T07:00:00Z' },
    { remind_at: '2026-11-18T07:00:00Z', repeat: { ...rule, from: '2026-02-30T09:00' } },
    { remind_at: '2026-11-18T07:00:00Z', repeat: { ...rule, from: 'x'.repeat(200) } },
    { remind_at: '2026-11-18T07:00:00Z', repeat: { ...rule, tz: '../../etc/passwd' } },
    { remind_at: '2026-11-18T07:00:00Z', repeat: { ...rule, interval: 0 } },
    { remind_at: '2026-11-18T07:00:00Z', repeat: { ...rule, user_id: 1 } },
  ])('%j is 400', async (body) => {
    const { id: note } = await dana.createNote(file, { content: 'water' })
    expect((await restore(note, body)).status).toBe(400)
  })
})
