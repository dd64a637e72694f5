import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { savedIds, sendForm } from '../../../test/forms.ts'
import { nastyTexts } from '../../../test/nasty-texts.ts'
import { jsonIn, manifestIn, unzip, zipOf } from '../../../test/zips.ts'

let app: TestApp
let dana: TestUser
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
  await fillLibrary(dana)
})
afterAll(() => app[Symbol.asyncDispose]())

type Json = Record<string, unknown>
const Sidecar = z.object({ versions: z.array(z.object({ path: z.string(), sha256: z.string() })) })
const exportOf = async (user: TestUser) => {
  await app.confirm(user)
  return (await user.get('/export')).bytes
}
const importInto = (user: TestUser, zip: Buffer, name = 'export.zip') =>
  sendForm(user, '/api/import', [{ name, content: Buffer.from(zip) }])
const text = (files: Map<string, Buffer>, name: string) => files.get(name)?.toString('utf8')

async function fillLibrary(user: TestUser): Promise<void> {
  await user.saveFile('plain.py', 'print(1)\n')
  app.advance(3600)
  const id = await user.saveFile('גרסאות.md', 'one\n', {
    description: 'תיאור',
    tags: ['דוגמה', 'two'],
    language: 'Python',
  })
  app.advance(86_400)
  await user.saveFile('גרסאות.md', 'one\ntwo\n')
  await user.saveFile('גרסאות.md', '')
  await user.post('/api/files/bulk-favorite', { file_ids: [id] })
  await user.post(`/api/files/${id}/pin`, { is_pinned: true })
  for (const content of ['old', 'older']) {
    const gone = await user.saveFile('plain (2).py', content, { tags: ['gone'] })
    await user.post(`/api/files/${gone}/trash`)
    app.advance(60)
  }
  await user.saveFile('README.md', '# A')
  app.advance(60)
  await user.saveFile('readme.md', '# a')
  await user.saveFile('C:odd.txt', 'x')
  for (const [name, content] of Object.entries(nastyTexts)) await user.saveFile(`nasty ${name}.txt`, content)
}

/** All rows of a user, without the fields that must differ. */
async function rowsOf(user: TestUser): Promise<unknown[]> {
  const { rows } = await app.pool.query<Json>(
    `select f.*, (select json_agg(to_jsonb(v) - 'file_id' - 'user_id' order by v.version)
       from file_versions v where v.user_id = f.user_id and v.file_id = f.id) as versions,
       (select doc from search_docs d where d.user_id = f.user_id and d.file_id = f.id) as doc
     from files f where f.user_id = $1 order by f.file_name, f.created_at`,
    [user.id],
  )
  return rows.map(({ id: _id, user_id: _user, ...row }) => row)
}

async function countersOf(user: TestUser): Promise<unknown> {
  const counts = await app.pool.query(
    'select kind, name, n from file_counts where user_id = $1 and n > 0 order by 1, 2',
    [user.id],
  )
  const activity = await app.pool.query('select day::text, saves from file_activity where user_id = $1 order by 1', [
    user.id,
  ])
  return { counts: counts.rows, activity: activity.rows }
}

describe('GET /export', () => {
  test('contains the files, their versions, a sidecar each, and a manifest with correct checksums', async () => {
    await app.confirm(dana)
    const answer = await dana.get('/export')
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringContaining('codeshelf-2026-11-1') as string,
    })
    const files = await unzip(answer.bytes)
    expect(text(files, 'files/plain.py')).toBe('print(1)\n')
    expect(text(files, 'versions/גרסאות.md/v1')).toBe('one\n')
    expect(text(files, 'versions/גרסאות.md/v2')).toBe('one\ntwo\n')
    expect(text(files, 'files/גרסאות.md')).toBe('')
    expect([text(files, 'trash/files/plain (2).py'), text(files, 'trash/files/plain (2) (2).py')]).toEqual([
      'old',
      'older',
    ])
    // Case-insensitive disks would make these two one file.
    expect([text(files, 'files/README.md'), text(files, 'files/readme (2).md')]).toEqual(['# A', '# a'])
    expect(jsonIn(files, 'meta/גרסאות.md.json')).toMatchObject({
      file_name: 'גרסאות.md',
      language: 'Python',
      language_is_chosen: true,
      is_favorite: true,
      is_pinned: true,
      tags: ['דוגמה', 'two'],
      deleted_at: null,
      versions: [{ version: 1, lines_added: 1 }, { version: 2 }, { version: 3, path: 'files/גרסאות.md' }],
    })
    const manifest = manifestIn(files)
    expect(manifest).toMatchObject({ format: 'codeshelf-export', format_version: 2 })
    for (const { sidecar, sidecar_sha256 } of manifest.files) {
      expect(sha256(files.get(sidecar))).toBe(sidecar_sha256)
      const { versions } = Sidecar.parse(jsonIn(files, sidecar))
      for (const version of versions) expect(sha256(files.get(version.path))).toBe(version.sha256)
    }
  })

  test('S32: contains every nasty text unchanged', async () => {
    const files = await unzip(await exportOf(dana))
    for (const [name, content] of Object.entries(nastyTexts))
      expect(text(files, `files/nasty ${name}.txt`), name).toBe(content)
  })
})

describe('POST /api/import', () => {
  test('imports into another account without loss, and exporting again gives the same', async () => {
    const omer = await app.user('Omer')
    const zip = await exportOf(dana)
    expect(await importInto(omer, zip)).toMatchObject({ status: 200, body: { ok: true, failed: 0, skipped: 0 } })
    expect(await rowsOf(omer)).toEqual(await rowsOf(dana))
    expect(await countersOf(omer)).toEqual(await countersOf(dana))

    const [first, second] = [await unzip(zip), await unzip(await exportOf(omer))]
    const comparable = (files: Map<string, Buffer>) =>
      new Map(
        [...files]
          .filter(([name]) => name !== 'manifest.json')
          .map(([name, bytes]) => [name, bytes.toString('utf8').replace(/"id": ".*"/, '')]),
      )
    // Which of two names that differ only in case, or are equal in the trash, gets "(2)" depends on ids; their contents do not.
    const plain = (text: string) => text.replaceAll(' (2)', '')
    const names = (files: Map<string, Buffer>) => [...files.keys()].map((name) => plain(name).toLowerCase()).toSorted()
    expect(names(second)).toEqual(names(first))
    const texts = (files: Map<string, Buffer>) => [...comparable(files).values()].map(plain).toSorted()
    expect(texts(second)).toEqual(texts(first))
  })

  test('adds nothing when the same export is imported again', async () => {
    const omer = await app.user('Omer')
    const zip = await exportOf(dana)
    await importInto(omer, zip)
    const rows = await rowsOf(omer)
    expect((await importInto(omer, zip)).body).toMatchObject({ saved: 0, failed: 0, unchanged: rows.length })
    expect(await rowsOf(omer)).toEqual(rows)
  })

  test('makes a taken name unique, reports it, and does not touch files of other users', async () => {
    const omer = await app.user('Omer')
    await omer.saveFile('plain.py', 'mine')
    const { results } = replyOf(await importInto(omer, await exportOf(dana)))
    expect(results).toContainEqual(
      expect.objectContaining({ path: 'files/plain.py', ok: true, file_name: 'plain (2).py' }) as object,
    )
    expect((await omer.get('/api/files?q=mine')).body).toMatchObject({ items: [{ file_name: 'plain.py', version: 1 }] })
  })

  test('rejects only the file whose text is damaged', async () => {
    const omer = await app.user('Omer')
    const files = await unzip(await exportOf(dana))
    files.set('versions/גרסאות.md/v1', Buffer.from('changed'))
    files.delete('files/readme (2).md')
    const zip = await zipOf([...files].map(([name, content]) => ({ name: `packed again/${name}`, content })))
    const body = replyOf(await importInto(omer, zip))
    expect(body).toMatchObject({ failed: 2, skipped: 0 })
    expect(body.results).toContainEqual(
      expect.objectContaining({ path: 'files/גרסאות.md', ok: false, code: 'damaged_export' }) as object,
    )
    expect(await rowsOf(omer)).toHaveLength((await rowsOf(dana)).length - 2)
  })

  test('rejects an invalid sidecar even when its checksum is correct', async () => {
    const omer = await app.user('Omer')
    const broken: Json[] = [
      { file_name: 'a/b' },
      { tags: ['x'.repeat(51)] },
      { language: 'Nonsense' },
      { versions: [] },
    ]
    for (const change of broken) {
      const files = await unzip(await exportOf(dana))
      const sidecar = JSON.stringify({ ...jsonIn(files, 'meta/plain.py.json'), ...change })
      const row = {
        path: 'files/plain.py',
        sidecar: 's',
        sidecar_sha256: sha256(Buffer.from(sidecar)),
        in_trash: false,
      }
      const manifest = JSON.stringify({ ...jsonIn(files, 'manifest.json'), files: [row] })
      const zip = await zipOf([
        { name: 'manifest.json', content: manifest },
        { name: 's', content: sidecar },
        { name: 'files/plain.py', content: 'print(1)\n' },
      ])
      expect((await importInto(omer, zip)).body, JSON.stringify(change)).toMatchObject({ saved: 0, failed: 1 })
    }
    expect(await rowsOf(omer)).toEqual([])
  })

  test('imports a plain zip and a folder as files', async () => {
    const omer = await app.user('Omer')
    const zip = await zipOf([
      { name: 'p/manifest.json', content: '{"name": "somebody else’s"}' },
      { name: 'p/a.py', content: '1' },
    ])
    const { body } = await sendForm(omer, '/api/import', [
      { name: 'p.zip', content: zip },
      { name: 'dir/sub/b.py', content: '2' },
      { name: 'config.json', content: '{"files": 3}' },
    ])
    expect(body).toMatchObject({ saved: 4, failed: 0 })
    expect((await omer.get('/api/files?q=a.py')).body).toMatchObject({ items: [{ file_name: 'a.py' }] })
  })
})

describe('gists', () => {
  const gist = {
    html_url: 'https://gist.github.com/dana/1',
    description: 'כלים קטנים',
    created_at: '2019-03-04T05:06:07Z',
    updated_at: '2020-01-01T00:00:00Z',
    files: {
      'a.py': { filename: 'a.py', language: 'Python', content: 'print(1)\n', truncated: false },
      notes: { filename: 'notes', language: 'Markdown', content: '# hi' },
      'long.csv': { filename: 'long.csv', language: 'CSV', content: 'cut', truncated: true },
    },
  }
  const send = (user: TestUser, value: unknown) =>
    sendForm(user, '/api/import', [{ name: 'gists.json', content: JSON.stringify(value) }])

  test('are imported from GitHub’s JSON, one or a list, with text, description, URL, language and dates', async () => {
    const omer = await app.user('Omer')
    const body = replyOf(await send(omer, [gist]))
    expect(body).toMatchObject({ saved: 2, failed: 1 })
    expect(body.results).toContainEqual(
      expect.objectContaining({ path: 'long.csv', ok: false, code: 'gist_without_text' }) as object,
    )
    expect((await omer.get('/api/files?q=print')).body).toMatchObject({
      items: [
        {
          file_name: 'a.py',
          description: 'כלים קטנים',
          source_url: 'https://gist.github.com/dana/1',
          created_at: '2019-03-04T05:06:07.000+00:00',
          updated_at: '2020-01-01T00:00:00.000+00:00',
          language: 'Python',
        },
      ],
    })
    expect((await omer.get('/api/files?lang=Markdown')).body).toMatchObject({ items: [{ file_name: 'notes' }] })
  })

  test('add nothing when imported again, and the next version when changed', async () => {
    const omer = await app.user('Omer')
    await send(omer, gist)
    expect((await send(omer, gist)).body).toMatchObject({ saved: 0, unchanged: 2 })
    const changed = { ...gist, files: { 'a.py': { content: 'print(2)' } } }
    expect(replyOf(await send(omer, changed)).results).toMatchObject([{ file_name: 'a.py', version: 2 }])
  })

  test('S32: keep nasty texts unchanged', async () => {
    const omer = await app.user('Omer')
    const files = Object.fromEntries(Object.entries(nastyTexts).map(([name, content]) => [`${name}.txt`, { content }]))
    const saved = savedIds(replyOf(await send(omer, { files })))
    for (const [i, [name, content]] of Object.entries(nastyTexts).entries())
      expect((await omer.readFile(saved[i] ?? '')).content, name).toBe(content)
  })
})

// This test is the last one, because the clock moves so far that all sessions expire.
test('the trash period of an old export starts again on import', async () => {
  const zip = await exportOf(dana)
  app.advance(90 * 86_400)
  const omer = await app.user('Omer')
  await importInto(omer, zip)
  const { rows } = await app.pool.query<{ purge_at: Date }>(
    'select purge_at from files where user_id = $1 and deleted_at is not null',
    [omer.id],
  )
  expect(rows.map(({ purge_at }) => purge_at > app.clock.now)).toEqual([true, true])
})

function sha256(bytes: Buffer | undefined): string {
  return createHash('sha256')
    .update(bytes ?? '')
    .digest('hex')
}
