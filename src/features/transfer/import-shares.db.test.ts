import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { failures, sendForm } from '../../../test/forms.ts'
import { jsonIn, manifestIn, unzip, zipOf } from '../../../test/zips.ts'

let app: TestApp
/** Another installation. */
let other: TestApp
let dana: TestUser
beforeAll(async () => {
  app = await testApp()
  other = await testApp()
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await other[Symbol.asyncDispose]()
})

type Json = Record<string, unknown>
const exportOf = async (user: TestUser) => {
  await app.confirm(user)
  return (await user.get('/export')).bytes
}
const importInto = async (user: TestUser, zip: Buffer) =>
  replyOf(await sendForm(user, '/api/import', [{ name: 'export.zip', content: Buffer.from(zip) }]))

/** A library with a file of two versions, a public link to both files, and a share with users of the installation. */
async function fillLibrary() {
  dana = await app.user('Dana')
  const a = await dana.saveFile('א.py', 'password = 1\n')
  await dana.saveFile('א.py', 'x = 1\nsecret\n')
  const b = await dana.saveFile('b.md', '# b')
  const link = replyOf(
    await dana.post('/api/files/create-share-link', { file_ids: [a, b], hidden_lines: { [a]: [2] }, permanent: true }),
  )
  // Lists are sorted by time.
  app.advance(1)
  const internal = replyOf(await dana.post(`/api/files/${a}/share`, { version: 1, days: 3 }))
  await app.visitor().get(`/shared/${link.token}`)
  return { a, link: `/shared/${link.token}` as const, shareId: internal.share_id }
}

async function sharesOf(user: TestUser) {
  const { shares } = replyOf(await user.get('/api/shares'))
  return shares.map(({ kind, url, views, file_names }) => ({ kind, path: new URL(url).pathname, views, file_names }))
}

/** The export with the share of this kind replaced, with recomputed checksums. */
async function withShare(zip: Buffer, kind: string, change: (share: Json) => Json): Promise<Buffer> {
  const files = await unzip(zip)
  const manifest = manifestIn(files)
  for (const row of manifest.shares) {
    const share = jsonIn(files, row.sidecar)
    const text = JSON.stringify(share['kind'] === kind ? change(share) : share)
    row.sidecar_sha256 = createHash('sha256').update(text).digest('hex')
    files.set(row.sidecar, Buffer.from(text))
  }
  files.set('manifest.json', Buffer.from(JSON.stringify(manifest)))
  return zipOf([...files].map(([name, content]) => ({ name, content })))
}

describe('an import of shares', () => {
  test('into another installation keeps the path of a public link, its hidden lines and its views', async () => {
    const { link, shareId } = await fillLibrary()
    const zip = await exportOf(dana)
    const omer = await other.user('Omer')
    const report = await importInto(omer, zip)
    expect(report.shares).toEqual({ saved: 2, unchanged: 0, failed: 0, new_address: 1 })
    expect(await sharesOf(omer)).toEqual([
      { kind: 'internal', path: expect.not.stringContaining(shareId) as string, views: 0, file_names: ['א.py'] },
      { kind: 'public', path: link, views: 1, file_names: ['א.py', 'b.md'] },
    ])
    const page = await other.visitor().get(link)
    expect(page.status).toBe(200)
    expect(page.text).toContain('א.py')
    expect(page.text).not.toContain('secret')
    expect((await importInto(omer, zip)).shares).toEqual({ saved: 0, unchanged: 2, failed: 0, new_address: 0 })
    expect(await sharesOf(omer)).toHaveLength(2)
  })

  test('into another installation keeps the copies of notes, also when the note itself is gone', async () => {
    const user = await app.user('Dana')
    const file = await user.saveFile('noted.py', 'a\nb\n')
    const note = replyOf(
      await user.post(`/api/sticky-notes/${file}`, { line_start: 2, content: 'a **copied** note' }),
    ).note
    const made = replyOf(await user.post('/api/files/create-share-link', { file_ids: [file], note_ids: [note.id] }))
    await user.delete(`/api/sticky-notes/note/${note.id}`)
    const omer = await other.user('Omer')
    expect(await importInto(omer, await exportOf(user))).toMatchObject({ shares: { saved: 1, failed: 0 } })
    const { text } = await other.visitor().page(`/shared/${made.token}`)
    expect(text).toContain('a <strong>copied</strong> note')
    expect(text).toContain('<a href="#L2">line 2</a>')
  })

  test('into another installation keeps the lines of a share, and shares nothing else of the file', async () => {
    const user = await app.user('Dana')
    const file = await user.saveFile('lines.py', 'one = 1\ntwo = 2\nthree = 3\nfour = 4\n')
    const lines = { line_start: 2, line_end: 3, hidden_lines: { [file]: [3] } }
    const made = replyOf(await user.post('/api/files/create-share-link', { file_ids: [file], ...lines }))
    const zip = await exportOf(user)
    const omer = await other.user('Omer')
    expect(await importInto(omer, zip)).toMatchObject({ shares: { saved: 1, failed: 0 } })
    expect((await other.visitor().get(`/shared/${made.token}/1`)).text).toBe('two = 2\n████████\n')

    // Releases that do not know lines require hidden_lines: without both, nothing says what may be shared.
    const withFile = (change: (file: Json) => Json) =>
      withShare(zip, 'public', (share) => ({ ...share, files: (share['files'] as Json[]).map(change) }))
    for (const change of [
      ({ lines: _lines, ...rest }: Json) => rest,
      (rest: Json) => ({ ...rest, hidden_lines: [] }),
      (rest: Json) => ({ ...rest, lines: { start: 3, end: 2, hidden: [] } }),
    ]) {
      const report = await importInto(await other.user('Noa'), await withFile(change))
      expect(report.shares).toMatchObject({ saved: 0, failed: 1 })
    }
  })

  test('of an older release, without notes, is complete', async () => {
    await fillLibrary()
    const zip = await withShare(await exportOf(dana), 'public', ({ notes: _notes, ...share }) => share)
    const report = await importInto(await other.user('Omer'), zip)
    expect(report.shares).toMatchObject({ saved: 2, failed: 0 })
  })

  test.each([
    ['on a hidden line', { position: 1, number: 1, title: '', content: 'x', lines: { start: 1, end: 2 } }],
    ['of a file that the share has not', { position: 9, number: 1, title: '', content: 'x', lines: null }],
    ['that is too long', { position: 1, number: 1, title: '', content: 'x'.repeat(20_001), lines: null }],
    ['with lines in reverse', { position: 1, number: 1, title: '', content: 'x', lines: { start: 3, end: 1 } }],
    ['with a number beyond the limit', { position: 1, number: 51, title: '', content: 'x', lines: null }],
  ])('rejects a share with a note %s', async (_, note) => {
    await fillLibrary()
    const zip = await withShare(await exportOf(dana), 'public', (share) => ({ ...share, notes: [note] }))
    const report = await importInto(await other.user('Omer'), zip)
    expect(failures(report)).toMatchObject([{ kind: 'share', code: 'invalid_share_export' }])
  })

  test('into the same account doubles nothing and does not publish a revoked share again', async () => {
    const { link, shareId } = await fillLibrary()
    const zip = await exportOf(dana)
    expect((await importInto(dana, zip)).shares).toEqual({ saved: 0, unchanged: 2, failed: 0, new_address: 0 })
    const { shares } = replyOf(await dana.get('/api/shares'))
    const revoked = shares.find(({ share_id }) => share_id !== shareId)
    await dana.delete(`/api/shares/${revoked?.share_id ?? ''}`)
    const report = await importInto(dana, zip)
    expect(report.shares).toEqual({ saved: 0, unchanged: 1, failed: 1, new_address: 0 })
    expect(failures(report)).toMatchObject([{ kind: 'share', code: 'share_revoked_here', name: 'א.py, b.md' }])
    expect((await app.visitor().get(link)).status).toBe(404)
  })

  test('into another account of the installation gives a link that still exists a new address', async () => {
    const { link } = await fillLibrary()
    const omer = await app.user('Omer')
    const report = await importInto(omer, await exportOf(dana))
    expect(report.shares).toEqual({ saved: 2, unchanged: 0, failed: 0, new_address: 2 })
    const [, copy] = await sharesOf(omer)
    expect(copy?.path).toMatch(/^\/shared\/[\w-]{43}$/)
    expect(copy?.path).not.toBe(link)
    // A view of the old address counts for its owner.
    await app.visitor().get(link)
    expect((await sharesOf(dana)).find(({ path }) => path === link)).toMatchObject({ views: 2 })
    expect((await app.visitor().get(`/shared/${copy?.path.slice('/shared/'.length) ?? ''}`)).status).toBe(200)
  })

  test('gives a link without a seed a new address, because whoever knows the address could have written the export', async () => {
    const { link } = await fillLibrary()
    await app.pool.query('update shares set seed = null where user_id = $1', [dana.id])
    const omer = await other.user('Omer')
    expect(await importInto(omer, await exportOf(dana))).toMatchObject({ shares: { saved: 2, new_address: 2 } })
    expect((await sharesOf(omer)).map(({ path }) => path)).not.toContain(link)
    expect((await other.visitor().get(link)).status).toBe(404)
  })

  test('does not let a reader who knows only the address of a revoked link take it over', async () => {
    const { link } = await fillLibrary()
    const zip = await withShare(await exportOf(dana), 'public', (share) => ({
      ...share,
      seed: link.slice(8),
      path: link,
    }))
    const mallory = await other.user('Mallory')
    await importInto(mallory, zip)
    expect((await other.visitor().get(link)).status).toBe(404)
  })

  test('does not publish a text that is not in the export', async () => {
    const { a } = await fillLibrary()
    const zip = await exportOf(dana)
    // The newest text and the creation time are the same, so the file is recognised; the text of version 1 is another.
    const sha256 = createHash('sha256').update('public = 1\n').digest('hex')
    const edited = await withShare(zip, 'internal', (share) => ({
      ...share,
      id: '0'.repeat(32),
      files: [{ position: 1, file_id: a, file_name: 'א.py', version: 1, sha256, hidden_lines: [] }],
    }))
    const omer = await app.user('Omer')
    await importInto(omer, zip)
    const report = await importInto(omer, edited)
    expect(failures(report)).toMatchObject([{ kind: 'share', code: 'share_version_missing' }])
  })

  const version = { position: 1, file_name: 'x', version: 1, sha256: 'a'.repeat(64), hidden_lines: [] }
  test.each([
    [{ kind: 'secret' }, 'invalid_share_export'],
    [{ id: '../x' }, 'invalid_share_export'],
    [{ seed: 'short' }, 'invalid_share_export'],
    [{ seed: 'א'.repeat(43) }, 'invalid_share_export'],
    [{ views: -1 }, 'invalid_share_export'],
    [{ views: 2 ** 31 }, 'invalid_share_export'],
    [{ views: 'x' }, 'damaged_export'],
    [{ files: [] }, 'invalid_share_export'],
    [{ files: [{ ...version, file_id: 'f'.repeat(32) }] }, 'share_file_missing'],
    [{ expires_at: 'soon' }, 'damaged_export'],
  ])('rejects %j with %s', async (change, code) => {
    await fillLibrary()
    const zip = await withShare(await exportOf(dana), 'public', (share) => ({ ...share, ...change }))
    const report = await importInto(await other.user('Omer'), zip)
    expect(failures(report)).toMatchObject([{ kind: 'share', code, message: expect.stringMatching(/\S/) as string }])
    expect(report.shares).toMatchObject({ saved: 1, failed: 1 })
  })

  test.each([
    ['position 0', { position: 0 }],
    ['position 101', { position: 101 }],
    ['version 0', { version: 0 }],
    ['line 0', { hidden_lines: [0] }],
    ['5,001 hidden lines', { hidden_lines: Array.from({ length: 5_001 }, (_, i) => i + 1) }],
  ])('rejects a file with %s', async (_name, change) => {
    await fillLibrary()
    const zip = await withShare(await exportOf(dana), 'public', (share) => {
      const [first] = share['files'] as Json[]
      return { ...share, files: [{ ...first, ...change }] }
    })
    const report = await importInto(await other.user('Omer'), zip)
    expect(failures(report)).toMatchObject([{ kind: 'share', code: 'invalid_share_export' }])
  })
})

test('an import accepts an export of version 2 that was made before shares were exported', async () => {
  await fillLibrary()
  const files = await unzip(await exportOf(dana))
  const { shares: _shares, ...manifest } = manifestIn(files)
  files.set('manifest.json', Buffer.from(JSON.stringify(manifest)))
  const zip = await zipOf([...files].map(([name, content]) => ({ name, content })))
  const report = await importInto(await other.user('Omer'), zip)
  expect(report).toMatchObject({ saved: 2, failed: 0, shares: { saved: 0, failed: 0 } })
})
