import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ORIGIN, type TestApp, testApp, type TestUser } from '../../../test/app.ts'

let app: TestApp
let dana: TestUser
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  dana = await app.user('Dana')
})

const API = '/api/sticky-notes'
const TZ = 'Asia/Jerusalem'

async function newNote(content: string): Promise<string> {
  const file = await dana.post('/api/files', { file_name: `${content}.py`, content: 'a\nb\n' })
  const note = await dana.post(`${API}/${String(file.body['file_id'])}`, { content, line_start: 1, line_end: 1 })
  return String(note.body['id'])
}

async function due(content = 'Ask Noa'): Promise<{ note: string; at: string }> {
  const note = await newNote(content)
  const set = await dana.post(`${API}/note/${note}/reminder`, { preset: '1h', tz: TZ })
  app.advance(3660)
  return { note, at: String(set.body['remind_at']) }
}

const statusOf = async (note: string) =>
  ((await dana.get(`${API}/note/${note}/reminder`)).body['reminder'] as { status: string } | null)?.status

describe('/reminders', () => {
  test('shows what is due and what is ahead, and only then says there is nothing', async () => {
    expect((await dana.page('/reminders')).text).toContain('No reminders')
    await due('Ask Noa')
    const ahead = await newNote('Read it again')
    await dana.post(`${API}/note/${ahead}/reminder`, { preset: '1w', tz: TZ })
    const { text } = await dana.page('/reminders')
    expect(text).toContain('Ask Noa')
    expect(text).toContain('Ask Noa.py:1')
    expect(text).toContain('Read it again')
    expect(text).not.toContain('No reminders')
  })

  test('Done closes the reminder that was seen, and Undo opens that one again', async () => {
    const { note, at } = await due()
    const done = await dana.form(`/reminders/${note}/done`, { remind_at: at })
    expect(done).toMatchObject({ status: 303 })
    expect(await statusOf(note)).toBe('acknowledged')
    const page = await dana.page(String(done.headers['location']))
    expect(page.text).toContain(`/reminders/${note}/reopen`)
    expect(await dana.form(`/reminders/${note}/reopen`, { remind_at: at })).toMatchObject({ status: 303 })
    expect(await statusOf(note)).toBe('pending')
  })

  test('S2: a form of yesterday does not close, reopen or put off what was armed anew', async () => {
    const { note, at } = await due()
    const later = await dana.post(`${API}/note/${note}/reminder`, { preset: '1w', tz: TZ })
    for (const [path, more] of [
      ['done', {}],
      ['reopen', {}],
      ['snooze', { snooze: '60' }],
    ] as const) {
      const answer = await dana.form(`/reminders/${note}/${path}`, { remind_at: at, ...more })
      expect(answer.headers['location'], path).toContain('did=moved')
    }
    const { reminder } = (await dana.get(`${API}/note/${note}/reminder`)).body as { reminder: object }
    expect(reminder).toMatchObject({ status: 'pending', remind_at: later.body['remind_at'] })
  })

  test.each([
    ['10', '2026'],
    ['60', '2026'],
    ['tomorrow', 'T07:00:00.000'],
  ])('snooze %s puts it off', async (snooze, part) => {
    const { note, at } = await due()
    expect((await dana.form(`/reminders/${note}/snooze`, { remind_at: at, snooze })).headers['location']).toContain(
      'snoozed',
    )
    const { reminder } = (await dana.get(`${API}/note/${note}/reminder`)).body as { reminder: { remind_at: string } }
    expect(reminder.remind_at).toContain(part)
    expect(new Date(reminder.remind_at).getTime()).toBeGreaterThan(app.clock.now.getTime())
  })

  test('a made-up address offers no Undo, and a broken moment is a refusal', async () => {
    const { text } = await dana.page('/reminders?did=done&note=%22%3E%3Cscript%3E&at=x')
    expect(text).not.toContain('/reopen')
    const { note } = await due()
    expect((await dana.form(`/reminders/${note}/done`, { remind_at: 'soon' })).status).toBe(400)
  })

  test('another person’s reminder stays as it is', async () => {
    const { note, at } = await due()
    const omer = await app.user('Omer')
    const headers = { origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded' }
    const payload = new URLSearchParams({ remind_at: at }).toString()
    for (const path of ['done', 'remove'])
      await omer.raw({ method: 'POST', url: `/reminders/${note}/${path}`, headers, payload })
    expect(await statusOf(note)).toBe('pending')
  })
})

describe('beside the interface', () => {
  test('reopen takes back an acknowledgement of that moment, once, and sends nothing again', async () => {
    const { note, at } = await due()
    const body = { note_id: note, remind_at: at }
    expect((await dana.post(`${API}/reminders/reopen`, body)).status).toBe(404)
    await dana.post(`${API}/reminders/ack`, body)
    expect((await dana.post(`${API}/reminders/reopen`, { ...body, remind_at: '2026-01-01T00:00:00Z' })).status).toBe(
      404,
    )
    expect(await dana.post(`${API}/reminders/reopen`, body)).toMatchObject({ status: 200, body: { ok: true } })
    expect((await dana.get(`${API}/reminders/summary`)).body).toMatchObject({ count_due: 1 })
    const { rows } = await app.pool.query(
      'select status, ack_at, push_at from reminders where user_id = $1 and note_id = $2',
      [dana.id, note],
    )
    expect(rows).toEqual([{ status: 'pending', ack_at: null, push_at: null }])
  })

  test('a snooze that names its moment leaves what was armed anew', async () => {
    const { note, at } = await due()
    const later = await dana.post(`${API}/note/${note}/reminder`, { preset: '1w', tz: TZ })
    const snooze = (body: object) => dana.post(`${API}/note/${note}/snooze`, { minutes: 60, ...body })
    expect((await snooze({ remind_at: at })).status).toBe(404)
    expect((await snooze({ remind_at: 'soon' })).body).toMatchObject({ code: 'invalid_remind_at' })
    expect((await snooze({ remind_at: later.body['remind_at'] })).status).toBe(200)
  })

  test('ahead lists what is not due yet, soonest first', async () => {
    const [week, hour] = [await newNote('in a week'), await newNote('in an hour')]
    await dana.post(`${API}/note/${week}/reminder`, { preset: '1w', tz: TZ })
    await dana.post(`${API}/note/${hour}/reminder`, { preset: '1h', tz: TZ })
    const { items } = (await dana.get(`${API}/reminders/ahead`)).body as { items: { note_id: string }[] }
    expect(items.map(({ note_id: id }) => id)).toEqual([hour, week])
  })
})
