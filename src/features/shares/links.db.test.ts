import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { raceForLastSlot } from '../../../test/row-lock.ts'

let app: TestApp
let dana: TestUser
let omer: TestUser
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
  omer = await app.user('Omer')
})
afterAll(() => app[Symbol.asyncDispose]())

async function link(file_ids: string[], more: object = {}): Promise<string> {
  const answer = await dana.post('/api/files/create-share-link', { file_ids, ...more })
  expect(answer.status, answer.text).toBe(200)
  return `/shared/${replyOf(answer).token}`
}

const stranger = () => app.visitor()
const day = 86_400
const githubKey = ['gh', 'p_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('')

describe('POST /api/files/create-share-link', () => {
  test('returns the URL, the token and the expiry', async () => {
    const ids = [await dana.saveFile('a.py', 'x\n'), await dana.saveFile('b.md', 'x\n')]
    const answer = await dana.post('/api/files/create-share-link', { file_ids: [...ids, ids[0]] })
    expect(answer.status).toBe(200)
    const body = replyOf(answer)
    expect(body).toMatchObject({ ok: true, success: true, expires_at: '2026-11-22T09:30:00.123+00:00' })
    expect(body.share_url).toBe(`https://shelf.test/shared/${body.token}`)
    expect(body.token).toMatch(/^[\w-]{43}$/)
  })

  test('rejects the 1,001st share under concurrent requests', async () => {
    const noa = await app.user('Noa')
    const id = await noa.saveFile('a.py')
    const share = () => noa.post('/api/files/create-share-link', { file_ids: [id] })
    await share()
    await app.pool.query(
      `insert into shares select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid()))).*
       from shares s, generate_series(1, 998) where s.user_id = $1`,
      [noa.id],
    )
    expect(await raceForLastSlot(app.pool, 'shares', [share, share])).toMatchObject([
      { status: 200 },
      { status: 409, body: { code: 'too_many_shares', max: 1_000 } },
    ])
  })

  test('rejects invalid ids like the other bulk calls, and creates nothing', async () => {
    const id = await dana.saveFile('a.py', 'x\n')
    const gone = await dana.saveFile('gone.py', 'x\n')
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

  test('warns about findings that look secret', async () => {
    const id = await dana.saveFile('conf.env', `A=1\nTOKEN=${githubKey}\n`)
    const { warnings } = replyOf(await dana.post('/api/files/create-share-link', { file_ids: [id] }))
    expect(warnings).toEqual([{ file_id: id, kind: 'github', line_start: 2, line_end: 2 }])
  })
})

describe('/shared/<token>', () => {
  test('opens without an account, and is neither cached, indexed nor sent as a referrer', async () => {
    const page = await stranger().page(await link([await dana.saveFile('open.py', 'print("hello")\n')]))
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

  test('names each file by its position, never by its id, and offers its download', async () => {
    const ids = [await dana.saveFile('one.py', 'first = 1\n'), await dana.saveFile('שתיים.md', '# שלום\r\n')]
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

  test('S40: a Hebrew file is complete at every offset parity', async () => {
    for (let offset = 0; offset < 9; offset++) {
      // Try every alignment of two-byte letters with code that counts bytes, in lines and around the cut size.
      const text = `${'x'.repeat(offset)}${'שלום עולם '.repeat(40)}\n# ${'א'.repeat(offset)}סוף\n`
      const url = await link([await dana.saveFile(`עברית-${offset}.md`, text)])
      const page = await stranger().page(url)
      expect(page.status).toBe(200)
      expect(page.text).toContain(`${'א'.repeat(offset)}סוף`)
      expect(page.text).not.toContain('\ufffd')
      expect((await stranger().get(`${url}/1`)).text).toBe(text)
    }
  })

  test('S40: a large Hebrew file is cut between letters at any offset', async () => {
    for (const offset of [0, 1]) {
      const url = await link([await dana.saveFile(`ארוך-${offset}.txt`, 'x'.repeat(offset) + 'ש'.repeat(600_000))])
      const page = await stranger().page(url)
      expect(page.status).toBe(200)
      expect(page.text).not.toContain('\ufffd')
    }
  })

  test('S40: a trashed file disappears and returns when it is restored; without any file the link is 404', async () => {
    const [kept, gone] = [await dana.saveFile('kept.py', 'kept\n'), await dana.saveFile('later.py', 'later\n')]
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

  test('shows the shared version after the file has changed', async () => {
    const id = await dana.saveFile('draft.py', 'before\n')
    const url = await link([id])
    await dana.put(`/api/files/${id}`, { content: `TOKEN=${githubKey}\n`, prev_version: 1 })
    const { text } = await stranger().page(url)
    expect(text).toContain('before')
    expect(text).not.toContain(githubKey.slice(0, 12))
  })

  test('hides the chosen lines on the page and in the download, and does not change the file', async () => {
    const id = await dana.saveFile('keys.env', `A=1\r\nTOKEN=${githubKey}\r\nB=2`)
    const url = await link([id], { hidden_lines: { [id]: [2] } })
    expect((await stranger().page(url)).text).not.toContain(githubKey.slice(0, 12))
    expect((await stranger().get(`${url}/1`)).text).toBe('A=1\r\n████████\r\nB=2')
    expect((await dana.get(`/raw/${id}`)).text).toContain(githubKey)
  })

  test('returns 404 once it is expired or revoked, and counts views except those of its owner', async () => {
    const url = await link([await dana.saveFile('timed.py', 'x\n')], { days: 1 })
    await stranger().page(url)
    await omer.page(url)
    await dana.page(url)
    const listShares = async () => replyOf(await dana.get('/api/shares')).shares
    expect(await listShares()).toContainEqual(expect.objectContaining({ views: 2, url: `https://shelf.test${url}` }))
    const other = await link([await dana.saveFile('timed.py', 'x\n')])
    const revoked = (await listShares()).find((share) => share.url.endsWith(other))
    expect((await dana.delete(`/api/shares/${String(revoked?.share_id)}`)).status).toBe(200)
    expect((await stranger().get(other)).status).toBe(404)
    app.advance(day + 1)
    const answer = await stranger().get(url)
    expect(answer).toMatchObject({ status: 404, body: { error: 'Share not found' } })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('events and problems never contain a token', async () => {
    const token = 'A'.repeat(43)
    const answer = await stranger().get(`/shared/${token}`)
    expect(answer.status).toBe(404)
    expect(answer.text).not.toContain(token)
    const events = app.lines.filter((line) => line.includes('"share_view_not_found"'))
    expect(events.length).toBeGreaterThan(0)
    expect(events.join()).not.toContain(token)
  })

  test('an internal share does not open as a public link, nor a link as an internal share', async () => {
    const id = await dana.saveFile('both.py', 'x\n')
    const shared = replyOf(await dana.post(`/api/files/${id}/share`, {})).share_id
    expect((await stranger().get(`/shared/${shared}`)).status).toBe(404)
    const url = await link([id])
    expect((await omer.get(url.replace('/shared/', '/share/'))).status).toBe(404)
  })
})

describe('preparing a share, without script', () => {
  const form = (fields: Record<string, string | string[]>) =>
    dana.form(
      '/shares',
      Object.entries(fields).flatMap(([name, value]) => [value].flat().map((each): [string, string] => [name, each])),
    )

  test('lists and hides findings before anything is shared', async () => {
    const id = await dana.saveFile('secretive.env', `A=1\nTOKEN=${githubKey}\n`)
    const { text } = await dana.page(`/shares/new?files=${id}`)
    expect(text).toContain('GitHub token')
    expect(text).toContain('name="hide" value="1:2-2" checked')
    expect(text).toContain('████████')
    expect(text).not.toContain(githubKey.slice(0, 12))
  })

  test('shows a changed choice before sharing it; readers then get exactly that', async () => {
    const id = await dana.saveFile('careful.env', `A=1\nTOKEN=${githubKey}\nB=2\n`)
    const changed = await form({ files: id, kind: 'public', days: '7', shown: '1:2', hide: '1:2-2', lines1: '3' })
    expect(changed.status).toBe(200)
    expect(changed.text).toContain('name="shown" value="1v1|1:2-3"')
    const made = await form({ files: id, kind: 'public', days: '7', shown: '1v1|1:2-3', hide: '1:2-2', lines1: '3' })
    expect(made.status).toBe(303)
    const page = await dana.page(String(made.headers['location']))
    const url = /https:\/\/shelf\.test(\/shared\/[\w-]{43})/.exec(page.text)?.[1] ?? ''
    expect((await stranger().get(`${url}/1`)).text).toBe('A=1\n████████\n████████\n')
  })

  test('rejects typed lines that do not parse', async () => {
    const id = await dana.saveFile('plain.txt', 'one\ntwo\n')
    const answer = await form({ files: id, kind: 'public', days: '7', shown: '', lines1: 'the second' })
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('id="bad-lines"')
  })

  test('is the target of the bulk action of the list, and returns 404 for files of other users', async () => {
    const ids = [await dana.saveFile('m.py', 'x\n'), await dana.saveFile('n.py', 'x\n')]
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
