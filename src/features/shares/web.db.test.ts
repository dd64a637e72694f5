import { parseFragment } from 'parse5'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'

let app: TestApp
let dana: TestUser
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
})
afterAll(() => app[Symbol.asyncDispose]())

const stranger = () => app.visitor()
const day = 86_400
const HOSTILE = `"><script>alert(1)' onload='x' & ]]> {{x}} $& .py`

async function link(file_ids: string[], more: object = {}): Promise<string> {
  const answer = await dana.post('/api/files/create-share-link', { file_ids, ...more })
  expect(answer.status, answer.text).toBe(200)
  return `/shared/${replyOf(answer).token}`
}

const oembed = (url: string, more = '') => stranger().get(`/oembed?url=${encodeURIComponent(url)}${more}`)
const full = (path: string) => `https://shelf.test${path}`

/** Name and content of each meta element. */
function metasOf(html: string): Record<string, string> {
  const head = html.slice(html.indexOf('<head>') + 6, html.indexOf('</head>'))
  return Object.fromEntries(
    parseFragment(head).childNodes.flatMap((node) => {
      if (!('attrs' in node) || node.tagName !== 'meta') return []
      const attributes = new Map(node.attrs.map(({ name, value }) => [name, value]))
      const name = attributes.get('property') ?? attributes.get('name')
      return name === undefined ? [] : [[name, attributes.get('content') ?? '']]
    }),
  )
}

describe('what other sites show beside a public link', () => {
  test('is the name, the language and the number of lines, and no code', async () => {
    const url = await link([await dana.saveFile('greet.py', 'print("hello")\nprint("bye")\n')])
    const { text } = await stranger().page(url)
    expect(metasOf(text)).toMatchObject({
      'og:title': 'greet.py',
      'og:description': 'Python, 2 lines',
      'og:type': 'website',
      'og:url': full(url),
      'og:site_name': 'Codeshelf',
      'og:locale': 'en_US',
      'og:image': 'https://shelf.test/assets/icon-512.v1.png',
      'twitter:card': 'summary',
      'twitter:title': 'greet.py',
    })
    expect(text).toContain(
      `type="application/json+oembed" title="greet.py" href="https://shelf.test/oembed?format=json&amp;url=${encodeURIComponent(full(url))}"`,
    )
  })

  test('contains a hostile file name as text only', async () => {
    const url = await link([await dana.saveFile(HOSTILE, 'x\n')])
    const { text } = await stranger().page(url)
    expect(metasOf(text)).toMatchObject({ 'og:title': HOSTILE, 'twitter:title': HOSTILE })
    expect(text).not.toContain('<script>alert')
  })

  test('is not on the page of an internal share', async () => {
    const id = await dana.saveFile('inside.py', 'x\n')
    const { share_id } = replyOf(await dana.post(`/api/files/${id}/share`, {}))
    expect((await dana.page(`/share/${share_id}`)).text).not.toMatch(/og:|oembed/)
  })
})

describe('GET /shared/<token>/embed', () => {
  test('may be framed by any site, and is inert: no cookie, no form, no script but ours', async () => {
    const url = await link([await dana.saveFile('embed.py', 'x = 1\n')])
    const { status, headers, text } = await stranger().page(`${url}/embed`)
    expect(status).toBe(200)
    const policy = String(headers['content-security-policy'])
    expect(policy.replace(/nonce-\w+/, 'nonce')).toBe(
      "default-src 'none';script-src 'nonce';style-src 'self';font-src 'self';form-action 'none';base-uri 'none';" +
        "frame-ancestors *;require-trusted-types-for 'script';trusted-types 'none';" +
        'sandbox allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox',
    )
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })
    expect(headers['x-robots-tag']).toContain('noindex')
    expect(headers['x-frame-options']).toBeUndefined()
    expect(headers['set-cookie']).toBeUndefined()
    expect(text).not.toMatch(/<form|<input|cs-island/)
  })

  test('is the only page that may be framed: the page, the download and errors of the same link may not', async () => {
    const url = await link([await dana.saveFile('framed.py', 'x\n')])
    for (const path of [url, `${url}/1`, `${url}/2`, '/', '/login', '/oembed', '/feeds/x']) {
      const { headers } = await stranger().page(path)
      expect(headers['content-security-policy'], path).toMatch(/frame-ancestors 'none'/)
    }
  })

  test('is the same for its owner as for a stranger', async () => {
    const url = await link([await dana.saveFile('same.py', 'x\n')])
    await dana.form('/settings/appearance', [
      ['locale', 'he'],
      ['theme', 'dark'],
    ])
    const read = async (who: Pick<TestUser, 'page'>) =>
      (await who.page(`${url}/embed`)).text.replaceAll(/nonce="\w+"/g, '')
    expect(await read(dana)).toBe(await read(stranger()))
    await dana.form('/settings/appearance', [
      ['locale', 'en'],
      ['theme', 'system'],
    ])
  })

  test('shows the requested lines with their numbers; hidden lines stay hidden', async () => {
    const lines = Array.from({ length: 12 }, (_, i) => `line_${i + 1} = "v"`)
    const id = await dana.saveFile('range.py', `${lines.join('\n')}\n`)
    const url = await link([id], { hidden_lines: { [id]: [4, 11] } })
    for (const range of ['3-5', 'L3-L5', '5-3']) {
      const { text } = await stranger().page(`${url}/embed?lines=${range}`)
      expect(text).toContain('lines 3–5')
      expect([...text.matchAll(/id="L(\d+)"/g)].map((match) => match[1])).toEqual(['3', '4', '5'])
      expect(text).toContain('████████')
      expect(text).not.toMatch(/line_(1|2|4|6|11)\b/)
    }
    expect((await stranger().page(`${url}/embed?lines=11-99`)).text).toContain('lines 11–12')
    for (const wrong of ['13', '99-100', 'x', '0', '3,5', '<script>']) {
      const { status, text } = await stranger().page(`${url}/embed?lines=${encodeURIComponent(wrong)}`)
      expect({ status, wrong }).toEqual({ status: 200, wrong })
      expect(text).toContain('The file has no such lines.')
      expect(text).not.toContain('line_')
    }
  })

  test('has the requested theme, language and file', async () => {
    const url = await link([await dana.saveFile('first.py', 'a\n'), await dana.saveFile('second.py', 'b\n')])
    const { text } = await stranger().page(`${url}/embed?theme=dark&lang=he&file=2`)
    expect(text).toContain('<html class="embed" lang="he" dir="rtl" data-theme="dark">')
    expect(text).toContain('second.py')
    expect((await stranger().page(`${url}/embed?theme=loud&lang=xx`)).text).toContain(
      'lang="en" dir="ltr" data-theme="system"',
    )
  })

  test('escapes a hostile name and a hostile text', async () => {
    const url = await link([await dana.saveFile(HOSTILE, '</code><script>alert(2)</script>\n')])
    const { text } = await stranger().page(`${url}/embed`)
    expect(text).not.toMatch(/<script>alert/)
    expect(text).toContain('&lt;script')
  })

  test('shows a message that may be framed when the link is unknown, internal, revoked or expired', async () => {
    const id = await dana.saveFile('gone.py', 'secret_text\n')
    const internal = replyOf(await dana.post(`/api/files/${id}/share`, {})).share_id
    const [revoked, expired] = [await link([id]), await link([id], { days: 1 })]
    const listed = replyOf(await dana.get('/api/shares')).shares.find(({ url }) => url.endsWith(revoked))
    await dana.delete(`/api/shares/${String(listed?.share_id)}`)
    app.advance(day + 1)
    for (const path of [`/shared/${'x'.repeat(43)}`, `/shared/${internal}`, revoked, expired]) {
      const { status, headers, text } = await stranger().page(`${path}/embed`)
      expect(status).toBe(404)
      expect(text).toContain('This code is no longer shared.')
      expect(text).not.toContain('secret_text')
      expect(headers['content-security-policy']).toContain('frame-ancestors *')
    }
  })

  test('counts as a view', async () => {
    const url = await link([await dana.saveFile('seen.py', 'x\n')])
    await stranger().page(`${url}/embed`)
    const listed = replyOf(await dana.get('/api/shares')).shares
    expect(listed).toContainEqual(expect.objectContaining({ url: full(url), views: 1 }))
  })
})

describe('GET /oembed', () => {
  test('describes a public link as a frame, within the size that the consumer allows', async () => {
    const url = await link([await dana.saveFile('rich.py', 'x\n'.repeat(10))])
    const answer = await oembed(`${full(url)}#L2-L4`, '&format=json&maxwidth=400')
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': '*' })
    expect(String(answer.headers['content-type'])).toContain('application/json')
    const { html, ...fields } = answer.body
    expect(html).toContain(`<iframe src="${full(url)}/embed?lines=2-4" width="400" height="122"`)
    expect(fields).toEqual({
      type: 'rich',
      version: '1.0',
      provider_name: 'Codeshelf',
      provider_url: 'https://shelf.test',
      title: 'rich.py',
      width: 400,
      height: 122,
    })
  })

  test('keeps a hostile name inside one JSON string and one attribute', async () => {
    const url = await link([await dana.saveFile(HOSTILE, 'x\n')])
    const { title, html } = (await oembed(full(url))).body
    expect(title).toBe(HOSTILE)
    const [frame, ...more] = parseFragment(String(html)).childNodes
    expect(more).toEqual([])
    expect(frame).toMatchObject({ nodeName: 'iframe', childNodes: [] })
    expect(frame && 'attrs' in frame && frame.attrs.find(({ name }) => name === 'title')?.value).toBe(HOSTILE)
  })

  test('answers with the codes of its specification', async () => {
    const id = await dana.saveFile('codes.py', 'x\n')
    const internal = replyOf(await dana.post(`/api/files/${id}/share`, {})).share_id
    const expired = await link([id], { days: 1 })
    const open = await link([id])
    app.advance(day + 1)
    expect((await oembed(full(open), '&format=xml')).status).toBe(501)
    expect((await oembed(full(open), '&maxwidth=wide')).status).toBe(400)
    expect((await stranger().get('/oembed')).status).toBe(400)
    expect((await oembed(full(`/share/${internal}`))).status).toBe(401)
    expect((await oembed(full(`/share/${'0'.repeat(32)}`))).status).toBe(401)
    for (const url of [full(expired), full(`/shared/${'x'.repeat(43)}`), full('/files'), 'https://evil.test/', 'x'])
      expect((await oembed(url)).status, url).toBe(404)
    expect(app.lines.filter((line) => line.includes('"request_failed"'))).toEqual([])
  })
})
