import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'

let app: TestApp
let dana: TestUser
let noa: TestUser
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
  noa = await app.user('Noa', 'admin')
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => app.pool.query('truncate announcements, announcement_dismissals'))

const write = (text: string, more: object = {}) => noa.post('/admin/announcements', { text, ...more })
const ids = async () =>
  (await app.db.selectFrom('announcements').select('id').orderBy('created_at').execute()).map(({ id }) => id)
const active = async () => (await dana.get('/api/v1/announcements/active')).body

describe('GET /api/v1/announcements/active', () => {
  test('answers null when no announcement is active', async () => {
    await write('Only written')
    const answer = await dana.get('/api/v1/announcements/active')
    expect(answer).toMatchObject({ status: 200, text: 'null' })
    expect(answer.headers['content-type']).toContain('application/json')
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('returns id, text and link of the active announcement', async () => {
    await write('תחזוקה הלילה', { link: '/settings', activate: 'on' })
    const [id] = await ids()
    expect((await dana.get('/api/v1/announcements/active')).text).toBe(
      JSON.stringify({ id, text: 'תחזוקה הלילה', link: '/settings' }),
    )
  })
})

describe('creating, activating and ending', () => {
  test('activating one ends the active one', async () => {
    await write('first', { activate: 'on' })
    app.advance(1)
    await write('second', { activate: 'on' })
    expect(await active()).toMatchObject({ text: 'second', link: null })
    const [first, second] = await ids()
    await noa.post(`/admin/announcements/${first}/activate`)
    expect(await active()).toMatchObject({ text: 'first' })
    // Ending an inactive announcement leaves the active one.
    await noa.post(`/admin/announcements/${second}/end`)
    expect(await active()).toMatchObject({ text: 'first' })
    await noa.post(`/admin/announcements/${first}/end`)
    expect((await dana.get('/api/v1/announcements/active')).text).toBe('null')
  })

  test('text has 1 to 280 characters in any alphabet', async () => {
    expect((await write('ש'.repeat(280))).status).toBe(303)
    for (const text of ['', '   ', 'ש'.repeat(281)]) expect((await write(text)).status).toBe(400)
  })

  test('a link must be a path of this site', async () => {
    expect((await write('x', { link: '/files?q=1' })).status).toBe(303)
    for (const link of ['https://evil.example', '//evil.example', '/\\evil', '/\t/evil', 'settings'])
      expect((await write('x', { link })).status, link).toBe(400)
  })

  test('routes are for admins, by POST only', async () => {
    expect((await dana.post('/admin/announcements', { text: 'x' })).status).toBe(403)
    expect((await dana.page('/admin/announcements')).status).toBe(403)
    await write('x')
    const [id] = await ids()
    expect((await noa.get(`/admin/announcements/${id}/activate`)).status).toBe(405)
    expect((await noa.post('/admin/announcements/0190f000000070008000000000000000/activate')).status).toBe(404)
    expect((await noa.page('/admin/announcements')).status).toBe(200)
  })
})

describe('/admin/announcements', () => {
  test('pagination lists each announcement once, newest first, and the active one at the top of the first page', async () => {
    await app.pool.query(`insert into announcements (id, text, created_at)
      select gen_random_uuid(), 'item ' || n, '2026-01-01'::timestamptz + (n / 4) * interval '1 minute' from generate_series(1, 120) n`)
    await app.pool.query("update announcements set is_active = true, activated_at = now() where text = 'item 1'")
    const walked: string[][] = []
    let next: string | undefined = '/admin/announcements'
    while (next !== undefined) {
      const { text } = await noa.page(next, { 'accept-language': 'en' })
      walked.push(Array.from(text.matchAll(/<p dir="auto">item (\d+)</g), ([, n = '']) => n))
      next = /rel="next" href="([^"#]+)#all">Older announcements</.exec(text)?.[1]
    }
    expect(walked.map((page) => page.length)).toEqual([50, 50, 20])
    expect(new Set(walked.flat()).size).toBe(120)
    expect(walked[0]?.[0]).toBe('1')
    expect(walked[0]?.[1]).toBe('120')
  })

  test('an invalid cursor shows a notice', async () => {
    const read = async (query: string) =>
      (await noa.page(`/admin/announcements${query}`, { 'accept-language': 'he' })).text
    expect(await read('?before=soon')).toContain('הקישור לאמצע הרשימה כבר לא תקף')
    expect(await read('')).not.toContain('הקישור לאמצע הרשימה כבר לא תקף')
  })
})

describe('S50: two announcements activated in parallel', () => {
  test('leave one active', async () => {
    for (let i = 0; i < 8; i++) await write(`number ${i}`)
    const answers = await Promise.all((await ids()).map((id) => noa.post(`/admin/announcements/${id}/activate`)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 303))
    const { rows } = await app.pool.query('select count(*)::int as n from announcements where is_active')
    expect(rows).toEqual([{ n: 1 }])
  })

  test('leave one active through the unique index when the transactions do not see each other', async () => {
    await write('a')
    await write('b')
    const [a, b] = await ids()
    const two = await Promise.all(
      [a, b].map(async () => {
        const client = new Client({ connectionString: app.config.database.url })
        await client.connect()
        return client
      }),
    )
    const outcomes = await Promise.allSettled(
      two.map((client, i) =>
        client.query('update announcements set is_active = true, activated_at = now() where id = $1', [
          i === 0 ? a : b,
        ]),
      ),
    )
    await Promise.all(two.map((client) => client.end()))
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('announcement banner', () => {
  test('appears on every page until dismissed, and stays hidden for this user only', async () => {
    const omer = await app.user('Omer')
    await write('שינוי בתנאים', { activate: 'on' })
    const [id] = await ids()
    expect((await dana.page('/files')).text).toContain('שינוי בתנאים')
    expect((await app.visitor().page('/')).text).not.toContain('שינוי בתנאים')
    const closed = await dana.form(`/announcements/${id}/dismiss`, { next: '/files' })
    expect(closed).toMatchObject({ status: 303, headers: { location: '/files' } })
    expect((await dana.post(`/announcements/${id}/dismiss`, {})).body).toEqual({ ok: true })
    expect((await dana.page('/files')).text).not.toContain('שינוי בתנאים')
    expect((await omer.page('/files')).text).toContain('שינוי בתנאים')
    // A new announcement appears again.
    await write('another', { activate: 'on' })
    expect((await dana.page('/files')).text).toContain('another')
  })

  test('escapes the text of an announcement', async () => {
    await write('<script>alert(1)</script>', { activate: 'on' })
    expect((await dana.page('/files')).text).not.toContain('<script>alert')
  })
})
