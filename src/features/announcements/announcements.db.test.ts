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
  test('is JSON null when none is active', async () => {
    await write('Only written')
    const answer = await dana.get('/api/v1/announcements/active')
    expect(answer).toMatchObject({ status: 200, text: 'null' })
    expect(answer.headers['content-type']).toContain('application/json')
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('is the id, the text and the link of the active one', async () => {
    await write('תחזוקה הלילה', { link: '/settings', activate: 'on' })
    const [id] = await ids()
    expect((await dana.get('/api/v1/announcements/active')).text).toBe(
      JSON.stringify({ id, text: 'תחזוקה הלילה', link: '/settings' }),
    )
  })
})

describe('writing, showing and ending', () => {
  test('one that is shown ends the one before it', async () => {
    await write('first', { activate: 'on' })
    app.advance(1)
    await write('second', { activate: 'on' })
    expect(await active()).toMatchObject({ text: 'second', link: null })
    const [first, second] = await ids()
    await noa.post(`/admin/announcements/${first}/activate`)
    expect(await active()).toMatchObject({ text: 'first' })
    // Ending one that is not shown leaves the shown one.
    await noa.post(`/admin/announcements/${second}/end`)
    expect(await active()).toMatchObject({ text: 'first' })
    await noa.post(`/admin/announcements/${first}/end`)
    expect((await dana.get('/api/v1/announcements/active')).text).toBe('null')
  })

  test('text is 1 to 280 characters, letters of any alphabet counted once', async () => {
    expect((await write('ש'.repeat(280))).status).toBe(303)
    for (const text of ['', '   ', 'ש'.repeat(281)]) expect((await write(text)).status).toBe(400)
  })

  test('a link stays on this site', async () => {
    expect((await write('x', { link: '/files?q=1' })).status).toBe(303)
    for (const link of ['https://evil.example', '//evil.example', '/\\evil', '/\t/evil', 'settings'])
      expect((await write('x', { link })).status, link).toBe(400)
  })

  test('is for administrators, by POST only', async () => {
    expect((await dana.post('/admin/announcements', { text: 'x' })).status).toBe(403)
    expect((await dana.page('/admin/announcements')).status).toBe(403)
    await write('x')
    const [id] = await ids()
    expect((await noa.get(`/admin/announcements/${id}/activate`)).status).toBe(404)
    expect((await noa.post('/admin/announcements/0190f000000070008000000000000000/activate')).status).toBe(404)
    expect((await noa.page('/admin/announcements')).status).toBe(200)
  })
})

describe('/admin/announcements', () => {
  test('pages show each once, the newest first; the active one heads the first, however old it is', async () => {
    await app.pool.query(`insert into announcements (id, text, created_at)
      select gen_random_uuid(), 'said ' || n, '2026-01-01'::timestamptz + (n / 4) * interval '1 minute' from generate_series(1, 120) n`)
    await app.pool.query("update announcements set is_active = true, activated_at = now() where text = 'said 1'")
    const walked: string[][] = []
    let next: string | undefined = '/admin/announcements'
    while (next !== undefined) {
      const { text } = await noa.page(next, { 'accept-language': 'en' })
      walked.push(Array.from(text.matchAll(/<p dir="auto">said (\d+)</g), ([, n = '']) => n))
      next = /rel="next" href="([^"#]+)#all">Older announcements</.exec(text)?.[1]
    }
    expect(walked.map((page) => page.length)).toEqual([50, 50, 20])
    expect(new Set(walked.flat()).size).toBe(120)
    expect(walked[0]?.[0]).toBe('1')
    expect(walked[0]?.[1]).toBe('120')
  })

  test('a place in the list that makes no sense is told', async () => {
    const read = async (query: string) =>
      (await noa.page(`/admin/announcements${query}`, { 'accept-language': 'he' })).text
    expect(await read('?before=soon')).toContain('המקום ברשימה לא היה תקין')
    expect(await read('')).not.toContain('המקום ברשימה לא היה תקין')
  })
})

describe('S50: two announcements activated in parallel', () => {
  test('one is active', async () => {
    for (let i = 0; i < 8; i++) await write(`number ${i}`)
    const answers = await Promise.all((await ids()).map((id) => noa.post(`/admin/announcements/${id}/activate`)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 303))
    const { rows } = await app.pool.query('select count(*)::int as n from announcements where is_active')
    expect(rows).toEqual([{ n: 1 }])
  })

  test('by the index, also when the activations do not know of each other', async () => {
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

describe('the banner', () => {
  test('stands on every page until it is closed, and then stays closed for this person only', async () => {
    const omer = await app.user('Omer')
    await write('שינוי בתנאים', { activate: 'on' })
    const [id] = await ids()
    expect((await dana.page('/files')).text).toContain('שינוי בתנאים')
    expect((await app.visitor().page('/')).text).not.toContain('שינוי בתנאים')
    const closed = await dana.raw({
      method: 'POST',
      url: `/announcements/${id}/dismiss`,
      headers: { origin: 'https://shelf.test', 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'next=%2Ffiles',
    })
    expect(closed).toMatchObject({ status: 303, headers: { location: '/files' } })
    expect((await dana.post(`/announcements/${id}/dismiss`, {})).body).toEqual({ ok: true })
    expect((await dana.page('/files')).text).not.toContain('שינוי בתנאים')
    expect((await omer.page('/files')).text).toContain('שינוי בתנאים')
    // A new one is new.
    await write('another', { activate: 'on' })
    expect((await dana.page('/files')).text).toContain('another')
  })

  test('text of an announcement is text', async () => {
    await write('<script>alert(1)</script>', { activate: 'on' })
    expect((await dana.page('/files')).text).not.toContain('<script>alert')
  })
})
