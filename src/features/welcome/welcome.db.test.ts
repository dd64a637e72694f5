import { describe, expect, test } from 'vitest'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { whileRowIsLocked } from '../../../test/row-lock.ts'
import { SAMPLES } from './sample.ts'

test('POST /api/welcome/ack hides the welcome for good, however often and from wherever it is sent', async () => {
  await using app = await testApp()
  const dana = await app.user('Dana')
  const omer = await app.user('Omer')
  expect((await dana.page('/files')).text).toContain('data-island="welcome/welcome"')
  const answers = await Promise.all(Array.from({ length: 5 }, () => dana.post('/api/welcome/ack')))
  for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 200, body: { ok: true } })
  expect((await dana.post('/api/welcome/ack')).body).toEqual({ ok: true })
  expect((await dana.page('/files')).text).not.toContain('welcome/welcome')
  expect((await omer.page('/files')).text).toContain('welcome/welcome')
  const row = app.db.selectFrom('users').select('has_seen_welcome_modal').where('user_id', '=', dana.id)
  expect(await row.execute()).toEqual([{ has_seen_welcome_modal: true }])
})

test('without script a form does it and leads back', async () => {
  await using app = await testApp()
  const dana = await app.user('Dana')
  const send = (next: string) => dana.form('/welcome/ack', { next })
  expect(await send('/files?q=a')).toMatchObject({ status: 303, headers: { location: '/files?q=a' } })
  expect(await send('//evil.example')).toMatchObject({ status: 303, headers: { location: '/dashboard' } })
  expect((await dana.page('/files')).text).not.toContain('welcome/welcome')
})

describe('the sample file', () => {
  const open = (user: TestUser, fields: Record<string, string> = { tz: 'America/New_York' }) =>
    user.form('/welcome/sample', fields)
  const listFiles = async (user: TestUser) => replyOf(await user.get('/api/files')).items
  const fileIn = (location: unknown) => /^\/file\/([0-9a-f]{32})\?tour=1#L\d+$/.exec(String(location))?.[1] ?? 'none'

  test('a new library is empty until its owner asks for the sample', async () => {
    await using app = await testApp()
    const dana = await app.user('Dana')
    await dana.page('/dashboard')
    expect(await listFiles(dana)).toEqual([])
    expect((await dana.page('/files')).text).toContain('welcome/welcome')
  })

  test('has one note on its line and one reminder for tomorrow at 9, and ends the welcome', async () => {
    await using app = await testApp()
    const dana = await app.user('Dana')
    const answer = await open(dana)
    expect(answer.status).toBe(303)
    const id = fileIn(answer.headers['location'])
    expect(await listFiles(dana)).toMatchObject([{ id }])
    const { notes } = replyOf(await dana.get(`/api/sticky-notes/${id}`))
    expect(notes).toMatchObject([{ line_start: 3, line_end: 3, place: { state: 'anchored' } }])
    const { items } = replyOf(await dana.get('/api/sticky-notes/reminders/ahead'))
    expect(items).toMatchObject([{ note_id: notes[0]?.id, repeat: null }])
    const local = new Date(items[0]?.remind_at ?? '').toLocaleTimeString('en-GB', { timeZone: 'America/New_York' })
    expect(local).toBe('09:00:00')
    expect((await dana.page('/files')).text).not.toContain('welcome/welcome')
    expect((await dana.page(`/file/${id}`)).text).toContain('welcome/sample')
  })

  test.each(['he', 'en'] as const)(
    'is in the language of its reader (%s) and has both directions in it',
    async (locale) => {
      await using app = await testApp()
      const dana = await app.user('Dana')
      await app.pool.query('update users set locale = $2 where user_id = $1', [dana.id, locale])
      const id = fileIn((await open(dana)).headers['location'])
      const { file_name: fileName, content } = replyOf(await dana.get(`/api/files/${id}`)).file
      expect(fileName).toBe(locale === 'he' ? 'דוגמה.py' : 'sample.py')
      const { notes } = replyOf(await dana.get(`/api/sticky-notes/${id}`))
      for (const text of [content, notes[0]?.content]) {
        expect(text).toMatch(/[א-ת]{3}/)
        expect(text).toMatch(/[A-Za-z]{3}/)
      }
    },
  )

  test('is made once by concurrent first requests', async () => {
    await using app = await testApp()
    const dana = await app.user('Dana')
    const lock = { sql: 'select from users where user_id = $1 for update', values: [dana.id] }
    const send = async () => ({ waiting: Promise.all(Array.from({ length: 6 }, () => open(dana))) })
    // As many as one person has connections; the others follow.
    const answers = await whileRowIsLocked(app.pool, lock, send, 3)
    expect(new Set(answers.map(({ headers }) => fileIn(headers['location']))).size).toBe(1)
    await expectOne(app, dana)
  })

  test('the table refuses a second one', async () => {
    await using app = await testApp()
    const dana = await app.user('Dana')
    await open(dana)
    const other = await dana.saveFile('other.py', 'x')
    await expect(
      app.pool.query('insert into samples values ($1, $2, now())', [dana.id, other]),
      'whatever code inserts it',
    ).rejects.toThrow('samples_pkey')
  })

  async function expectOne(app: TestApp, user: TestUser): Promise<void> {
    for (const table of ['files', 'notes', 'reminders', 'samples']) {
      const { rows } = await app.pool.query(`select 1 from ${table} where user_id = $1`, [user.id])
      expect(rows, table).toHaveLength(1)
    }
  }

  test('is removed like any file, comes back with Undo, and is made anew after a removal', async () => {
    await using app = await testApp()
    const dana = await app.user('Dana')
    const id = fileIn((await open(dana)).headers['location'])
    expect((await dana.page(`/file/${id}`)).text).toContain(`action="/files/bulk?only=${id}"`)
    const removed = await dana.form(`/files/bulk?only=${id}`, { action: 'trash' })
    expect(removed).toMatchObject({ status: 303, headers: { location: '/files?done=trash&n=1' } })
    expect(await listFiles(dana)).toEqual([])
    expect(replyOf(await dana.get('/api/sticky-notes/reminders/ahead')).items).toEqual([])
    await dana.form(`/file/${id}/restore`, {})
    expect((await dana.page(`/file/${id}`)).text, 'still the sample').toContain('welcome/sample')
    await dana.form(`/file/${id}/trash`, {})
    const again = fileIn((await open(dana)).headers['location'])
    expect(again).not.toBe(id)
    expect(await listFiles(dana)).toMatchObject([{ id: again }])
    expect(fileIn((await open(dana)).headers['location']), 'opened again, not made again').toBe(again)
  })

  test('takes a free name where its own is taken', async () => {
    await using app = await testApp()
    const dana = await app.user('Dana')
    for (const { fileName } of Object.values(SAMPLES)) await dana.saveFile(fileName, 'my own')
    await open(dana)
    const names = (await listFiles(dana)).map(({ file_name }) => file_name)
    expect(names).toHaveLength(3)
    expect(names.filter((name) => name.includes('(2)'))).toHaveLength(1)
  })

  test('without a zone of the device its reminder is in the zone of the site', async () => {
    await using app = await testApp()
    const dana = await app.user('Dana')
    await open(dana, { tz: 'Mars/Olympus' })
    const { items } = replyOf(await dana.get('/api/sticky-notes/reminders/ahead'))
    const local = new Date(items[0]?.remind_at ?? '').toLocaleTimeString('en-GB', { timeZone: 'Asia/Jerusalem' })
    expect(local).toBe('09:00:00')
  })
})
