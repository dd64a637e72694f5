import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'

let app: TestApp
let dana: TestUser
let omer: TestUser
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
  omer = await app.user('Omer')
})
afterAll(() => app[Symbol.asyncDispose]())

async function share(id: string, body: object = {}): Promise<string> {
  const answer = await dana.post(`/api/files/${id}/share`, body)
  expect(answer.status, answer.text).toBe(200)
  return replyOf(answer).share_id
}

const content = async (who: TestUser, id: string) => (await who.readFile(id)).content
const day = 86_400
const emitted = (event: string) => app.lines.filter((line) => line.includes(`"${event}"`))

describe('POST /api/files/<id>/share', () => {
  test('returns the id, the URL and an expiry seven days away', async () => {
    const answer = await dana.post(`/api/files/${await dana.saveFile('a.md', 'x\n')}/share`, {})
    expect(answer).toMatchObject({ status: 200, body: { ok: true, expires_at: '2026-11-22T09:30:00.123+00:00' } })
    const id = replyOf(answer).share_id
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(replyOf(answer).url).toBe(`https://shelf.test/share/${id}`)
  })

  test('expires after the requested days, or never when it is permanent', async () => {
    const id = await dana.saveFile('a.md', 'x\n')
    expect(replyOf(await dana.post(`/api/files/${id}/share`, { days: 90 })).expires_at).toBe(
      '2027-02-13T09:30:00.123+00:00',
    )
    expect(replyOf(await dana.post(`/api/files/${id}/share`, { permanent: true })).expires_at).toBeNull()
  })

  test('rejects days outside 1 to 90, both lifetimes at once, and unknown fields', async () => {
    const id = await dana.saveFile('a.md', 'x\n')
    for (const body of [{ days: 0 }, { days: 91 }, { days: 1.5 }, { days: '7' }, { permanent: 'yes' }, { no: 1 }])
      expect((await dana.post(`/api/files/${id}/share`, body)).status, JSON.stringify(body)).toBe(400)
    expect(await dana.post(`/api/files/${id}/share`, { permanent: true, days: 7 })).toMatchObject({
      status: 400,
      body: { field: 'days' },
    })
  })

  test("returns 404 for another user's file, a trashed file and a missing version", async () => {
    const id = await dana.saveFile('mine.md', 'x\n')
    expect(await omer.post(`/api/files/${id}/share`, {})).toMatchObject({
      status: 404,
      body: { error: 'File not found', file_id: id },
    })
    expect((await dana.post(`/api/files/${id}/share`, { version: 9 })).status).toBe(404)
    await dana.post(`/api/files/${id}/trash`)
    expect((await dana.post(`/api/files/${id}/share`, {})).status).toBe(404)
  })

  test('warns about lines that look secret unless they are hidden', async () => {
    const key = ['gh', 'p_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('')
    const id = await dana.saveFile('conf.py', `port = 1\ntoken = "${key}"\n`)
    expect(replyOf(await dana.post(`/api/files/${id}/share`, {})).warnings).toEqual([
      { file_id: id, kind: 'github', line_start: 2, line_end: 2 },
    ])
    const hidden = await share(id, { hidden_lines: [2] })
    const page = await omer.page(`/share/${hidden}`)
    expect(page.text).not.toContain(key.slice(0, 12))
    expect(page.text).toContain('████████')
    expect(await content(dana, id)).toContain(key)
  })
})

describe('/share/<share_id>', () => {
  test('shows the shared version to any signed-in user, and counts readers but not its owner', async () => {
    const id = await dana.saveFile('pinned.py', 'print("first")\n')
    const shared = await share(id)
    await dana.put(`/api/files/${id}`, { content: 'print("second")\n', prev_version: 1 })
    const page = await omer.page(`/share/${shared}`)
    expect(page.status).toBe(200)
    expect(page.text).toContain('first')
    expect(page.text).not.toContain('second')
    expect(page.text).toContain('Dana')
    expect(page.text).not.toContain(id)
    await dana.page(`/share/${shared}`)
    const { shares } = replyOf(await dana.get('/api/shares'))
    expect(shares).toContainEqual(
      expect.objectContaining({ share_id: shared, kind: 'internal', views: 1, file_names: ['pinned.py'] }),
    )
    expect((await app.visitor().page(`/share/${shared}`)).status).toBe(302)
  })

  test('returns 404 when it is expired, revoked or its file is trashed, and emits an event with the id of the share and without the name of the reader', async () => {
    const id = await dana.saveFile('gone.md', 'x\n')
    const [ended, revoked, trashed] = [await share(id, { days: 1 }), await share(id), await share(id)]
    expect((await dana.delete(`/api/shares/${revoked}`)).body).toEqual({ ok: true })
    expect((await omer.get(`/share/${revoked}`)).status).toBe(404)
    app.advance(day + 1)
    expect(await omer.get(`/share/${ended}`)).toMatchObject({
      status: 404,
      body: { error: 'Share not found', code: 'share_not_found', share_id: ended },
    })
    expect((await omer.get(`/share/${trashed}`)).status).toBe(200)
    await dana.post(`/api/files/${id}/trash`)
    expect((await omer.get(`/share/${trashed}`)).status).toBe(404)
    const lines = emitted('share_view_not_found')
    for (const shareId of [ended, revoked, trashed]) expect(lines.join()).toContain(shareId)
    expect(lines.join()).not.toContain('Omer')
  })

  test('a malformed id is not repeated in an event', async () => {
    expect((await omer.get('/share/dana%40mail.example')).status).toBe(404)
    expect(emitted('share_view_not_found').at(-1)).toContain('"share_id":"invalid"')
  })

  test('cannot be revoked by another user', async () => {
    const shared = await share(await dana.saveFile('b.md', 'x\n'))
    expect((await omer.delete(`/api/shares/${shared}`)).status).toBe(404)
    expect((await omer.get(`/share/${shared}`)).status).toBe(200)
  })
})

describe('POST /api/shared/save', () => {
  test('saves the share as a Markdown file of the reader', async () => {
    const shared = await share(await dana.saveFile('plan.md', '# תוכנית\r\n'))
    const answer = await omer.post('/api/shared/save', { share_id: shared })
    expect(answer).toMatchObject({ status: 200, body: { ok: true, file_name: 'plan.md', version: 1 } })
    expect(await content(omer, replyOf(answer).file_id)).toBe('# תוכנית\r\n')
  })

  test('uses the given name instead of the default and enforces .md', async () => {
    const shared = await share(await dana.saveFile('run.py', 'print(1)\n'))
    const names = async (file_name?: string) =>
      replyOf(await omer.post('/api/shared/save', { share_id: shared, ...(file_name !== undefined && { file_name }) }))
        .file_name
    expect(await names()).toBe('run.py.md')
    expect(await names('שלום')).toBe('שלום.md')
    expect(await names('Notes.MD')).toBe('Notes.MD')
    const file = await omer.post('/api/shared/save', { share_id: shared })
    expect(await content(omer, replyOf(file).file_id)).toBe('```python\nprint(1)\n```\n')
  })

  test('returns Missing share_id without share_id', async () => {
    for (const body of [{}, { share_id: null }, { share_id: '' }, { file_name: '/' }])
      expect(await omer.post('/api/shared/save', body)).toMatchObject({
        status: 400,
        body: { ok: false, error: 'Missing share_id' },
      })
  })

  test('returns Share not found with share_id when it is unknown, expired or revoked, even for a bad name', async () => {
    const ended = await share(await dana.saveFile('c.md', 'x\n'), { days: 1 })
    app.advance(day + 1)
    for (const share_id of ['nope', '0190f000000070008000000000000000', ended])
      expect(await omer.post('/api/shared/save', { share_id, file_name: 'a/b' })).toMatchObject({
        status: 404,
        body: { ok: false, error: 'Share not found', share_id },
      })
  })

  test('returns Invalid file name for bad names', async () => {
    const shared = await share(await dana.saveFile('d.md', 'x\n'))
    for (const file_name of ['', 'a/b', 'a\\b', '..', 'a\u0000b', 'x'.repeat(256), 'x'.repeat(255), 7, null])
      expect(await omer.post('/api/shared/save', { share_id: shared, file_name }), String(file_name)).toMatchObject({
        status: 400,
        body: { ok: false, error: 'Invalid file name' },
      })
  })

  test('returns invalid_payload for a body that is not an object', async () => {
    expect(await omer.post('/api/shared/save', [1])).toMatchObject({ status: 400, body: { code: 'invalid_payload' } })
  })

  test('keeps hidden lines hidden in the copy', async () => {
    const shared = await share(await dana.saveFile('h.md', 'open\nclosed\n'), { hidden_lines: [2] })
    const { file_id } = replyOf(await omer.post('/api/shared/save', { share_id: shared }))
    expect(await content(omer, file_id)).toBe('open\n████████\n')
  })

  test('creates twenty consecutive versions for twenty concurrent saves', async () => {
    const shared = await share(await dana.saveFile('race.md', 'same\n'))
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => omer.post('/api/shared/save', { share_id: shared })),
    )
    const saved = answers.map((answer) => replyOf(answer))
    expect(saved.map(({ version }) => version).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 1),
    )
    expect(new Set(saved.map(({ file_id }) => file_id)).size).toBe(1)
  })
})

describe('events when reading a share fails', () => {
  test('share_view_error has the share and the kind of failure, and nothing else', async () => {
    const shared = await share(await dana.saveFile('e.md', 'x\n'))
    await app.pool.query('alter table share_files rename to share_files_away')
    expect((await omer.get(`/share/${shared}`)).status).toBe(500)
    await app.pool.query('alter table share_files_away rename to share_files')
    expect(emitted('share_view_error').at(-1)).toContain(shared)
  })
})

test('the worker purges expired shares and their keys after a month', async () => {
  const { sweepShares } = await import('./service/own.ts')
  const shared = await share(await dana.saveFile('f.md', 'x\n'), { days: 1 })
  app.advance(20 * day)
  await sweepShares(app.db, app.clock.now)
  const rows = async () => app.db.selectFrom('share_keys').select('key').where('key', '=', shared).execute()
  expect(await rows()).toHaveLength(1)
  app.advance(20 * day)
  expect(await sweepShares(app.db, app.clock.now)).toBeGreaterThan(0)
  expect(await rows()).toHaveLength(0)
})
