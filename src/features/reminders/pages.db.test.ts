import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'

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
  const file = await dana.saveFile(`${content}.py`, 'a\nb\n')
  return (await dana.createNote(file, { content, line_start: 1, line_end: 1 })).id
}

async function due(content = 'Ask Noa'): Promise<{ note: string; at: string }> {
  const note = await newNote(content)
  const set = await dana.post(`${API}/note/${note}/reminder`, { preset: '1h', tz: TZ })
  app.advance(3660)
  return { note, at: replyOf(set).remind_at }
}

const statusOf = async (note: string) => replyOf(await dana.get(`${API}/note/${note}/reminder`)).reminder?.status

describe('/reminders', () => {
  test('lists due and scheduled reminders, and shows the empty state only when there are none', async () => {
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

  test('a reminder shows the current line of its note, and none when the line is lost', async () => {
    const lines = Array.from({ length: 20 }, (_, i) => `value_${i} = compute(${i})`)
    const file = await dana.saveFile('moving.py', lines.join('\n'))
    const note = await dana.createNote(file, { content: 'Look here', line_start: 3, line_end: 4 })
    await dana.post(`${API}/note/${note.id}/reminder`, { preset: '1h', tz: TZ })
    const edit = (content: string, version: number) =>
      dana.put(`/api/files/${file}`, { content, prev_version: version })
    await edit(['# one', '# two', ...lines].join('\n'), 1)
    const moved = (await dana.page('/reminders')).text
    expect(moved).toContain('moving.py:5')
    expect(moved).toContain(`/file/${file}?note=${note.id}#L5`)
    expect((await dana.get(`${API}/reminders/ahead`)).text).not.toContain('moving.py:3')
    await edit(lines.slice(8).join('\n'), 2)
    const lost = (await dana.page('/reminders')).text
    expect(lost).toContain('moving.py')
    expect(lost).not.toContain('moving.py:')
  })

  test('Done acknowledges the displayed reminder, and Undo reopens it', async () => {
    const { note, at } = await due()
    const done = await dana.form(`/reminders/${note}/done`, { remind_at: at })
    expect(done).toMatchObject({ status: 303 })
    expect(await statusOf(note)).toBe('acknowledged')
    const page = await dana.page(String(done.headers['location']))
    expect(page.text).toContain(`/reminders/${note}/reopen`)
    expect(await dana.form(`/reminders/${note}/reopen`, { remind_at: at })).toMatchObject({ status: 303 })
    expect(await statusOf(note)).toBe('pending')
  })

  test('S2: a stale form does not acknowledge, reopen or snooze a reminder that was set again', async () => {
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
    const { reminder } = replyOf(await dana.get(`${API}/note/${note}/reminder`))
    expect(reminder).toMatchObject({ status: 'pending', remind_at: replyOf(later).remind_at })
  })

  test.each([
    ['10', '2026'],
    ['60', '2026'],
    ['tomorrow', 'T07:00:00.000'],
  ])('snooze %s moves the reminder to a later time', async (snooze, part) => {
    const { note, at } = await due()
    expect((await dana.form(`/reminders/${note}/snooze`, { remind_at: at, snooze })).headers['location']).toContain(
      'snoozed',
    )
    const { reminder } = replyOf(await dana.get(`${API}/note/${note}/reminder`))
    expect(reminder?.remind_at).toContain(part)
    expect(new Date(reminder?.remind_at ?? Number.NaN).getTime()).toBeGreaterThan(app.clock.now.getTime())
  })

  test('a forged URL offers no Undo, and an invalid time is rejected', async () => {
    const { text } = await dana.page('/reminders?did=done&note=%22%3E%3Cscript%3E&at=x')
    expect(text).not.toContain('/reopen')
    const { note } = await due()
    expect((await dana.form(`/reminders/${note}/done`, { remind_at: 'soon' })).status).toBe(400)
  })

  test('a form cannot change another user’s reminder', async () => {
    const { note, at } = await due()
    const omer = await app.user('Omer')
    for (const path of ['done', 'remove']) await omer.form(`/reminders/${note}/${path}`, { remind_at: at })
    expect(await statusOf(note)).toBe('pending')
  })
})

describe('reopen and upcoming lists of the API', () => {
  test('reopen undoes an acknowledgement of that time once, and pushes nothing', async () => {
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

  test('reopen of a reminder that was acknowledged before its time pushes it at its time', async () => {
    const note = await newNote('Next week')
    const { remind_at } = replyOf(await dana.post(`${API}/note/${note}/reminder`, { preset: '1w', tz: TZ }))
    const body = { note_id: note, remind_at }
    await dana.post(`${API}/reminders/ack`, body)
    expect((await dana.post(`${API}/reminders/reopen`, body)).status).toBe(200)
    const { rows } = await app.pool.query('select push_at = remind_at as pushed from reminders where note_id = $1', [
      note,
    ])
    expect(rows).toEqual([{ pushed: true }])
  })

  test('a snooze with remind_at does not change a reminder that was set again', async () => {
    const { note, at } = await due()
    const later = await dana.post(`${API}/note/${note}/reminder`, { preset: '1w', tz: TZ })
    const snooze = (body: object) => dana.post(`${API}/note/${note}/snooze`, { minutes: 60, ...body })
    expect((await snooze({ remind_at: at })).status).toBe(404)
    expect((await snooze({ remind_at: 'soon' })).body).toMatchObject({ code: 'invalid_remind_at' })
    expect((await snooze({ remind_at: replyOf(later).remind_at })).status).toBe(200)
  })

  test('ahead lists reminders that are not due yet, soonest first', async () => {
    const [week, hour] = [await newNote('in a week'), await newNote('in an hour')]
    await dana.post(`${API}/note/${week}/reminder`, { preset: '1w', tz: TZ })
    await dana.post(`${API}/note/${hour}/reminder`, { preset: '1h', tz: TZ })
    const { items } = replyOf(await dana.get(`${API}/reminders/ahead`))
    expect(items.map(({ note_id: id }) => id)).toEqual([hour, week])
  })
})
