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

async function save(fileName: string, content: string): Promise<string> {
  const answer = await dana.post('/api/files', { file_name: fileName, content })
  expect(answer.status).toBe(201)
  return String(answer.body['file_id'])
}

const MARKDOWN = '# כותרת\n\n- [ ] משימה\n\n## Content\n\n```py\nprint(1)\n```\n\n> [!NOTE]\n> x\n'
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>hit()</script></svg>'
const HTML =
  '<!doctype html><title>x</title><style>p { color: red }</style><p onclick="hit()">x</p><script>hit()</script>'

describe('GET /md/<id>', () => {
  test('shows GFM in a page of ours, with anchors, tasks and the words of the reader', async () => {
    const id = await save('a.md', MARKDOWN)
    const { status, text } = await dana.page(`/md/${id}`, { 'accept-language': 'he' })
    expect(status).toBe(200)
    expect(text).toContain('<h1 id="כותרת" data-line="1"')
    expect(text).toContain('data-task="0"')
    expect(text).toContain('<p class="alert-title" dir="auto">הערה</p>')
    expect(text).toContain(`href="/file/${id}"`)
    expect(text).toMatch(/aria-current="page"[^>]*>.*מעובד/s)
  })

  test('a heading cannot take the place of the page’s own anchors', async () => {
    const { text } = await dana.page(`/md/${await save('b.md', MARKDOWN)}`)
    expect(text.match(/ id="content"/g)).toHaveLength(1)
    expect(text).toContain('id="content-1"')
  })

  test('code in a language that is not always loaded is coloured too', async () => {
    const { text } = await dana.page(`/md/${await save('c.md', '```haskell\nmain = putStrLn "x"\n```')}`)
    expect(text).toContain('hljs-string')
  })

  test('a text over 1 MB is shown in part, and the page says so', async () => {
    const id = await save('long.md', `${'word '.repeat(19)}\n\n`.repeat(11_000))
    const { text } = await dana.page(`/md/${id}`, { 'accept-language': 'en' })
    expect(text).toContain('only its first part is shown')
    expect(text.length).toBeLessThan(1_400_000)
  })

  test('an unchanged page is not sent twice', async () => {
    const id = await save('same.md', MARKDOWN)
    const first = await dana.page(`/md/${id}`)
    const again = await dana.page(`/md/${id}`, { 'if-none-match': String(first.headers['etag']) })
    expect(again).toMatchObject({ status: 304, text: '' })
  })
})

const SEALED = ["default-src 'none'", "style-src 'unsafe-inline'", 'img-src data:', "frame-ancestors 'self'"]
const policyOf = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers['content-security-policy']).split(/;\s*/)

describe('GET /html/<id>', () => {
  test('S48: is the page without what acts, in a document without scripts and without our origin', async () => {
    const answer = await dana.page(`/html/${await save('a.html', HTML)}`)
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

  test('with scripts it is itself, but only inside our frame', async () => {
    const id = await save('b.html', HTML)
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

  test('what cannot be made safe is shown as its source, with the reason', async () => {
    const id = await save('deep.html', '<div>'.repeat(5000))
    const answer = await dana.page(`/html/${id}`, { 'accept-language': 'en' })
    expect(answer.text).toContain('could not be rendered')
    expect(answer.text).toContain('&lt;div>')
    expect(policyOf(answer)).toContain('sandbox')
  })

  test('the page around it frames that one address and nothing else', async () => {
    const id = await save('c.html', HTML)
    const off = await dana.page(`/html/${id}/view`)
    expect(off.text).toContain(`src="/html/${id}"`)
    expect(off.text).toMatch(/<iframe[^>]* sandbox(?:="")?[ >]/)
    expect(policyOf(off)).toContain(`frame-src https://shelf.test/html/${id}`)
    const on = await dana.page(`/html/${id}/view?scripts=on`)
    expect(on.text).toMatch(/<iframe[^>]* sandbox="allow-scripts"/)
    expect(on.text).toContain(`src="/html/${id}?scripts=on"`)
  })

  test('is not sent twice', async () => {
    const id = await save('d.html', HTML)
    const { headers } = await dana.get(`/html/${id}`)
    const again = await dana.get(`/html/${id}`, { 'if-none-match': String(headers['etag']) })
    expect(again).toMatchObject({ status: 304, text: '' })
    // Browsers lay the headers of a 304 over what they keep: the box must not be lost on the way.
    expect(policyOf(again)).toContain('sandbox')
  })
})

describe('GET /svg/<id> and /raw_svg/<id>', () => {
  test('the page holds the picture as an image and nothing of its text', async () => {
    const id = await save('a.svg', SVG)
    const { status, text } = await dana.page(`/svg/${id}`)
    expect(status).toBe(200)
    expect(text).toContain(`<img class="svg-picture" src="/raw_svg/${id}"`)
    expect(text).not.toContain('hit()')
  })

  test('S48: the raw bytes travel in a box', async () => {
    const answer = await dana.get(`/raw_svg/${await save('b.svg', SVG)}`)
    expect(answer).toMatchObject({ status: 200, text: SVG })
    expect(answer.headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    expect(policyOf(answer)).toEqual(expect.arrayContaining([...SEALED, 'sandbox']))
  })
})

describe('all of them', () => {
  const VIEWS = ['/md/', '/html/', '/svg/', '/raw_svg/']

  test('a missing file, another’s file and what is no id: 404 with the id', async () => {
    const ids = {
      '/md/': await save('x.md', 'x'),
      '/html/': await save('x.html', '<p>x'),
      '/svg/': await save('x.svg', SVG),
    }
    for (const id of [...Object.values(ids), '0190f000000070008000000000000000', 'nonsense']) {
      for (const view of VIEWS)
        expect(await omer.get(view + id), view).toMatchObject({
          status: 404,
          body: { error: 'File not found', file_id: id },
        })
    }
  })

  test('a file of another kind: 415 and the way to its source, in headers of our own', async () => {
    const id = await save('a.py', 'print(1)')
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

  test('in the trash: 404', async () => {
    const id = await save('gone.md', 'x')
    await dana.post(`/api/files/${id}/trash`)
    expect((await dana.get(`/md/${id}`)).status).toBe(404)
  })
})

test('the frame that draws diagrams may run our script and reach nobody', async () => {
  const answer = await app.visitor().page('/rendered/diagram')
  expect(answer.status).toBe(200)
  const policy = policyOf(answer)
  expect(policy).toEqual(expect.arrayContaining([...SEALED, 'sandbox allow-scripts']))
  expect(policy.join()).toMatch(/script-src 'nonce-\w+' 'strict-dynamic'/)
  expect(policy.join()).not.toMatch(/connect-src|allow-same-origin/)
})
