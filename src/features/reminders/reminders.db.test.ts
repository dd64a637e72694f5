import { afterAll, beforeEach, beforeAll, describe, expect, test } from 'vitest'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'

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
})

const TZ = 'Asia/Jerusalem'
const API = '/api/sticky-notes'

async function newNote(fields: object = { content: 'לקנות חלב ולחם לפני שבת בבוקר מוקדם' }): Promise<string> {
  return (await dana.createNote(file, fields)).id
}

/** A note whose reminder fired a minute ago. */
async function dueNote(fields?: object): Promise<{ note: string; at: string }> {
  const note = await newNote(fields)
  const set = await dana.post(`${API}/note/${note}/reminder`, { preset: '1h', tz: TZ })
  expect(set.status, set.text).toBe(200)
  app.advance(3660)
  return { note, at: replyOf(set).remind_at }
}

const summary = async () => replyOf(await dana.get(`${API}/reminders/summary`))
const list = async (query = '') => replyOf(await dana.get(`${API}/reminders/list?${query}`))
const ack = (body: object) => dana.post(`${API}/reminders/ack`, body)
type Stored = { status: string; ack_at: Date | null }
async function stored(note: string): Promise<Stored[]> {
  const { rows } = await app.pool.query<Stored>(
    'select status, ack_at from reminders where user_id = $1 and note_id = $2',
    [dana.id, note],
  )
  return rows
}

describe('set', () => {
  test('S8: returns the time in UTC with its offset', async () => {
    const note = await newNote()
    const answer = await dana.post(`${API}/note/${note}/reminder`, { at: '2026-12-01T09:00', tz: TZ })
    expect(answer).toMatchObject({ status: 200, body: { ok: true, remind_at: '2026-12-01T07:00:00.000+00:00' } })
  })

  test.each([
    { body: [], code: 'invalid_payload' },
    { body: 'x', code: 'invalid_payload' },
    { body: null, code: 'invalid_payload' },
    { body: { tz: TZ }, code: 'ambiguous_request' },
    { body: { preset: '1h', at: '2026-12-01T09:00', tz: TZ }, code: 'ambiguous_request' },
    { body: { preset: '2h', tz: TZ }, code: 'invalid_preset' },
    { body: { preset: 1, tz: TZ }, code: 'invalid_preset' },
    { body: { preset: '1h' }, code: 'invalid_tz' },
    { body: { preset: '1h', tz: '+03:00' }, code: 'invalid_tz' },
    { body: { preset: '1h', tz: 3 }, code: 'invalid_tz' },
    { body: { at: '2026-12-01', tz: TZ }, code: 'invalid_at' },
    { body: { at: 5, tz: TZ }, code: 'invalid_at' },
    { body: { at: '2020-12-01T09:00', tz: TZ }, code: 'time_in_past' },
    { body: { preset: '1h', tz: TZ, minutes: 5 }, code: 'invalid_input' },
  ])('$body is 400 $code', async ({ body, code }) => {
    const note = await newNote()
    expect(await dana.post(`${API}/note/${note}/reminder`, body)).toMatchObject({ status: 400, body: { code } })
    expect(await stored(note)).toEqual([])
  })

  test('answers 404 for a missing note or another user’s note', async () => {
    const note = await newNote()
    const omer = await app.user('Omer')
    const ask = { preset: '1h', tz: TZ }
    for (const answer of [
      await omer.post(`${API}/note/${note}/reminder`, ask),
      await omer.post(`${API}/note/${note}/snooze`, {}),
      await omer.get(`${API}/note/${note}/reminder`),
      await omer.delete(`${API}/note/${note}/reminder`),
      await omer.post(`${API}/reminders/ack`, { note_id: note }),
      await dana.post(`${API}/note/${'0'.repeat(32)}/reminder`, ask),
      await dana.post(`${API}/note/nonsense/reminder`, ask),
    ])
      expect(answer.status, answer.text).toBe(404)
  })

  test('S11: two concurrent calls leave one record', async () => {
    const note = await newNote()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        dana.post(`${API}/note/${note}/reminder`, { preset: i % 2 ? '1h' : '3h', tz: TZ }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(await stored(note)).toHaveLength(1)
  })

  test('setting an acknowledged reminder makes it pending again without ack_at', async () => {
    const { note } = await dueNote()
    await ack({ note_id: note })
    await dana.post(`${API}/note/${note}/reminder`, { preset: '1h', tz: TZ })
    expect(await dana.get(`${API}/note/${note}/reminder`)).toMatchObject({
      body: { reminder: { status: 'pending', ack_at: null } },
    })
  })
})

describe('summary and list', () => {
  test('S7: next_in_seconds is null when no reminder is set', async () => {
    expect(await summary()).toEqual({ ok: true, has_due: false, count_due: 0, next_in_seconds: null })
  })

  test('a due reminder is counted, and listed with the first six words of its note', async () => {
    const { note, at } = await dueNote()
    expect(await summary()).toEqual({ ok: true, has_due: true, count_due: 1, next_in_seconds: 300 })
    expect(await list()).toEqual({
      ok: true,
      count: 1,
      items: [
        {
          note_id: note,
          file_id: file,
          preview: 'לקנות חלב ולחם לפני שבת בבוקר',
          anchor_id: null,
          anchor_text: null,
          remind_at: at,
        },
      ],
    })
    expect(replyOf(await dana.get(`${API}/reminders/due`)).items).toMatchObject([
      { note_id: note, remind_at: at, url: `/file/${file}?note=${note}`, place: 'a.py' },
    ])
  })

  test('the preview is the text as it is stored, and pages show it without Markdown', async () => {
    const { note } = await dueNote({ content: '- [ ] **fix** `parse()`, see [the docs](https://a.example)\n' })
    expect(await list()).toMatchObject({ items: [{ preview: '- [ ] **fix** `parse()`, see' }] })
    expect(replyOf(await dana.get(`${API}/reminders/due`)).items).toMatchObject([{ name: 'fix parse(), see the docs' }])
    await ack({ note_id: note })
  })

  test('the preview of an empty note is the text of its anchor', async () => {
    await dueNote({ content: ' \n ', anchor_id: 'install', anchor_text: 'Install' })
    expect(await list()).toMatchObject({ items: [{ preview: 'Install', anchor_id: 'install' }] })
  })

  test('due reminders are listed oldest first; `limit` is a whole number from 1 to 50', async () => {
    const first = await dueNote()
    const second = await dueNote()
    expect((await list()).items).toMatchObject([{ note_id: first.note }, { note_id: second.note }])
    expect(await list('limit=1')).toMatchObject({ count: 1 })
    for (const limit of ['0', '51', 'five', '1.5', '-1', ''])
      expect((await dana.get(`${API}/reminders/list?limit=${limit}`)).status, limit).toBe(400)
  })

  test('S12: a deleted note is missing from count, list and record; undo restores its reminder', async () => {
    const { note, at } = await dueNote()
    await dana.delete(`${API}/note/${note}`)
    expect(await summary()).toMatchObject({ count_due: 0 })
    expect(await list()).toMatchObject({ count: 0 })
    expect((await ack({ note_id: note, remind_at: at })).status).toBe(404)
    expect((await dana.post(`${API}/note/${note}/snooze`, {})).status).toBe(404)
    await dana.post(`${API}/note/${note}/restore`)
    expect(await summary()).toMatchObject({ count_due: 1 })
  })

  test('S12: notes of a file in the trash have no due reminders until the file is restored', async () => {
    await dueNote()
    await dana.post(`/api/files/${file}/trash`)
    expect(await summary()).toMatchObject({ count_due: 0, next_in_seconds: null })
    await dana.post(`/api/trash/${file}/restore`)
    expect(await summary()).toMatchObject({ count_due: 1 })
  })

  test('S5: a failing store is a 500 on summary and list, never "none"', async () => {
    await using broken = await testApp()
    const noa = await broken.user('Noa')
    await broken.pool.query('alter table reminders rename to reminders_away')
    expect(await noa.get(`${API}/reminders/summary`)).toMatchObject({ status: 500, body: { error: 'internal_error' } })
    expect(await noa.get(`${API}/reminders/list`)).toMatchObject({ status: 500, body: { error: 'internal_error' } })
  })
})

describe('acknowledge', () => {
  test('S1: status and ack_at change in one write; badge, list and record agree', async () => {
    const { note } = await dueNote()
    expect(await ack({ note_id: note })).toMatchObject({ status: 200, body: { ok: true } })
    expect(await stored(note)).toMatchObject([{ status: 'acknowledged', ack_at: app.clock.now }])
    expect(await summary()).toMatchObject({ has_due: false })
    expect(await list()).toMatchObject({ count: 0 })
    await expect(
      app.pool.query("update reminders set ack_at = null where status = 'acknowledged'"),
      'the table itself refuses half of it',
    ).rejects.toThrow('reminders_ack_is_whole')
  })

  test('S2: an old notification cannot acknowledge a reminder that was set again', async () => {
    const { note, at } = await dueNote()
    await dana.post(`${API}/note/${note}/reminder`, { preset: 'tomorrow-09', tz: TZ })
    expect((await ack({ note_id: note, remind_at: at })).status).toBe(404)
    expect(await stored(note)).toMatchObject([{ status: 'pending', ack_at: null }])
  })

  test('S9: the exact string of the list acknowledges, and so do other spellings of that time', async () => {
    const spellings = [
      (at: string) => at,
      (at: string) => at.replace('+00:00', 'Z'),
      (at: string) => at.replace('+00:00', ''),
      (at: string) => at.replace('+00:00', '999+00:00'),
      (at: string) => new Date(Date.parse(at) + 7_200_000).toISOString().replace('Z', '+02:00'),
    ]
    for (const spell of spellings) {
      const { note, at } = await dueNote()
      const answer = await ack({ note_id: note, remind_at: spell(at) })
      expect(answer.status, spell(at)).toBe(200)
    }
  })

  test.each(['yesterday', '', '0001-01-01T00:00:00Z', '10000-01-01T00:00:00Z', 5, null, {}])(
    'S9: remind_at %j is 400 invalid_remind_at',
    async (remind_at) => {
      const { note } = await dueNote()
      expect(await ack({ note_id: note, remind_at })).toMatchObject({
        status: 400,
        body: { code: 'invalid_remind_at' },
      })
    },
  )

  test('acknowledging twice, or a note without a reminder, is 404', async () => {
    const { note } = await dueNote()
    await ack({ note_id: note })
    expect((await ack({ note_id: note })).status).toBe(404)
    expect((await ack({ note_id: await newNote() })).status).toBe(404)
    expect((await ack({})).status).toBe(400)
  })
})

describe('snooze', () => {
  test('S3: after "snooze 10" the reminder is pending in 10 minutes', async () => {
    const { note } = await dueNote()
    const answer = await dana.post(`${API}/note/${note}/snooze`, { minutes: 10 })
    expect(Date.parse(replyOf(answer).remind_at) - app.clock.now.getTime()).toBe(600_000)
    expect(await summary()).toEqual({ ok: true, has_due: false, count_due: 0, next_in_seconds: 600 })
    app.advance(600)
    expect(await summary()).toMatchObject({ count_due: 1 })
  })

  test('minutes default to 60', async () => {
    const { note } = await dueNote()
    const answer = await dana.post(`${API}/note/${note}/snooze`, {})
    expect(Date.parse(replyOf(answer).remind_at) - app.clock.now.getTime()).toBe(3_600_000)
  })

  test.each(['10', 1.5, 0, 1441, true, null, [], {}])('minutes %j are 400 Invalid minutes', async (minutes) => {
    const { note, at } = await dueNote()
    expect(await dana.post(`${API}/note/${note}/snooze`, { minutes })).toMatchObject({
      status: 400,
      body: { error: 'Invalid minutes' },
    })
    expect(await list()).toMatchObject({ items: [{ remind_at: at }] })
  })

  test.each([[[]], ['x'], [5], [null]])('a body that is %j is 400 invalid_payload', async (body) => {
    const { note } = await dueNote()
    expect(await dana.post(`${API}/note/${note}/snooze`, body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_payload' },
    })
  })

  test('S4: snooze does not revive an acknowledged reminder', async () => {
    const { note } = await dueNote()
    await ack({ note_id: note })
    expect((await dana.post(`${API}/note/${note}/snooze`, { minutes: 5 })).status).toBe(404)
    expect(await stored(note)).toMatchObject([{ status: 'acknowledged' }])
  })
})

test('remove deletes the record, and a second remove is 404', async () => {
  const { note } = await dueNote()
  expect(await dana.delete(`${API}/note/${note}/reminder`)).toMatchObject({ status: 200, body: { ok: true } })
  expect((await dana.delete(`${API}/note/${note}/reminder`)).status).toBe(404)
  expect(await dana.get(`${API}/note/${note}/reminder`)).toMatchObject({ body: { reminder: null, deliveries: [] } })
})

test('summary reads only indexes', async () => {
  await dueNote()
  await app.pool.query('vacuum (analyze) reminders')
  await app.pool.query('vacuum (analyze) notes')
  await app.pool.query('vacuum (analyze) files')
  const client = await app.pool.connect()
  try {
    await client.query('set enable_seqscan = off')
    const { rows } = await client.query(
      `explain (costs off) select (select count(*) from reminders r where r.user_id = $1 and r.status = 'pending' and r.remind_at <= $2
         and not exists (select from notes t where t.user_id = $1 and t.id = r.note_id and t.deleted_at is not null)
         and not exists (select from files f where f.user_id = $1 and f.id = r.file_id and f.deleted_at is not null))`,
      [dana.id, app.clock.now],
    )
    const plan = rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('Index Only Scan using reminders_pending')
    expect(plan).toContain('Index Only Scan using notes_in_trash')
    expect(plan).toContain('Index Only Scan using files_in_trash')
  } finally {
    client.release()
  }
})
