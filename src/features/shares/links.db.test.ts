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

async function save(file_name: string, content = 'x\n'): Promise<string> {
  const answer = await dana.post('/api/files', { file_name, content })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.body['file_id'])
}

async function link(file_ids: string[], more: object = {}): Promise<string> {
  const answer = await dana.post('/api/files/create-share-link', { file_ids, ...more })
  expect(answer.status, answer.text).toBe(200)
  return `/shared/${String(answer.body['token'])}`
}

const stranger = () => app.visitor()
const day = 86_400
const githubKey = ['gh', 'p_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('')

describe('POST /api/files/create-share-link', () => {
  test('answers with the address, the token and the end', async () => {
    const ids = [await save('a.py'), await save('b.md')]
    const { status, body } = await dana.post('/api/files/create-share-link', { file_ids: [...ids, ids[0]] })
    expect(status).toBe(200)
    expect(body).toMatchObject({ ok: true, success: true, expires_at: '2026-11-22T09:30:00.123+00:00' })
    expect(body['share_url']).toBe(`https://shelf.test/shared/${String(body['token'])}`)
    expect(String(body['token'])).toMatch(/^[\w-]{43}$/)
  })

  test('refuses as the other bulk calls do, and then nothing is done', async () => {
    const id = await save('a.py')
    const gone = await save('gone.py')
    await dana.post(`/api/files/${gone}/trash`)
    const ask = (file_ids?: unknown, who = dana) => who.post('/api/files/create-share-link', { file_ids })
    expect(await ask()).toMatchObject({ status: 400, body: { code: 'no_files_selected' } })
    expect(await ask([])).toMatchObject({ status: 400, body: { code: 'no_files_selected' } })
    expect(await ask(['x'])).toMatchObject({ status: 400, body: { code: 'invalid_file_id' } })
    expect(await ask(Array.from({ length: 101 }, (_, i) => String(i)))).toMatchObject({
      status: 400,
      body: { code: 'too_many_files', max: 100 },
    })
    expect(await ask([id, gone])).toMatchObject({
      status: 404,
      body: { code: 'some_files_not_found', file_ids: [gone] },
    })
    expect((await ask([id], omer)).status).toBe(404)
  })

  test('warns of what looks secret', async () => {
    const id = await save('conf.env', `A=1\nTOKEN=${githubKey}\n`)
    const { body } = await dana.post('/api/files/create-share-link', { file_ids: [id] })
    expect(body['warnings']).toEqual([{ file_id: id, kind: 'github', line_start: 2, line_end: 2 }])
  })
})

describe('/shared/<token>', () => {
  test('is open to whoever has it, and to nobody else: not kept, not listed, not passed on', async () => {
    const page = await stranger().page(await link([await save('open.py', 'print("hello")\n')]))
    expect(page.status).toBe(200)
    expect(page.text).toContain('hello')
    expect(page.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    expect(page.headers['x-robots-tag']).toContain('noindex')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.headers['set-cookie']).toBeUndefined()
    expect(page.text).not.toContain('Dana')
  })

  test('shows each file by its place, never by its id, and lets it be downloaded', async () => {
    const ids = [await save('one.py', 'first = 1\n'), await save('שתיים.md', '# שלום\r\n')]
    const url = await link(ids)
    const second = await stranger().page(`${url}?file=2`)
    expect(second.text).toContain('שלום')
    for (const id of ids) expect(second.text).not.toContain(id)
    const download = await stranger().get(`${url}/2`)
    expect(download).toMatchObject({ status: 200, text: '# שלום\r\n' })
    expect(download.headers['content-disposition']).toContain(encodeURIComponent('שתיים.md'))
    expect((await stranger().get(`${url}?file=3`)).status).toBe(404)
    expect((await stranger().get(`${url}/3`)).status).toBe(404)
  })

  test('S40: a Hebrew file is whole at every offset parity', async () => {
    for (let offset = 0; offset < 9; offset++) {
      // Every alignment of two-byte letters with whatever counts in bytes, in lines and around the size that is cut.
      const text = `${'x'.repeat(offset)}${'שלום עולם '.repeat(40)}\n# ${'א'.repeat(offset)}סוף\n`
      const url = await link([await save(`עברית-${offset}.md`, text)])
      const page = await stranger().page(url)
      expect(page.status).toBe(200)
      expect(page.text).toContain(`${'א'.repeat(offset)}סוף`)
      expect(page.text).not.toContain('\ufffd')
      expect((await stranger().get(`${url}/1`)).text).toBe(text)
    }
  })

  test('S40: a large Hebrew file is cut between letters, whatever the offset', async () => {
    for (const offset of [0, 1]) {
      const url = await link([await save(`ארוך-${offset}.txt`, 'x'.repeat(offset) + 'ש'.repeat(600_000))])
      const page = await stranger().page(url)
      expect(page.status).toBe(200)
      expect(page.text).not.toContain('\ufffd')
    }
  })

  test('S40: a file trashed later disappears, and comes back with its restoring; with the last one the link is gone', async () => {
    const [kept, gone] = [await save('kept.py', 'kept\n'), await save('later.py', 'later\n')]
    const url = await link([kept, gone])
    await dana.post(`/api/files/${gone}/trash`)
    const page = await stranger().page(url)
    expect(page.text).toContain('kept')
    expect(page.text).not.toContain('later')
    expect((await stranger().get(`${url}/2`)).status).toBe(404)
    await dana.post(`/api/files/${kept}/trash`)
    expect((await stranger().get(url)).status).toBe(404)
    await dana.post(`/api/trash/${gone}/restore`)
    expect((await stranger().page(url)).text).toContain('later')
    await dana.post(`/api/files/${gone}/trash`)
    await dana.post(`/api/trash/${gone}/purge`)
    expect((await stranger().get(url)).status).toBe(404)
  })

  test('shows the version that was shared, not what was written since', async () => {
    const id = await save('draft.py', 'before\n')
    const url = await link([id])
    await dana.put(`/api/files/${id}`, { content: `TOKEN=${githubKey}\n`, prev_version: 1 })
    const { text } = await stranger().page(url)
    expect(text).toContain('before')
    expect(text).not.toContain(githubKey.slice(0, 12))
  })

  test('hides the chosen lines on the page and in the download, and leaves the file as it is', async () => {
    const id = await save('keys.env', `A=1\r\nTOKEN=${githubKey}\r\nB=2`)
    const url = await link([id], { hidden_lines: { [id]: [2] } })
    expect((await stranger().page(url)).text).not.toContain(githubKey.slice(0, 12))
    expect((await stranger().get(`${url}/1`)).text).toBe('A=1\r\n████████\r\nB=2')
    expect((await dana.get(`/raw/${id}`)).text).toContain(githubKey)
  })

  test('ends with its time and with its revoking, and its views are counted but for the owner’s', async () => {
    const url = await link([await save('timed.py')], { days: 1 })
    await stranger().page(url)
    await omer.page(url)
    await dana.page(url)
    const { body } = await dana.get('/api/shares')
    expect(body['shares']).toContainEqual(expect.objectContaining({ views: 2, url: `https://shelf.test${url}` }))
    const other = await link([await save('timed.py')])
    const shares = (await dana.get('/api/shares')).body['shares'] as { share_id: string; url: string }[]
    const revoked = shares.find((share) => share.url.endsWith(other))
    expect((await dana.delete(`/api/shares/${String(revoked?.share_id)}`)).status).toBe(200)
    expect((await stranger().get(other)).status).toBe(404)
    app.advance(day + 1)
    const answer = await stranger().get(url)
    expect(answer).toMatchObject({ status: 404, body: { error: 'Share not found' } })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('no event and no refusal repeats a token', async () => {
    const token = 'A'.repeat(43)
    const answer = await stranger().get(`/shared/${token}`)
    expect(answer.status).toBe(404)
    expect(answer.text).not.toContain(token)
    const events = app.lines.filter((line) => line.includes('"share_view_not_found"'))
    expect(events.length).toBeGreaterThan(0)
    expect(events.join()).not.toContain(token)
  })

  test('an internal share does not open as a link, nor a link as an internal share', async () => {
    const id = await save('both.py')
    const shared = String((await dana.post(`/api/files/${id}/share`, {})).body['share_id'])
    expect((await stranger().get(`/shared/${shared}`)).status).toBe(404)
    const url = await link([id])
    expect((await omer.get(url.replace('/shared/', '/share/'))).status).toBe(404)
  })
})

describe('preparing a share, without script', () => {
  const form = (fields: Record<string, string | string[]>) => {
    const body = new URLSearchParams(
      Object.entries(fields).flatMap(([name, value]) => [value].flat().map((each) => [name, each])),
    )
    return dana.raw({
      method: 'POST',
      url: '/shares',
      headers: {
        origin: 'https://shelf.test',
        accept: 'text/html',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: body.toString(),
    })
  }

  test('what looks secret is named and hidden before anything is shared', async () => {
    const id = await save('secretive.env', `A=1\nTOKEN=${githubKey}\n`)
    const { text } = await dana.page(`/shares/new?files=${id}`)
    expect(text).toContain('GitHub token')
    expect(text).toContain('name="hide" value="1:2-2" checked')
    expect(text).toContain('████████')
    expect(text).not.toContain(githubKey.slice(0, 12))
  })

  test('a choice that was not shown is shown first; then it is what readers get', async () => {
    const id = await save('careful.env', `A=1\nTOKEN=${githubKey}\nB=2\n`)
    const changed = await form({ files: id, kind: 'public', days: '7', shown: '1:2', hide: '1:2-2', lines1: '3' })
    expect(changed.status).toBe(200)
    expect(changed.text).toContain('name="shown" value="1:2-3"')
    const made = await form({ files: id, kind: 'public', days: '7', shown: '1:2-3', hide: '1:2-2', lines1: '3' })
    expect(made.status).toBe(303)
    const page = await dana.page(String(made.headers['location']))
    const url = /https:\/\/shelf\.test(\/shared\/[\w-]{43})/.exec(page.text)?.[1] ?? ''
    expect((await stranger().get(`${url}/1`)).text).toBe('A=1\n████████\n████████\n')
  })

  test('lines that make no sense are not guessed at', async () => {
    const id = await save('plain.txt', 'one\ntwo\n')
    const answer = await form({ files: id, kind: 'public', days: '7', shown: '', lines1: 'the second' })
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('id="bad-lines"')
  })

  test('the bulk action of the list leads here, and other people’s files are not found', async () => {
    const ids = [await save('m.py'), await save('n.py')]
    const answer = await dana.raw({
      method: 'POST',
      url: '/files/bulk',
      headers: { origin: 'https://shelf.test', 'content-type': 'application/x-www-form-urlencoded' },
      payload: `action=share&file_ids=${ids[0]}&file_ids=${ids[1]}`,
    })
    expect(answer).toMatchObject({ status: 303, headers: { location: `/shares/new?files=${ids.join(',')}` } })
    expect((await dana.page(`/shares/new?files=${ids.join(',')}`)).text).toContain('n.py')
    expect((await omer.page(`/shares/new?files=${ids.join(',')}`)).status).toBe(404)
  })
})
