import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
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

type Saved = { file_id: string; file_name: string; version: number }
async function save(user: TestUser, file_name: string, content = 'x', more: object = {}): Promise<Saved> {
  const answer = await user.post('/api/files', { file_name, content, ...more })
  expect(answer.status, answer.text).toBe(201)
  return answer.body as unknown as Saved
}
const read = async (user: TestUser, id: string) =>
  (await user.get(`/api/files/${id}`)).body['file'] as Record<string, unknown>

describe('POST /api/files', () => {
  test('creates a file with the fields of the contract and a detected language', async () => {
    const { file_id } = await save(dana, 'hello.py', 'print("שלום")\n', {
      description: 'ברכה',
      tags: ['demo', 'עברית'],
    })
    expect(await read(dana, file_id)).toEqual({
      id: file_id,
      file_name: 'hello.py',
      language: 'Python',
      description: 'ברכה',
      tags: ['demo', 'עברית'],
      repo: null,
      source_url: null,
      version: 1,
      size_bytes: 18,
      line_count: 1,
      is_favorite: false,
      is_pinned: false,
      created_at: '2026-11-15T09:30:00.123+00:00',
      updated_at: '2026-11-15T09:30:00.123+00:00',
      content: 'print("שלום")\n',
    })
  })

  test('saving the same name makes the next version of the same file', async () => {
    const first = await save(dana, 'twice.md', 'one')
    expect(await save(dana, 'twice.md', 'two')).toEqual({
      ok: true,
      file_id: first.file_id,
      file_name: 'twice.md',
      version: 2,
    })
  })

  test('S35: two parallel saves give versions n+1 and n+2, twenty give twenty', async () => {
    await save(dana, 'race.txt', '0')
    const saved = await Promise.all(Array.from({ length: 20 }, (_, i) => save(dana, 'race.txt', `text ${i}`)))
    expect(saved.map(({ version }) => version).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 2),
    )
  })

  test('parallel first saves of one name make one file', async () => {
    const saved = await Promise.all(Array.from({ length: 8 }, () => save(dana, 'first.txt')))
    expect(new Set(saved.map(({ file_id }) => file_id)).size).toBe(1)
    expect(new Set(saved.map(({ version }) => version)).size).toBe(8)
  })

  test.each([
    { what: 'a slash', body: { file_name: 'a/b', content: '' }, status: 400, code: 'invalid_file_name' },
    { what: 'no content', body: { file_name: 'a' }, status: 400, code: 'invalid_input' },
    { what: 'a number as content', body: { file_name: 'a', content: 5 }, status: 400, code: 'invalid_input' },
    { what: 'NUL', body: { file_name: 'a', content: 'a\0b' }, status: 400, code: 'invalid_text' },
    {
      what: 'an unknown field',
      body: { file_name: 'a', content: '', colour: 'red' },
      status: 400,
      code: 'invalid_input',
    },
    {
      what: 'an unknown language',
      body: { file_name: 'a', content: '', language: 'Klingon' },
      status: 400,
      code: 'invalid_input',
    },
    {
      what: '21 tags',
      body: { file_name: 'a', content: '', tags: Array.from({ length: 21 }, (_, i) => `t${i}`) },
      status: 400,
      code: 'invalid_input',
    },
    {
      what: 'over 2 MiB',
      body: { file_name: 'a', content: 'ש'.repeat(1024 * 1024 + 1) },
      status: 413,
      code: 'content_too_large',
    },
  ])('refuses $what', async ({ body, status, code }) => {
    expect(await dana.post('/api/files', body)).toMatchObject({ status, body: { ok: false, code } })
  })

  test('S32: byte-exact round trip of a nasty corpus', async () => {
    for (const [what, content] of Object.entries(nastyTexts)) {
      const { file_id } = await save(dana, `nasty ${what}.txt`, content)
      expect((await read(dana, file_id))['content'], what).toBe(content)
      const download = await dana.raw({ method: 'GET', url: `/download/${file_id}` })
      expect(download.bytes.equals(Buffer.from(content, 'utf8')), what).toBe(true)
    }
  })

  test('S32: any text comes back equal', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (content) => {
        fc.pre(content.isWellFormed() && !content.includes('\0'))
        const { file_id } = await save(omer, 'any.txt', content)
        expect((await read(omer, file_id))['content']).toBe(content)
      }),
      { numRuns: 40 },
    )
  })
})

describe('PUT /api/files/<id>', () => {
  test('content makes a version, details do not; the language follows the name until it is chosen', async () => {
    const { file_id } = await save(dana, 'plan.txt', 'a')
    expect((await dana.put(`/api/files/${file_id}`, { file_name: 'plan.rb', prev_version: 1 })).body).toMatchObject({
      version: 1,
      file_name: 'plan.rb',
    })
    expect((await read(dana, file_id))['language']).toBe('Ruby')
    await dana.put(`/api/files/${file_id}`, { language: 'Python', prev_version: 1 })
    expect(
      (await dana.put(`/api/files/${file_id}`, { file_name: 'plan.js', content: 'b', prev_version: 1 })).body,
    ).toMatchObject({ version: 2 })
    expect((await read(dana, file_id))['language']).toBe('Python')
  })

  test('a stale prev_version is 409 with the version and the stored content', async () => {
    const { file_id } = await save(dana, 'stale.txt', 'one')
    await dana.put(`/api/files/${file_id}`, { content: 'two', prev_version: 1 })
    expect(await dana.put(`/api/files/${file_id}`, { content: 'mine', prev_version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'conflict', version: 2, content: 'two' },
    })
  })

  test('of many saves on one version, one wins', async () => {
    const { file_id } = await save(dana, 'one-wins.txt', '0')
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => dana.put(`/api/files/${file_id}`, { content: `${i}`, prev_version: 1 })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
  })

  test('a taken name is 409 with a suggestion', async () => {
    await save(dana, 'taken.py')
    const { file_id } = await save(dana, 'other.py')
    expect(await dana.put(`/api/files/${file_id}`, { file_name: 'taken.py', prev_version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'name_taken', suggestion: 'taken (2).py' },
    })
  })
})

describe('versions', () => {
  test('are listed newest first, each readable, and an old one is copied as a new one', async () => {
    const { file_id } = await save(dana, 'history.txt', 'a\nb\n')
    await save(dana, 'history.txt', 'a\nc\nd\n')
    const { body } = await dana.get(`/api/files/${file_id}/versions`)
    expect(body).toMatchObject({
      count: 2,
      versions: [
        { version: 2, lines_added: 2, lines_removed: 1, source: 'api' },
        { version: 1, lines_added: 2 },
      ],
    })
    expect((await dana.get(`/api/files/${file_id}/versions/1`)).body).toMatchObject({ version: { content: 'a\nb\n' } })
    expect((await dana.post(`/api/files/${file_id}/restore-version`, { version: 1 })).body).toMatchObject({
      version: 3,
    })
    expect((await read(dana, file_id))['content']).toBe('a\nb\n')
    expect((await dana.get(`/api/files/${file_id}/versions/9`)).status).toBe(404)
  })
})

describe('not yours', () => {
  test('is the same answer as not existing', async () => {
    const { file_id } = await save(dana, 'private.txt', 'secret')
    const unknown = '0190f000000070008000000000000000'
    for (const id of [file_id, unknown, 'not-an-id']) {
      expect(await omer.get(`/api/files/${id}`)).toMatchObject({
        status: 404,
        body: { error: 'File not found', file_id: id },
      })
      expect(await omer.put(`/api/files/${id}`, { content: 'x', prev_version: 1 })).toMatchObject({ status: 404 })
      expect(await omer.post(`/api/files/${id}/trash`)).toMatchObject({ status: 404 })
    }
    expect(await omer.post('/api/files/bulk-favorite', { file_ids: [file_id] })).toMatchObject({
      status: 404,
      body: { code: 'some_files_not_found' },
    })
    expect((await omer.get(`/api/files?q=secret&user_id=${dana.id}`)).body['items']).toEqual([])
  })
})
