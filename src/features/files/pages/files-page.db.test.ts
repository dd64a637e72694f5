import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORIGIN, type TestApp, testApp, type TestUser } from '../../../../test/app.ts'

let app: TestApp
let dana: TestUser
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
})
afterAll(() => app[Symbol.asyncDispose]())

const EN = { 'accept-language': 'en' }
const page = (user: TestUser, url: string) => user.page(url, EN)
const save = async (user: TestUser, file_name: string, content = 'x', more: object = {}) => {
  const answer = await user.post('/api/files', { file_name, content, ...more })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.body['file_id'])
}
/** As a browser sends a form, without script. */
const sendForm = (user: TestUser, url: string, fields: [string, string][]) =>
  user.raw({
    method: 'POST',
    url,
    payload: new URLSearchParams(fields).toString(),
    headers: { origin: ORIGIN, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
  })
const idsIn = (html: string) => [...html.matchAll(/data-id="([0-9a-f]{32})"/g)].map((match) => match[1])
const nextIn = (html: string) => /rel="next" href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? null

describe('GET /files', () => {
  test('S33: the links to the next page lead through every file once, without script', async () => {
    const noa = await app.user('Noa')
    const ids: string[] = []
    for (let i = 0; i < 45; i++) ids.push(await save(noa, `f${i}.txt`))
    const seen: (string | undefined)[] = []
    for (let url: string | null = '/files'; url !== null;) {
      const { text, status } = await page(noa, url)
      expect(status).toBe(200)
      seen.push(...idsIn(text))
      url = nextIn(text)
    }
    expect(seen).toHaveLength(45)
    expect(new Set(seen)).toEqual(new Set(ids))
  })

  test('a row says name, description or first line, language, size, time, tags and star', async () => {
    const id = await save(dana, 'invoice.py', '#!/usr/bin/env python\n\n# חשבונית\nx = 1\n', { tags: ['work'] })
    await dana.post('/api/files/bulk-favorite', { file_ids: [id] })
    const { text } = await page(dana, '/files')
    const row = new RegExp(`<li class="file-row" data-id="${id}">.*?</li>`, 's').exec(text)?.[0] ?? ''
    expect(row).toContain(`href="/file/${id}"`)
    expect(row).toContain('aria-label="invoice.py"')
    expect(row).toMatch(
      /<bdi class="file-name"><span class="file-stem">invoice<\/span><span class="file-extension">\.py/,
    )
    expect(row).toContain('# חשבונית')
    expect(row).toContain('Python')
    expect(row).toContain('46 B')
    expect(row).toContain('<time datetime="2026-11-15')
    expect(row).toContain('href="/files?category=work"')
    expect(row).toContain('Remove invoice.py from favourites')
    expect(row).not.toMatch(/\sstyle=/)
  })

  test('a hit shows up to three lines with their numbers, marked and linked', async () => {
    const user = await app.user('Seeker')
    const id = await save(user, 'a.txt', 'one\nneedle\n<b>Needle</b>\nx\nneedle needle\nneedle')
    await save(user, 'b.txt', 'nothing')
    const { text } = await page(user, '/files?q=NEEDLE')
    expect(idsIn(text)).toEqual([id])
    expect([...text.matchAll(/#L(\d+)"/g)].map((match) => match[1])).toEqual(['2', '3', '5'])
    expect(text).toContain('&lt;b><mark>Needle</mark>&lt;/b>')
    expect(text).toContain('<mark>needle</mark> <mark>needle</mark>')
  })

  test('a hit in the name alone is marked in the name, also across its extension', async () => {
    const user = await app.user('Namer')
    await save(user, 'report.csv', 'x')
    const { text } = await page(user, '/files?q=ort.c')
    expect(text).toContain('rep<mark>ort</mark></span><span class="file-extension"><mark>.c</mark>sv')
  })

  test('the form without script offers every language with its count, and keeps what is chosen', async () => {
    const user = await app.user('Chooser')
    await save(user, 'a.py')
    await save(user, 'b.py')
    await save(user, 'c.js')
    const { text } = await page(user, '/files?lang=Python&sort=created_at_asc')
    expect(text).toContain('<option value="Python" selected>Python (2)</option>')
    expect(text).toContain('<option value="JavaScript">JavaScript (1)</option>')
    expect(text).toContain('<input type="hidden" name="sort" value="created_at_asc"')
    expect(text).toMatch(/class="filter-chip" dir="ltr" href="\/files\?sort=created_at_asc"/)
  })

  test('a bad cursor shows the first page and says so', async () => {
    const answer = await page(dana, '/files?cursor=nonsense')
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('The place in the list was not recognised')
    expect(idsIn(answer.text).length).toBeGreaterThan(0)
  })

  test('a sort that does not exist and a query of 201 characters are 400 pages, never replaced in silence', async () => {
    expect((await page(dana, '/files?sort=name')).status).toBe(400)
    expect((await page(dana, `/files?q=${'x'.repeat(201)}`)).status).toBe(400)
  })

  test('an empty library is proven by its count and offers three ways to begin', async () => {
    const { text } = await page(await app.user('New'), '/files')
    expect(text).toContain('The library is empty')
    for (const href of ['/files/new', '/files/upload', '/settings#transfer']) expect(text).toContain(`href="${href}"`)
  })

  test('a search that finds nothing echoes the query and takes each filter away by a link', async () => {
    const { text } = await page(dana, '/files?q=%3Ci%3Ezz&lang=Python&category=work')
    expect(text).toContain('&lt;i>zz')
    expect(text).not.toContain('<i>zz')
    expect(text).not.toContain('The library is empty')
    expect(text).toContain('href="/files?q=%3Ci%3Ezz&amp;category=work"')
    expect(text).toContain('href="/files?q=%3Ci%3Ezz&amp;lang=Python"')
    expect(text).toContain('Search everything instead')
  })

  test('behind the last file the list says that it ended, not that the library is empty', async () => {
    const last = Buffer.from(`0.${'0'.repeat(32)}`).toString('base64url')
    const { text } = await page(dana, `/files?cursor=${last}`)
    expect(text).toContain('end of the list')
    expect(text).not.toContain('The library is empty')
  })

  test('S38: after a change of favourite, tag or preference no stale page or 304 is served', async () => {
    const user = await app.user('Fresh')
    const id = await save(user, 'fresh.txt')
    const first = await page(user, '/files')
    expect(first.headers['cache-control']).toBe('private, no-cache')
    expect(first.headers).not.toHaveProperty('etag')
    expect(first.headers).not.toHaveProperty('last-modified')
    const again = async () => {
      const validators = { 'if-none-match': '*', 'if-modified-since': new Date().toUTCString() }
      const answer = await user.page('/files', { ...EN, ...validators })
      expect(answer.status).toBe(200)
      return answer.text
    }

    await user.post('/api/files/bulk-favorite', { file_ids: [id] })
    expect(await again()).toContain('Remove fresh.txt from')
    await user.post('/api/files/bulk-tag', { file_ids: [id], tags: ['just-now'] })
    expect(await again()).toContain('just-now')
    await user.post('/settings/appearance', { theme: 'dark', locale: 'he', next: '/files' })
    expect(await again()).toMatch(/lang="he".*data-theme="dark"/)
  })
})

describe('POST /files/bulk, the form without script', () => {
  test('does what its button says to what is ticked, and leads back with a word about it', async () => {
    const user = await app.user('Formal')
    const [a, b] = [await save(user, 'a.txt'), await save(user, 'b.txt')]
    const fields: [string, string][] = [
      ['file_ids', a],
      ['file_ids', b],
      ['next', '/files?lang=Text'],
      ['tags', 'one, שתיים'],
      ['tags', 'three'],
    ]
    const tagged = await sendForm(user, '/files/bulk', [...fields, ['action', 'tag']])
    expect(tagged).toMatchObject({ status: 303, headers: { location: '/files?lang=Text&done=tag&n=2' } })
    expect((await page(user, '/files?lang=Text&done=tag&n=2')).text).toContain('2 files tagged.')
    expect((await user.get('/api/files?category=three')).body['items']).toHaveLength(2)
    expect((await user.get(`/api/files?category=${encodeURIComponent('שתיים')}`)).body['items']).toHaveLength(2)

    const zip = await sendForm(user, '/files/bulk', [...fields, ['action', 'zip']])
    expect(zip).toMatchObject({ status: 200, headers: { 'content-type': 'application/zip' } })
    expect(zip.bytes.subarray(0, 2).toString()).toBe('PK')

    const trashed = await sendForm(user, `/files/bulk?only=${a}`, [...fields, ['action', 'trash']])
    expect(trashed.headers['location']).toBe('/files?lang=Text&done=trash&n=1')
    expect((await user.get('/api/files')).body['items']).toMatchObject([{ id: b }])
  })

  test('nothing ticked, no tags, too many: a notice, and nothing is done', async () => {
    const id = await save(dana, 'one.txt')
    const send = (fields: [string, string][]) => sendForm(dana, '/files/bulk', fields)
    expect((await send([['action', 'trash']])).headers['location']).toBe('/files?done=none&n=0')
    const untagged = await send([
      ['action', 'tag'],
      ['file_ids', id],
      ['tags', ' , '],
    ])
    expect(untagged.headers['location']).toBe('/files?done=no_tags&n=0')
    const many = Array.from({ length: 101 }, (_, i): [string, string] => ['file_ids', i.toString(16).padStart(32, '0')])
    expect((await send([['action', 'trash'], ...many])).headers['location']).toBe('/files?done=too_many&n=0')
    expect((await page(dana, '/files?done=too_many&n=0')).text).toContain('Up to 100 files')
  })

  test('leads back to the list and to nowhere else', async () => {
    for (const next of ['https://evil.example', '//evil.example', '/logout', '/files#x', '/filesx']) {
      const answer = await sendForm(dana, '/files/bulk', [
        ['action', 'trash'],
        ['next', next],
      ])
      expect(answer.headers['location'], next).toBe('/files?done=none&n=0')
    }
  })
})

describe('GET /trash', () => {
  test('S37: one row per file, with its deletion date and the days left; restore and purge by forms', async () => {
    const user = await app.user('Tidy')
    const id = await save(user, 'old.txt', 'v1')
    await save(user, 'old.txt', 'v2')
    const gone = await save(user, 'gone.txt')
    await user.post('/api/files/bulk-delete', { file_ids: [id, gone], ttl_days: 7 })
    app.advance(2 * 86_400)
    const { text } = await page(user, '/trash')
    expect(text.match(/class="trash-row"/g)).toHaveLength(2)
    expect(text).toContain('2 days ago')
    expect(text).toContain('5 days left')

    const restored = await sendForm(user, `/trash/${id}/restore`, [])
    expect(restored).toMatchObject({ status: 303, headers: { location: `/trash?done=restored&file=${id}` } })
    expect((await page(user, `/trash?done=restored&file=${id}`)).text).toContain(`href="/file/${id}"`)
    expect((await sendForm(user, `/trash/${gone}/purge`, [])).headers['location']).toBe('/trash?done=purged')
    const empty = await page(user, '/trash?done=purged')
    expect(empty.text).toContain('The trash is empty')
    expect(empty.text).toContain('deleted for good')
    expect((await user.get(`/api/files/${id}`)).status).toBe(200)
  })

  test('a name that was taken meanwhile leads back with a suggestion, and the file stays in the trash', async () => {
    const user = await app.user('Twice')
    const id = await save(user, 'same.txt')
    await user.post(`/api/files/${id}/trash`)
    await save(user, 'same.txt')
    const answer = await sendForm(user, `/trash/${id}/restore`, [])
    expect(answer).toMatchObject({ status: 303, headers: { location: `/trash?taken=${id}` } })
    const { text } = await page(user, `/trash?taken=${id}`)
    expect(text).toContain('same (2).txt')
    expect(text.match(/class="trash-row"/g)).toHaveLength(1)
  })

  test('pages lead through every file once', async () => {
    const user = await app.user('Hoarder')
    const ids: string[] = []
    for (let i = 0; i < 60; i++) ids.push(await save(user, `t${i}.txt`))
    await user.post('/api/files/bulk-delete', { file_ids: ids })
    const seen: string[] = []
    for (let url: string | null = '/trash'; url !== null;) {
      const { text } = await page(user, url)
      seen.push(...[...text.matchAll(/action="\/trash\/(\w+)\/restore"/g)].map((match) => match[1] ?? ''))
      url = nextIn(text)
    }
    expect(seen).toHaveLength(60)
    expect(new Set(seen)).toEqual(new Set(ids))
  })

  test('another person’s file is 404 to restore and to purge', async () => {
    const id = await save(dana, 'mine.txt')
    await dana.post(`/api/files/${id}/trash`)
    const omer = await app.user('Omer')
    expect((await sendForm(omer, `/trash/${id}/restore`, [])).status).toBe(404)
    expect((await sendForm(omer, `/trash/${id}/purge`, [])).status).toBe(404)
  })

  test('S37: a failed query is an error page, not an empty bin or an empty library', async () => {
    await using broken = await testApp()
    const user = await broken.user('Unlucky')
    await sql`alter table files rename to files_away`.execute(broken.db)
    for (const url of ['/trash', '/files', '/files?q=x']) {
      const answer = await page(user, url)
      expect(answer.status, url).toBe(500)
      expect(answer.text, url).not.toMatch(/is empty|No files match/)
      expect(answer.text, url).toContain('Request')
    }
  })
})
