import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

const save = async (user: TestUser, file_name: string, content = 'x', more: object = {}) =>
  replyOf(await user.post('/api/files', { file_name, content, ...more }))

describe('POST /api/files', () => {
  test('creates a file with the contract fields and a detected language', async () => {
    const { file_id } = await save(dana, 'hello.py', 'print("שלום")\n', {
      description: 'ברכה',
      tags: ['demo', 'עברית'],
    })
    expect(await dana.readFile(file_id)).toEqual({
      id: file_id,
      folder: '',
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

  test('creates the next version when the name exists', async () => {
    const first = await save(dana, 'twice.md', 'one')
    expect(await save(dana, 'twice.md', 'two')).toEqual({
      ok: true,
      file_id: first.file_id,
      folder: '',
      file_name: 'twice.md',
      version: 2,
    })
  })

  test('S35: two parallel saves get versions n+1 and n+2, twenty get twenty', async () => {
    await save(dana, 'race.txt', '0')
    const saved = await Promise.all(Array.from({ length: 20 }, (_, i) => save(dana, 'race.txt', `text ${i}`)))
    expect(saved.map(({ version }) => version).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 2),
    )
  })

  test('creates one file when a new name is saved in parallel', async () => {
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

  test('S32: a corpus of nasty texts makes a byte-exact round trip', async () => {
    for (const [what, content] of Object.entries(nastyTexts)) {
      const { file_id } = await save(dana, `nasty ${what}.txt`, content)
      expect((await dana.readFile(file_id)).content, what).toBe(content)
      const download = await dana.raw({ method: 'GET', url: `/download/${file_id}` })
      expect(download.bytes.equals(Buffer.from(content, 'utf8')), what).toBe(true)
    }
  })

  test('S32: any text is read back equal', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (content) => {
        fc.pre(content.isWellFormed() && !content.includes('\0'))
        const { file_id } = await save(omer, 'any.txt', content)
        expect((await omer.readFile(file_id)).content).toBe(content)
      }),
      { numRuns: 40 },
    )
  })
})

describe('PUT /api/files/<id>', () => {
  test('creates a version for new content only; the language follows the name until it is chosen', async () => {
    const { file_id } = await save(dana, 'plan.txt', 'a')
    expect((await dana.put(`/api/files/${file_id}`, { file_name: 'plan.rb', prev_version: 1 })).body).toMatchObject({
      version: 1,
      file_name: 'plan.rb',
    })
    expect((await dana.readFile(file_id)).language).toBe('Ruby')
    await dana.put(`/api/files/${file_id}`, { language: 'Python', prev_version: 1 })
    expect(
      (await dana.put(`/api/files/${file_id}`, { file_name: 'plan.js', content: 'b', prev_version: 1 })).body,
    ).toMatchObject({ version: 2 })
    expect((await dana.readFile(file_id)).language).toBe('Python')
  })

  test('returns 409 with the version and the stored content when prev_version is stale', async () => {
    const { file_id } = await save(dana, 'stale.txt', 'one')
    await dana.put(`/api/files/${file_id}`, { content: 'two', prev_version: 1 })
    expect(await dana.put(`/api/files/${file_id}`, { content: 'mine', prev_version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'conflict', version: 2, content: 'two' },
    })
  })

  test('accepts one of many concurrent saves on the same version', async () => {
    const { file_id } = await save(dana, 'one-wins.txt', '0')
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => dana.put(`/api/files/${file_id}`, { content: `${i}`, prev_version: 1 })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
  })

  test('returns 409 with a suggestion when the name is taken', async () => {
    await save(dana, 'taken.py')
    const { file_id } = await save(dana, 'other.py')
    expect(await dana.put(`/api/files/${file_id}`, { file_name: 'taken.py', prev_version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'name_taken', suggestion: 'taken (2).py' },
    })
  })
})

describe('versions', () => {
  test('are listed newest first, readable one by one, and restored as a new version', async () => {
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
    expect((await dana.readFile(file_id)).content).toBe('a\nb\n')
    expect((await dana.get(`/api/files/${file_id}/versions/9`)).status).toBe(404)
  })

  test('have the source web when a page saves them, and api with the name of the token when a token does', async () => {
    const inBrowser = { 'sec-fetch-site': 'same-origin' }
    const { secret } = await dana.createToken('Extension')
    const extension = { ...inBrowser, authorization: `Bearer ${secret}`, cookie: '' }
    const post = (content: string, headers: Record<string, string>) =>
      dana.post('/api/files', { file_name: 'sources.txt', content }, headers)
    const { file_id } = replyOf(await post('1', inBrowser))
    const put = async (version: number, headers: Record<string, string>) =>
      replyOf(await dana.put(`/api/files/${file_id}`, { content: `${version}`, prev_version: version - 1 }, headers))
    await put(2, inBrowser)
    await put(3, extension)
    replyOf(await post('4', extension))
    const { versions } = replyOf(await dana.get(`/api/files/${file_id}/versions`))
    expect(versions.map(({ source }) => source)).toEqual(['api', 'api', 'web', 'web'])
    const history = (await dana.page(`/file/${file_id}/history`)).text
    expect(history.match(/<bdi[^>]*>Extension<\/bdi>/g)).toHaveLength(2)
  })
})

describe("another user's file", () => {
  test('gets the same response as a missing file', async () => {
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
    expect(replyOf(await omer.get(`/api/files?q=secret&user_id=${dana.id}`)).items).toEqual([])
  })
})
