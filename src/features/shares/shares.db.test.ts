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

async function save(who: TestUser, file_name: string, content = 'x\n'): Promise<string> {
  const answer = await who.post('/api/files', { file_name, content })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.body['file_id'])
}

async function share(id: string, body: object = {}): Promise<string> {
  const answer = await dana.post(`/api/files/${id}/share`, body)
  expect(answer.status, answer.text).toBe(200)
  return String(answer.body['share_id'])
}

async function content(who: TestUser, id: string): Promise<unknown> {
  const { body } = await who.get(`/api/files/${id}`)
  return (body['file'] as { content?: unknown } | undefined)?.content
}

const day = 86_400
const emitted = (event: string) => app.lines.filter((line) => line.includes(`"${event}"`))

describe('POST /api/files/<id>/share', () => {
  test('answers with the id, the address and the end, seven days from now', async () => {
    const answer = await dana.post(`/api/files/${await save(dana, 'a.md')}/share`, {})
    expect(answer).toMatchObject({ status: 200, body: { ok: true, expires_at: '2026-11-22T09:30:00.123+00:00' } })
    const id = String(answer.body['share_id'])
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    expect(answer.body['url']).toBe(`https://shelf.test/share/${id}`)
  })

  test('lasts as long as asked, or for ever', async () => {
    const id = await save(dana, 'a.md')
    expect((await dana.post(`/api/files/${id}/share`, { days: 90 })).body['expires_at']).toBe(
      '2027-02-13T09:30:00.123+00:00',
    )
    expect((await dana.post(`/api/files/${id}/share`, { permanent: true })).body['expires_at']).toBeNull()
  })

  test('refuses days that are not 1 to 90, both lifetimes at once, and what it does not know', async () => {
    const id = await save(dana, 'a.md')
    for (const body of [{ days: 0 }, { days: 91 }, { days: 1.5 }, { days: '7' }, { permanent: 'yes' }, { no: 1 }])
      expect((await dana.post(`/api/files/${id}/share`, body)).status, JSON.stringify(body)).toBe(400)
    expect(await dana.post(`/api/files/${id}/share`, { permanent: true, days: 7 })).toMatchObject({
      status: 400,
      body: { field: 'days' },
    })
  })

  test('is 404 for another person’s file, one in the trash and a version that is not there', async () => {
    const id = await save(dana, 'mine.md')
    expect(await omer.post(`/api/files/${id}/share`, {})).toMatchObject({
      status: 404,
      body: { error: 'File not found', file_id: id },
    })
    expect((await dana.post(`/api/files/${id}/share`, { version: 9 })).status).toBe(404)
    await dana.post(`/api/files/${id}/trash`)
    expect((await dana.post(`/api/files/${id}/share`, {})).status).toBe(404)
  })

  test('says which lines look secret, unless they are hidden', async () => {
    const key = ['gh', 'p_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('')
    const id = await save(dana, 'conf.py', `port = 1\ntoken = "${key}"\n`)
    expect((await dana.post(`/api/files/${id}/share`, {})).body['warnings']).toEqual([
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
  test('shows the one version to whoever is signed in, and counts readers but not its owner', async () => {
    const id = await save(dana, 'pinned.py', 'print("first")\n')
    const shared = await share(id)
    await dana.put(`/api/files/${id}`, { content: 'print("second")\n', prev_version: 1 })
    const page = await omer.page(`/share/${shared}`)
    expect(page.status).toBe(200)
    expect(page.text).toContain('first')
    expect(page.text).not.toContain('second')
    expect(page.text).toContain('Dana')
    expect(page.text).not.toContain(id)
    await dana.page(`/share/${shared}`)
    const { body } = await dana.get('/api/shares')
    expect(body['shares']).toContainEqual(
      expect.objectContaining({ share_id: shared, kind: 'internal', views: 1, file_names: ['pinned.py'] }),
    )
    expect((await app.visitor().page(`/share/${shared}`)).status).toBe(302)
  })

  test('is 404 once it ended, was revoked, or its file is in the trash, and an event says so without more', async () => {
    const id = await save(dana, 'gone.md')
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

  test('what is not an id is not repeated in an event', async () => {
    expect((await omer.get('/share/dana%40mail.example')).status).toBe(404)
    expect(emitted('share_view_not_found').at(-1)).toContain('"share_id":"invalid"')
  })

  test('another person cannot revoke it', async () => {
    const shared = await share(await save(dana, 'b.md'))
    expect((await omer.delete(`/api/shares/${shared}`)).status).toBe(404)
    expect((await omer.get(`/share/${shared}`)).status).toBe(200)
  })
})

describe('POST /api/shared/save', () => {
  test('keeps the share as a Markdown file of the reader', async () => {
    const shared = await share(await save(dana, 'plan.md', '# תוכנית\r\n'))
    const answer = await omer.post('/api/shared/save', { share_id: shared })
    expect(answer).toMatchObject({ status: 200, body: { ok: true, file_name: 'plan.md', version: 1 } })
    expect(await content(omer, String(answer.body['file_id']))).toBe('# תוכנית\r\n')
  })

  test('a name replaces the default, and .md is enforced', async () => {
    const shared = await share(await save(dana, 'run.py', 'print(1)\n'))
    const names = async (file_name?: string) =>
      (await omer.post('/api/shared/save', { share_id: shared, ...(file_name !== undefined && { file_name }) })).body[
        'file_name'
      ]
    expect(await names()).toBe('run.py.md')
    expect(await names('שלום')).toBe('שלום.md')
    expect(await names('Notes.MD')).toBe('Notes.MD')
    const file = await omer.post('/api/shared/save', { share_id: shared })
    expect(await content(omer, String(file.body['file_id']))).toBe('```python\nprint(1)\n```\n')
  })

  test('without share_id: Missing share_id', async () => {
    for (const body of [{}, { share_id: null }, { share_id: '' }, { file_name: '/' }])
      expect(await omer.post('/api/shared/save', body)).toMatchObject({
        status: 400,
        body: { ok: false, error: 'Missing share_id' },
      })
  })

  test('unknown, ended or revoked: Share not found with share_id, also when the name is bad', async () => {
    const ended = await share(await save(dana, 'c.md'), { days: 1 })
    app.advance(day + 1)
    for (const share_id of ['nope', '0190f000000070008000000000000000', ended])
      expect(await omer.post('/api/shared/save', { share_id, file_name: 'a/b' })).toMatchObject({
        status: 404,
        body: { ok: false, error: 'Share not found', share_id },
      })
  })

  test('bad names: Invalid file name', async () => {
    const shared = await share(await save(dana, 'd.md'))
    for (const file_name of ['', 'a/b', 'a\\b', '..', 'a\u0000b', 'x'.repeat(256), 'x'.repeat(255), 7, null])
      expect(await omer.post('/api/shared/save', { share_id: shared, file_name }), String(file_name)).toMatchObject({
        status: 400,
        body: { ok: false, error: 'Invalid file name' },
      })
  })

  test('a body that is not an object is invalid_payload', async () => {
    expect(await omer.post('/api/shared/save', [1])).toMatchObject({ status: 400, body: { code: 'invalid_payload' } })
  })

  test('hidden lines stay hidden in the copy', async () => {
    const shared = await share(await save(dana, 'h.md', 'open\nclosed\n'), { hidden_lines: [2] })
    const { body } = await omer.post('/api/shared/save', { share_id: shared })
    expect(await content(omer, String(body['file_id']))).toBe('open\n████████\n')
  })

  test('twenty saves at once give twenty consecutive versions', async () => {
    const shared = await share(await save(dana, 'race.md', 'same\n'))
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => omer.post('/api/shared/save', { share_id: shared })),
    )
    const versions = answers.map(({ status, body }) => (status === 200 ? Number(body['version']) : Number.NaN))
    expect(versions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
    expect(new Set(answers.map(({ body }) => body['file_id'])).size).toBe(1)
  })
})

describe('events when reading a share fails', () => {
  test('share_view_error with the share and the sort of failure, nothing else', async () => {
    const shared = await share(await save(dana, 'e.md'))
    await app.pool.query('alter table share_files rename to share_files_away')
    expect((await omer.get(`/share/${shared}`)).status).toBe(500)
    await app.pool.query('alter table share_files_away rename to share_files')
    expect(emitted('share_view_error').at(-1)).toContain(shared)
  })
})

test('the worker takes ended shares away after a month, with their addresses', async () => {
  const { sweepShares } = await import('./service/own.ts')
  const shared = await share(await save(dana, 'f.md'), { days: 1 })
  app.advance(20 * day)
  await sweepShares(app.db, app.clock.now)
  const rows = async () => app.db.selectFrom('share_keys').select('key').where('key', '=', shared).execute()
  expect(await rows()).toHaveLength(1)
  app.advance(20 * day)
  expect(await sweepShares(app.db, app.clock.now)).toBeGreaterThan(0)
  expect(await rows()).toHaveLength(0)
})
