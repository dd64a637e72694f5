import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'

let app: TestApp
let dana: TestUser
let omer: TestUser
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
  omer = await app.user('Omer')
})
afterAll(() => app[Symbol.asyncDispose]())

const MARKDOWN = '# כותרת\n\n- [ ] משימה\n\n## Content\n\n```py\nprint(1)\n```\n\n> [!NOTE]\n> x\n'
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>hit()</script></svg>'
const HTML =
  '<!doctype html><title>x</title><style>p { color: red }</style><p onclick="hit()">x</p><script>hit()</script>'

describe('GET /md/<id>', () => {
  test('renders GFM with anchors, tasks and labels in the language of the reader', async () => {
    const id = await dana.saveFile('a.md', MARKDOWN)
    const { status, text } = await dana.page(`/md/${id}`, { 'accept-language': 'he' })
    expect(status).toBe(200)
    expect(text).toContain('<h1 id="כותרת" data-line="1"')
    expect(text).toContain('data-task="0"')
    expect(text).toContain('<p class="alert-title" dir="auto">הערה</p>')
    expect(text).toContain(`href="/file/${id}"`)
    expect(text).toMatch(/aria-current="page"[^>]*>.*תצוגה/s)
  })

  test('keeps the anchors of the page when a heading has the same name', async () => {
    const { text } = await dana.page(`/md/${await dana.saveFile('b.md', MARKDOWN)}`)
    expect(text.match(/ id="content"/g)).toHaveLength(1)
    expect(text).toContain('id="content-1"')
  })

  test('highlights code in a language that is loaded on demand', async () => {
    const { text } = await dana.page(`/md/${await dana.saveFile('c.md', '```haskell\nmain = putStrLn "x"\n```')}`)
    expect(text).toContain('hljs-string')
  })

  test('renders the first part of a text over 1 MB, with a notice', async () => {
    const id = await dana.saveFile('long.md', `${'word '.repeat(19)}\n\n`.repeat(11_000))
    const { text } = await dana.page(`/md/${id}`, { 'accept-language': 'en' })
    expect(text).toContain('only its first part is shown')
    expect(text.length).toBeLessThan(1_400_000)
  })

  test('returns 304 for an unchanged page', async () => {
    const id = await dana.saveFile('same.md', MARKDOWN)
    const first = await dana.page(`/md/${id}`)
    const again = await dana.page(`/md/${id}`, { 'if-none-match': String(first.headers['etag']) })
    expect(again).toMatchObject({ status: 304, text: '' })
  })
})

const SEALED = ["default-src 'none'", "style-src 'unsafe-inline'", 'img-src data:', "frame-ancestors 'self'"]
const policyOf = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers['content-security-policy']).split(/;\s*/)

describe('GET /html/<id>', () => {
  test('S48: serves the page sanitised, in a document without scripts and without our origin', async () => {
    const answer = await dana.page(`/html/${await dana.saveFile('a.html', HTML)}`)
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('p { color: red }')
    expect(answer.text).not.toMatch(/script|onclick/)
    expect(policyOf(answer)).toEqual(expect.arrayContaining([...SEALED, 'sandbox']))
    expect(policyOf(answer).join()).not.toContain('script-src')
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'unsafe-none',
      'connection-allowlist': '()',
    })
  })

  test('serves the original page with scripts only inside our frame', async () => {
    const id = await dana.saveFile('b.html', HTML)
    const framed = await dana.page(`/html/${id}?scripts=on`, { 'sec-fetch-dest': 'iframe' })
    expect(framed).toMatchObject({ status: 200, text: HTML })
    expect(policyOf(framed)).toEqual(
      expect.arrayContaining([...SEALED, "script-src 'unsafe-inline'", 'sandbox allow-scripts']),
    )
    expect(policyOf(framed).join()).not.toContain('allow-same-origin')
    for (const headers of [{ 'sec-fetch-dest': 'document' }, {}])
      expect(await dana.page(`/html/${id}?scripts=on`, headers)).toMatchObject({
        status: 302,
        headers: { location: `/html/${id}/view?scripts=on` },
      })
  })

  test('shows the source with the reason when the page cannot be sanitised', async () => {
    const id = await dana.saveFile('deep.html', '<div>'.repeat(5000))
    const answer = await dana.page(`/html/${id}`, { 'accept-language': 'en' })
    expect(answer.text).toContain('could not be rendered')
    expect(answer.text).toContain('&lt;div&gt;')
    expect(policyOf(answer)).toContain('sandbox')
  })

  test('is the only URL that the page around it may frame', async () => {
    const id = await dana.saveFile('c.html', HTML)
    const off = await dana.page(`/html/${id}/view`)
    expect(off.text).toContain(`src="/html/${id}"`)
    expect(off.text).toMatch(/<iframe[^>]* sandbox(?:="")?[ >]/)
    expect(policyOf(off)).toContain(`frame-src https://shelf.test/html/${id}`)
    const on = await dana.page(`/html/${id}/view?scripts=on`)
    expect(on.text).toMatch(/<iframe[^>]* sandbox="allow-scripts"/)
    expect(on.text).toContain(`src="/html/${id}?scripts=on"`)
  })

  test('returns 304 when it is unchanged', async () => {
    const id = await dana.saveFile('d.html', HTML)
    const { headers } = await dana.get(`/html/${id}`)
    const again = await dana.get(`/html/${id}`, { 'if-none-match': String(headers['etag']) })
    expect(again).toMatchObject({ status: 304, text: '' })
    // Browsers merge the headers of a 304 into the cached response, so the sandbox must be among them.
    expect(policyOf(again)).toContain('sandbox')
  })
})

describe('GET /svg/<id> and /raw_svg/<id>', () => {
  test('the page shows the picture as an image and contains none of its text', async () => {
    const id = await dana.saveFile('a.svg', SVG)
    const { status, text } = await dana.page(`/svg/${id}`)
    expect(status).toBe(200)
    expect(text).toContain(`<img class="svg-picture" src="/raw_svg/${id}"`)
    expect(text).not.toContain('hit()')
  })

  test('S48: the raw bytes are served in a sandbox', async () => {
    const answer = await dana.get(`/raw_svg/${await dana.saveFile('b.svg', SVG)}`)
    expect(answer).toMatchObject({ status: 200, text: SVG })
    expect(answer.headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    expect(policyOf(answer)).toEqual(expect.arrayContaining([...SEALED, 'sandbox']))
  })
})

describe('all rendered views', () => {
  const VIEWS = ['/md/', '/html/', '/svg/', '/raw_svg/']

  test("return 404 with the id for a missing file, another user's file and a malformed id", async () => {
    const ids = {
      '/md/': await dana.saveFile('x.md', 'x'),
      '/html/': await dana.saveFile('x.html', '<p>x'),
      '/svg/': await dana.saveFile('x.svg', SVG),
    }
    for (const id of [...Object.values(ids), '0190f000000070008000000000000000', 'nonsense']) {
      for (const view of VIEWS)
        expect(await omer.get(view + id), view).toMatchObject({
          status: 404,
          body: { error: 'File not found', file_id: id },
        })
    }
  })

  test('return 415 with a link to the source for a file of another kind, under our own headers', async () => {
    const id = await dana.saveFile('a.py', 'print(1)')
    for (const view of VIEWS) {
      expect(await dana.get(view + id)).toMatchObject({
        status: 415,
        body: { code: 'not_renderable', language: 'Python' },
      })
      const page = await dana.page(view + id)
      expect(page.status).toBe(415)
      expect(page.text).toContain(`href="/file/${id}"`)
      expect(policyOf(page)).toContain("frame-ancestors 'none'")
    }
  })

  test('return 404 for a file in the trash', async () => {
    const id = await dana.saveFile('gone.md', 'x')
    await dana.post(`/api/files/${id}/trash`)
    expect((await dana.get(`/md/${id}`)).status).toBe(404)
  })
})

test('the diagram frame may run our script and send no request', async () => {
  const answer = await app.visitor().page('/rendered/diagram')
  expect(answer.status).toBe(200)
  const policy = policyOf(answer)
  expect(policy).toEqual(expect.arrayContaining([...SEALED, 'sandbox allow-scripts']))
  expect(policy.join()).toMatch(/script-src 'nonce-\w+' 'strict-dynamic'/)
  expect(policy.join()).not.toMatch(/connect-src|allow-same-origin/)
})
