import { settingsHref } from '#base/settings-panes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../../test/app.ts'
import { SORTS } from '../list-order.ts'

let app: TestApp
let dana: TestUser
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
})
afterAll(() => app[Symbol.asyncDispose]())

const EN = { 'accept-language': 'en' }
const page = (user: TestUser, url: string) => user.page(url, EN)
const idsIn = (html: string) => [...html.matchAll(/data-id="([0-9a-f]{32})"/g)].map((match) => match[1])
const nextIn = (html: string) => /rel="next" href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? null

describe('GET /files', () => {
  test('S33: the next-page links lead through every file once, without script', async () => {
    const noa = await app.user('Noa')
    const ids: string[] = []
    for (let i = 0; i < 45; i++) ids.push(await noa.saveFile(`f${i}.txt`))
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

  test('is sorted by last change, or by name, size or creation, and every order leads through every file', async () => {
    const user = await app.user('Sorter')
    const first = await user.saveFile('b.txt', 'x'.repeat(30))
    app.advance(1)
    const second = await user.saveFile('c.txt', 'x'.repeat(10))
    app.advance(1)
    const third = await user.saveFile('a.txt', 'x'.repeat(20))
    app.advance(1)
    await user.put(`/api/files/${first}`, { content: 'x'.repeat(31), prev_version: 1 })
    const listed = async (query: string) => idsIn((await page(user, `/files${query}`)).text)
    expect(await listed('')).toEqual([first, third, second])
    expect(await listed('?sort=name_asc')).toEqual([third, first, second])
    expect(await listed('?sort=size_desc')).toEqual([first, third, second])
    expect(await listed('?sort=created_at_desc')).toEqual([third, second, first])
    for (let i = 0; i < 45; i++) await user.saveFile(`f${i}.txt`, 'same size')
    for (const sort of SORTS) {
      const seen: (string | undefined)[] = []
      for (let url: string | null = `/files?sort=${sort}`; url !== null;) {
        const { text } = await page(user, url)
        seen.push(...idsIn(text))
        url = nextIn(text)
      }
      expect(new Set(seen).size, sort).toBe(48)
      expect(seen, sort).toHaveLength(48)
    }
  })

  test('shows name, description or first line, language, size, time, tags and star in a row', async () => {
    const id = await dana.saveFile('invoice.py', '#!/usr/bin/env python\n\n# חשבונית\nx = 1\n', { tags: ['work'] })
    await dana.post('/api/files/bulk-favorite', { file_ids: [id] })
    const { text } = await page(dana, '/files')
    const row = new RegExp(`<li class="file-row [^"]*" data-id="${id}">.*?</li>`, 's').exec(text)?.[0] ?? ''
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

  test('shows up to three matching lines of a hit with their numbers, marked and linked', async () => {
    const user = await app.user('Seeker')
    const id = await user.saveFile('a.txt', 'one\nneedle\n<b>Needle</b>\nx\nneedle needle\nneedle')
    await user.saveFile('b.txt', 'nothing')
    const { text } = await page(user, '/files?q=NEEDLE')
    expect(idsIn(text)).toEqual([id])
    expect([...text.matchAll(/#L(\d+)"/g)].map((match) => match[1])).toEqual(['2', '3', '5'])
    expect(text).toContain('&lt;b><mark>Needle</mark>&lt;/b>')
    expect(text).toContain('<mark>needle</mark> <mark>needle</mark>')
  })

  test('marks a hit in the name alone, also across its extension', async () => {
    const user = await app.user('Namer')
    await user.saveFile('report.csv', 'x')
    const { text } = await page(user, '/files?q=ort.c')
    expect(text).toContain('rep<mark>ort</mark></span><span class="file-extension"><mark>.c</mark>sv')
  })

  test('offers every language with its count in the form without script and keeps the selected one', async () => {
    const user = await app.user('Chooser')
    await user.saveFile('a.py')
    await user.saveFile('b.py')
    await user.saveFile('c.js')
    const { text } = await page(user, '/files?lang=Python&sort=created_at_asc')
    expect(text).toContain('<option value="Python" selected>Python (2)</option>')
    expect(text).toContain('<option value="JavaScript">JavaScript (1)</option>')
    expect(text).toContain('<input type="hidden" name="sort" value="created_at_asc"')
    expect(text).toMatch(/class="filter-chip [^"]*" dir="ltr" href="\/files\?sort=created_at_asc"/)
  })

  test('shows the first page with a notice for a bad cursor', async () => {
    const answer = await page(dana, '/files?cursor=nonsense')
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('That link into the list is no longer valid')
    expect(idsIn(answer.text).length).toBeGreaterThan(0)
  })

  test('returns a 400 page for an unknown sort and for a query of 201 characters', async () => {
    expect((await page(dana, '/files?sort=name')).status).toBe(400)
    expect((await page(dana, `/files?q=${'x'.repeat(201)}`)).status).toBe(400)
  })

  test('shows three ways to begin when the count proves that the library is empty', async () => {
    const { text } = await page(await app.user('New'), '/files')
    expect(text).toContain('The library is empty')
    for (const href of ['/files/new', '/files/upload', '/move-in', settingsHref('transfer')])
      expect(text).toContain(`href="${href}"`)
  })

  test('shows the query and a link that removes each filter when a search finds nothing', async () => {
    const { text } = await page(dana, '/files?q=%3Ci%3Ezz&lang=Python&category=work')
    expect(text).toContain('&lt;i>zz')
    expect(text).not.toContain('<i>zz')
    expect(text).not.toContain('The library is empty')
    expect(text).toContain('href="/files?q=%3Ci%3Ezz&amp;category=work"')
    expect(text).toContain('href="/files?q=%3Ci%3Ezz&amp;lang=Python"')
    expect(text).toContain('Search everything instead')
  })

  test('shows the end of the list, not an empty library, after the last file', async () => {
    const last = Buffer.from(`0.${'0'.repeat(32)}`).toString('base64url')
    const { text } = await page(dana, `/files?cursor=${last}`)
    expect(text).toContain('end of the list')
    expect(text).not.toContain('The library is empty')
  })

  test('S38: no stale page or 304 is served after a change of favourite, tag or preference', async () => {
    const user = await app.user('Fresh')
    const id = await user.saveFile('fresh.txt')
    for (const url of ['/files', '/dashboard', '/tools/code', '/trash']) {
      const first = await page(user, url)
      expect(first.headers['cache-control'], url).toBe('private, no-cache')
      const again = await user.page(url, { ...EN, 'if-none-match': String(first.headers['etag']) })
      expect(again, url).toMatchObject({ status: 304, text: '' })
      // The cached page keeps the nonce of the cached policy.
      expect(again.headers['content-security-policy'], url).toBeUndefined()
      expect((await user.page(url, { ...EN, 'if-none-match': '*, W/"other"' })).status, url).toBe(200)
    }
    const changed = async (url: string, change: () => Promise<unknown>) => {
      const before = String((await page(user, url)).headers['etag'])
      await change()
      const answer = await user.page(url, { ...EN, 'if-none-match': before })
      expect(answer.status, url).toBe(200)
      return answer.text
    }

    const favourite = () => user.post('/api/files/bulk-favorite', { file_ids: [id] })
    expect(await changed('/files', favourite)).toContain('Remove fresh.txt from')
    const tag = () => user.post('/api/files/bulk-tag', { file_ids: [id], tags: ['just-now'] })
    expect(await changed('/files', tag)).toContain('just-now')
    expect(await changed('/trash', () => user.post(`/api/files/${id}/trash`))).toContain('fresh.txt')
    for (const [url, theme] of [
      ['/files', 'dark'],
      ['/dashboard', 'light'],
      ['/tools/code', 'dark'],
      ['/trash', 'light'],
    ] as const) {
      const choose = () => user.post('/settings/appearance', { theme, next: '/files' })
      expect(await changed(url, choose), url).toContain(`data-theme="${theme}"`)
    }
  })
})

describe('POST /files/bulk, the form without script', () => {
  test('applies the pressed button to the ticked files and redirects back with a notice', async () => {
    const user = await app.user('Formal')
    const [a, b] = [await user.saveFile('a.txt'), await user.saveFile('b.txt')]
    const fields: [string, string][] = [
      ['file_ids', a],
      ['file_ids', b],
      ['next', '/files?lang=Text'],
      ['tags', 'one, שתיים'],
      ['tags', 'three'],
    ]
    const tagged = await user.form('/files/bulk', [...fields, ['action', 'tag']])
    expect(tagged).toMatchObject({ status: 303, headers: { location: '/files?lang=Text&done=tag&n=2' } })
    expect((await page(user, '/files?lang=Text&done=tag&n=2')).text).toContain('2 files tagged.')
    expect(replyOf(await user.get('/api/files?category=three')).items).toHaveLength(2)
    expect(replyOf(await user.get(`/api/files?category=${encodeURIComponent('שתיים')}`)).items).toHaveLength(2)

    const zip = await user.form('/files/bulk', [...fields, ['action', 'zip']])
    expect(zip).toMatchObject({ status: 200, headers: { 'content-type': 'application/zip' } })
    expect(zip.bytes.subarray(0, 2).toString()).toBe('PK')

    const trashed = await user.form(`/files/bulk?only=${a}`, [...fields, ['action', 'trash']])
    expect(trashed.headers['location']).toBe('/files?lang=Text&done=trash&n=1')
    expect(replyOf(await user.get('/api/files')).items).toMatchObject([{ id: b }])
  })

  test('does nothing and shows a notice for no ticks, no tags or too many', async () => {
    const id = await dana.saveFile('one.txt')
    const send = (fields: [string, string][]) => dana.form('/files/bulk', fields)
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

  test('redirects to the list and never elsewhere', async () => {
    for (const next of ['https://evil.example', '//evil.example', '/logout', '/files#x', '/filesx']) {
      const answer = await dana.form('/files/bulk', [
        ['action', 'trash'],
        ['next', next],
      ])
      expect(answer.headers['location'], next).toBe('/files?done=none&n=0')
    }
  })
})

describe('GET /trash', () => {
  test('S37: shows one row per file with its deletion date and the days left; restores and purges by forms', async () => {
    const user = await app.user('Tidy')
    const id = await user.saveFile('old.txt', 'v1')
    await user.saveFile('old.txt', 'v2')
    const gone = await user.saveFile('gone.txt')
    await user.post('/api/files/bulk-delete', { file_ids: [id, gone], ttl_days: 7 })
    app.advance(2 * 86_400)
    const { text } = await page(user, '/trash')
    expect(text.match(/class="trash-row /g)).toHaveLength(2)
    expect(text).toContain('2 days ago')
    expect(text).toContain('5 days left')
    const end = new Date(app.clock.now.getTime() + 5 * 86_400_000)
    expect(text).toContain(`until <time datetime="${end.toISOString()}"`)
    expect(text).toContain(
      new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Asia/Jerusalem' }).format(end),
    )

    const restored = await user.form(`/trash/${id}/restore`)
    expect(restored).toMatchObject({ status: 303, headers: { location: `/trash?done=restored&file=${id}` } })
    expect((await page(user, `/trash?done=restored&file=${id}`)).text).toContain(`href="/file/${id}"`)
    expect((await user.form(`/trash/${gone}/purge`)).headers['location']).toBe('/trash?done=purged')
    const empty = await page(user, '/trash?done=purged')
    expect(empty.text).toContain('The trash is empty')
    expect(empty.text).toContain('permanently deleted')
    expect((await user.get(`/api/files/${id}`)).status).toBe(200)
  })

  test('redirects back with a suggestion, and the file stays in the trash, when its name was taken', async () => {
    const user = await app.user('Twice')
    const id = await user.saveFile('same.txt')
    await user.post(`/api/files/${id}/trash`)
    await user.saveFile('same.txt')
    const answer = await user.form(`/trash/${id}/restore`)
    expect(answer).toMatchObject({ status: 303, headers: { location: `/trash?taken=${id}` } })
    const { text } = await page(user, `/trash?taken=${id}`)
    expect(text).toContain('same (2).txt')
    expect(text.match(/class="trash-row /g)).toHaveLength(1)
  })

  test('pages lead through every file once', async () => {
    const user = await app.user('Hoarder')
    const ids: string[] = []
    for (let i = 0; i < 60; i++) ids.push(await user.saveFile(`t${i}.txt`))
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

  test('returns 404 for restoring and purging a file of another user', async () => {
    const id = await dana.saveFile('mine.txt')
    await dana.post(`/api/files/${id}/trash`)
    const omer = await app.user('Omer')
    expect((await omer.form(`/trash/${id}/restore`)).status).toBe(404)
    expect((await omer.form(`/trash/${id}/purge`)).status).toBe(404)
  })

  test('S37: a failed query is an error page, not an empty trash or library', async () => {
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
