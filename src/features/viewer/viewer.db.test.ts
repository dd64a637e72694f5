import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unescapeHtml } from '#base/html.ts'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { nastyTexts } from '../../../test/nasty-texts.ts'

let app: TestApp
let dana: TestUser
let omer: TestUser
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
  omer = await app.user('Omer')
})
afterAll(() => app[Symbol.asyncDispose]())

describe('GET /file/<id>', () => {
  test('shows highlighted lines with links, and escapes the text of the file', async () => {
    const id = await dana.saveFile('hello.py', 'print("<script>alert(1)</script>")\n# שלום\n')
    const { status, text } = await dana.page(`/file/${id}`)
    expect(status).toBe(200)
    expect(text).toContain(
      '<div id="L2"><a href="#L2" tabindex="-1" aria-hidden="true">2</a><code><span class="hljs-comment"># שלום',
    )
    expect(text).not.toContain('<script>alert')
    expect(text).toContain('<option selected>Python</option>')
  })

  test('has the notes of the newest version in its HTML, as text, and those of nobody else', async () => {
    const id = await dana.saveFile('noted.py', 'a = 1\nb = 2\n')
    const content = '<img src=x onerror=alert(1)> **bold** [x](javascript:alert(1))'
    await dana.post(`/api/sticky-notes/${id}`, { content, line_start: 2 })
    const { text, headers } = await dana.page(`/file/${id}`)
    expect(text).toContain('&lt;img src=x onerror=alert(1)> <strong>bold</strong>')
    expect(text).not.toMatch(/<img|href="javascript:/)
    const [, nonce = ''] = /<style nonce="([0-9a-f]+)">#L2\{anchor-name:--line-2\}/.exec(text) ?? []
    expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
    await dana.saveFile('noted.py', 'a = 1\nb = 3\n')
    expect((await dana.page(`/file/${id}?v=1`)).text).not.toContain('<strong>bold')
    expect((await omer.page(`/file/${id}`)).text).not.toContain('<strong>bold')
  })

  test('returns 404 with file_id as JSON and as a page, and the same to another user', async () => {
    const id = await dana.saveFile('mine.txt')
    for (const answer of [await omer.get(`/file/${id}`), await dana.get('/file/nope')]) {
      expect(answer).toMatchObject({ status: 404, body: { error: 'File not found' } })
    }
    expect((await omer.get(`/file/${id}`)).body['file_id']).toBe(id)
    expect(await omer.page(`/file/${id}`)).toMatchObject({
      status: 404,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    })
  })

  test('returns 404 for a trashed file with a Restore button, which works without script', async () => {
    const id = await dana.saveFile('gone.txt')
    expect(await dana.form(`/file/${id}/trash`)).toMatchObject({ status: 303, headers: { location: `/file/${id}` } })
    expect(await dana.get(`/file/${id}`)).toMatchObject({
      status: 404,
      body: { error: 'File not found', in_trash: true },
    })
    const page = await dana.page(`/file/${id}`)
    expect(page.status).toBe(404)
    expect(page.text).toContain(`<form method="post" action="/file/${id}/restore">`)
    expect((await omer.page(`/file/${id}`)).text).not.toContain('/restore')
    expect((await dana.form(`/file/${id}/restore`)).status).toBe(303)
    expect((await dana.page(`/file/${id}`)).status).toBe(200)
  })

  test('shows an old version by ?v= with a Restore button, and returns 404 for an unknown version', async () => {
    const id = await dana.saveFile('old.txt', 'one\n')
    await dana.saveFile('old.txt', 'two\n')
    const { text } = await dana.page(`/file/${id}?v=1`)
    expect(text).toContain('<code>one')
    expect(text).toContain(`action="/file/${id}/restore-version"`)
    expect((await dana.page(`/file/${id}?v=2`)).text).not.toContain('restore-version')
    expect((await dana.page(`/file/${id}?v=9`)).status).toBe(404)
    expect((await dana.page(`/file/${id}?v=x`)).status).toBe(400)
  })

  test('shows the first part of a file over 1 MB with a notice; Raw and Download return all', async () => {
    const content = 'a line of text that is long enough\n'.repeat(40_000)
    const id = await dana.saveFile('large.txt', content)
    const { text } = await dana.page(`/file/${id}`)
    expect(text).toContain('These are its first 500 lines of 40,000')
    expect(text).toContain('<div class="without-script" id="cut">')
    expect(text).toContain(`href="/raw/${id}?v=1"`)
    expect((await dana.get(`/raw/${id}`)).text).toBe(content)
  })

  test('shows a part of a first line that is larger than the page', async () => {
    const id = await dana.saveFile('line.txt', 'y'.repeat(1_500_000))
    const { text } = await dana.page(`/file/${id}`)
    expect(text.match(/y{20,}/)?.[0]).toHaveLength(100_000)
  })

  test('returns the highlighted lines of a large file, to its owner only, and nothing for a small one', async () => {
    const lines = Array.from({ length: 10_001 }, (_, i) => `const a${i} = "<b>" // ${i}`)
    const id = await dana.saveFile('large.ts', lines.join('\n'))
    const { status, text, headers } = await dana.page(`/file/${id}/colours`)
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    const [outline = '', ...coloured] = text.split('\n')
    expect(JSON.parse(outline)).toEqual({ items: [], more: 0 })
    expect(coloured).toHaveLength(10_001)
    expect(coloured[10_000]).toContain('<span class="hljs-keyword">const</span> a10000')
    expect(coloured.map((line) => unescapeHtml(line.replaceAll(/<[^>]*>/g, '')))).toEqual(lines)
    expect((await dana.page(`/file/${id}`)).text.match(/<div id="L/g)).toHaveLength(500)
    expect((await omer.page(`/file/${id}/colours`)).status).toBe(404)
    const small = await dana.saveFile('small.ts', 'const a = 1')
    expect((await dana.page(`/file/${small}/colours`)).status).toBe(204)
  })

  test('warns about hidden direction marks at the end of a large file', async () => {
    const id = await dana.saveFile('trick.txt', `${'x\n'.repeat(20_000)}if (a\u202e) {\n`)
    expect((await dana.page(`/file/${id}`)).text).toContain('href="#L20001"')
  })

  test('warns about hidden direction marks and reveals them on request', async () => {
    const id = await dana.saveFile('trick.js', 'if (isAdmin\u202e) {\n}\n')
    const { text } = await dana.page(`/file/${id}`)
    expect(text).toContain(`/file/${id}?reveal=1`)
    expect(text).not.toContain('bidi-mark')
    expect((await dana.page(`/file/${id}?reveal=1`)).text).toContain('data-code="U+202E"')
    const hebrew = await dana.saveFile('plain.js', '// שלום (עולם)\n')
    expect((await dana.page(`/file/${hebrew}`)).text).not.toContain('reveal=1')
  })

  test('highlights a large file in a thread with the same result', async () => {
    const content = 'const greeting = "שלום" // hello\n'.repeat(1_500)
    const id = await dana.saveFile('many.ts', content)
    const { text } = await dana.page(`/file/${id}`)
    expect(text.match(/<span class="hljs-keyword">const<\/span>/g)).toHaveLength(1_500)
  })

  test('adds the opened file to "recent"', async () => {
    // Nobody else's: pages that other tests opened are recorded after their response, and would come back into the list.
    const reader = await app.user('Reader')
    const id = await reader.saveFile('recent.txt')
    await app.db
      .updateTable('files')
      .set({ touched_at: new Date(0) })
      .where('user_id', '=', reader.id)
      .execute()
    await reader.page(`/file/${id}`)
    await expect.poll(async () => replyOf(await reader.get('/api/files?category=recent')).items).toMatchObject([{ id }])
  })
})

describe('S38: no stale page and no stale 304', () => {
  const etag = (answer: { headers: Record<string, unknown> }) => String(answer.headers['etag'])

  test('an unchanged page is 304 without a new policy, because the cached nonce must stay valid', async () => {
    const id = await dana.saveFile('same.txt')
    const first = await dana.page(`/file/${id}`)
    expect(first.headers['content-security-policy']).toContain("'nonce-")
    const again = await dana.page(`/file/${id}`, { 'if-none-match': etag(first) })
    expect(again.status).toBe(304)
    expect(again.text).toBe('')
    expect(again.headers['content-security-policy']).toBeUndefined()
    expect(again.headers['cache-control']).toBe('private, no-cache')
  })

  test('a change of favourite, pin, name, language, version, theme, locale or user name returns a fresh page', async () => {
    const id = await dana.saveFile('fresh.txt', 'one\n')
    const changes: Record<string, () => Promise<unknown>> = {
      favourite: () => dana.post('/api/files/bulk-favorite', { file_ids: [id] }),
      pin: () => dana.post(`/api/files/${id}/pin`, { is_pinned: true }),
      name: () => dana.put(`/api/files/${id}`, { file_name: 'fresher.txt', prev_version: 1 }),
      language: () => dana.put(`/api/files/${id}`, { language: 'Ruby', prev_version: 1 }),
      version: () => dana.put(`/api/files/${id}`, { content: 'two\n', prev_version: 1 }),
      theme: () => dana.form('/settings/appearance', { theme: 'dark' }),
      locale: () => dana.form('/settings/appearance', { locale: 'he' }),
      person: () => app.db.updateTable('users').set({ first_name: 'דנה' }).where('user_id', '=', dana.id).execute(),
      role: () => app.db.updateTable('users').set({ role: 'premium' }).where('user_id', '=', dana.id).execute(),
    }
    for (const [what, change] of Object.entries(changes)) {
      const before = etag(await dana.page(`/file/${id}`))
      expect((await dana.page(`/file/${id}`, { 'if-none-match': before })).status, what).toBe(304)
      await change()
      expect((await dana.page(`/file/${id}`, { 'if-none-match': before })).status, what).toBe(200)
    }
    await dana.form('/settings/appearance', { theme: 'system', locale: 'en' })
  })

  test('Raw and Download have validators of their content, and Download also of its name', async () => {
    const id = await dana.saveFile('tag.txt', 'one\n')
    for (const path of ['raw', 'download']) {
      const first = await dana.get(`/${path}/${id}`)
      expect((await dana.get(`/${path}/${id}`, { 'if-none-match': etag(first) })).status).toBe(304)
    }
    const before = etag(await dana.get(`/download/${id}`))
    await dana.put(`/api/files/${id}`, { file_name: 'tags.txt', prev_version: 1 })
    expect((await dana.get(`/download/${id}`, { 'if-none-match': before })).status).toBe(200)
  })
})

describe('GET /raw/<id> and /download/<id>', () => {
  test('S32: both return every byte, of old versions too', async () => {
    for (const [what, content] of Object.entries(nastyTexts)) {
      const id = await dana.saveFile(`bytes ${what}.txt`, content)
      await dana.saveFile(`bytes ${what}.txt`, 'newer')
      for (const path of ['raw', 'download']) {
        const { bytes } = await dana.get(`/${path}/${id}?v=1`)
        expect(bytes.equals(Buffer.from(content, 'utf8')), `${path} ${what}`).toBe(true)
      }
    }
  })

  test('Download has the exact stored name, Raw is sandboxed, and neither may be sniffed', async () => {
    const id = await dana.saveFile('דוח "סופי" 100%.html', '<script>alert(1)</script>')
    const download = await dana.get(`/download/${id}`)
    expect(download.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    expect(download.headers['content-disposition']).toContain(
      `filename*=UTF-8''${encodeURIComponent('דוח "סופי" 100%.html')}`,
    )
    const raw = await dana.get(`/raw/${id}`)
    expect(raw.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    expect(raw.headers['content-security-policy']).toContain('sandbox')
  })
})

describe('forms of the page, without script', () => {
  test('rename, set the language and mark, and redirect to the file', async () => {
    const id = await dana.saveFile('form.txt', 'x')
    expect(await dana.form(`/file/${id}/details`, { file_name: 'form.rb', prev_version: '1' })).toMatchObject({
      status: 303,
      headers: { location: `/file/${id}` },
    })
    await dana.form(`/file/${id}/details`, { language: 'Go', prev_version: '1' })
    await dana.form(`/file/${id}/marks`, { is_favorite: 'true', is_pinned: 'true' })
    expect(replyOf(await dana.get(`/api/files/${id}`)).file).toMatchObject({
      file_name: 'form.rb',
      language: 'Go',
      is_favorite: true,
      is_pinned: true,
    })
  })

  test('show an error page for a stale version, a taken name and an unknown language', async () => {
    await dana.saveFile('taken-here.txt')
    const id = await dana.saveFile('free.txt')
    expect((await dana.form(`/file/${id}/details`, { file_name: 'a.txt', prev_version: '7' })).status).toBe(409)
    expect((await dana.form(`/file/${id}/details`, { file_name: 'taken-here.txt', prev_version: '1' })).status).toBe(
      409,
    )
    expect((await dana.form(`/file/${id}/details`, { language: 'Klingon', prev_version: '1' })).status).toBe(400)
  })
})

describe('GET /file/<id>/history', () => {
  test('lists the versions, compares two in either order, and restores one as a new version', async () => {
    const id = await dana.saveFile('story.txt', 'a\nthe old line\nc\n')
    await dana.saveFile('story.txt', 'a\nthe new line\nc\n')
    await dana.saveFile('story.txt', 'a\nthe new line\nc\nd\n')
    const list = await dana.page(`/file/${id}/history`)
    expect(list.text.match(/type="radio"/g)).toHaveLength(6)
    expect(list.text).not.toContain('diff-table')
    const [one, other] = [
      await dana.page(`/file/${id}/history?from=1&to=2&view=unified`),
      await dana.page(`/file/${id}/history?from=2&to=1&view=unified`),
    ]
    expect(one.text).toContain('<code>the <mark>old</mark> line')
    expect(one.text).toContain('<code>the <mark>new</mark> line')
    expect(other.text.match(/<tbody.*?<\/tbody>/s)?.[0]).toBe(one.text.match(/<tbody.*?<\/tbody>/s)?.[0])
    expect((await dana.page(`/file/${id}/history?from=9`)).status).toBe(404)
    const restored = await dana.form(`/file/${id}/restore-version`, { version: '1' })
    expect(restored.status).toBe(303)
    const { text } = await dana.page(String(restored.headers['location']))
    expect(text).toContain('Version 1 was restored as version 4.')
    expect(text).toMatch(/name="version" value="3"[^>]*>.*?Undo/s)
    expect((await dana.get(`/raw/${id}`)).text).toBe('a\nthe old line\nc\n')
    expect((await dana.page(`/file/${id}/history`)).text).toContain('v4')
  })

  test('names the token that saved a version, also a deleted one, and restores the version before', async () => {
    const id = await dana.saveFile('tokens.txt', 'mine\n')
    const { secret, id: token } = await dana.createToken('ci <bot>')
    const authorization = `Bearer ${secret}`
    const saved = { content: 'robot\n', prev_version: 1 }
    expect((await app.visitor().put(`/api/files/${id}`, saved, { authorization })).status).toBe(200)
    expect((await dana.delete(`/api/tokens/${token}`)).status).toBe(200)
    const { text } = await dana.page(`/file/${id}/history`)
    expect(text.match(/settings\/agents[^<]*<bdi>[^<]*/g)).toEqual([
      `settings/agents?token=${token}" title="Token activity"><bdi>ci &lt;bot>`,
    ])
    expect(text).toMatch(/name="version" value="1"[^>]*>.*?Restore previous version/s)
    // The audit log is closed to tokens, and so are the names in it.
    expect(JSON.stringify((await dana.get(`/api/files/${id}/versions`)).body)).not.toContain('bot')
  })
})
