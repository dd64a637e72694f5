import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ORIGIN, problemOf, replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { savedIds, type Sent, sendForm } from '../../../test/forms.ts'
import { nastyTexts } from '../../../test/nasty-texts.ts'
import { zipOf } from '../../../test/zips.ts'

let app: TestApp
let dana: TestUser
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app[Symbol.asyncDispose]())
// One user per test, so that names do not collide and rate limits are not reached.
beforeEach(async () => {
  dana = await app.user('Dana')
})

const upload = (files: readonly Sent[]) => sendForm(dana, '/api/files/upload', files)
type Uploaded = Awaited<ReturnType<typeof upload>>
const results = (answer: Uploaded) => replyOf(answer).results
const contents = (answer: Uploaded) =>
  Promise.all(savedIds(replyOf(answer)).map(async (id) => (await dana.readFile(id)).content))
const names = async () =>
  replyOf(await dana.get('/api/files'))
    .items.map(({ file_name, version }) => `${file_name} v${version}`)
    .toSorted()

describe('POST /api/files/upload', () => {
  test('refuses a form whose boundary is longer than the parser allows', async () => {
    const boundary = 'b'.repeat(300)
    const answer = await dana.raw({
      method: 'POST',
      url: '/api/files/upload',
      headers: { origin: ORIGIN, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: `--${boundary}--\r\n`,
    })
    expect([answer.status, problemOf(answer)]).toMatchObject([400, { code: 'upload_incomplete' }])
  })

  test('returns a result for each file, and a bad file does not stop the others', async () => {
    const answer = await upload([
      { name: 'a.py', content: 'print(1)' },
      { name: 'תמונה.png', content: new Uint8Array([0x89, 0x50, 0, 1]) },
      { name: 'latin.txt', content: new Uint8Array([0xe9, 0x20]) },
      { name: 'huge.txt', content: 'x'.repeat(2 * 1024 * 1024 + 1) },
      { name: 'שלום.md', content: '# שלום' },
    ])
    expect(answer).toMatchObject({ status: 200, body: { ok: true, saved: 2, failed: 3, skipped: 0 } })
    expect(results(answer)).toMatchObject([
      { path: 'a.py', ok: true, file_name: 'a.py', version: 1 },
      { path: 'תמונה.png', ok: false, code: 'binary_not_supported' },
      { path: 'latin.txt', ok: false, code: 'binary_not_supported' },
      { path: 'huge.txt', ok: false, code: 'content_too_large', message: expect.any(String) as string },
      { path: 'שלום.md', ok: true, file_name: 'שלום.md' },
    ])
    expect(await contents(answer)).toEqual(['print(1)', '# שלום'])
    expect(await names()).toEqual(['a.py v1', 'שלום.md v1'])
  })

  test('S32: keeps every nasty text unchanged, alone and inside a zip', async () => {
    const texts = Object.entries(nastyTexts)
    const answer = await upload(texts.map(([name, content]) => ({ name: `${name}.txt`, content })))
    expect(answer.body).toMatchObject({ saved: texts.length, failed: 0 })
    expect(await contents(answer)).toEqual(Object.values(nastyTexts))

    const zip = await zipOf(texts.map(([name, content]) => ({ name: `z/${name}.md`, content })))
    expect(await contents(await upload([{ name: 'all.ZIP', content: zip }]))).toEqual(Object.values(nastyTexts))
  })

  test('keeps equal names at different paths apart, and finds each again when the folder is uploaded again', async () => {
    const folder = (b: string) => [
      { name: 'app/a/index.js', content: 'a' },
      { name: 'app/b/index.js', content: b },
    ]
    expect(results(await upload(folder('b')))).toMatchObject([
      { path: 'app/a/index.js', folder: 'app/a', file_name: 'index.js', version: 1 },
      { path: 'app/b/index.js', folder: 'app/b', file_name: 'index.js', version: 1 },
    ])
    // Another order, one more file in front, one changed text: as after a day of work.
    const again = await upload([{ name: 'app/0/index.js', content: '0' }, ...folder('b, changed').toReversed()])
    expect(again.body).toMatchObject({ saved: 2, unchanged: 1 })
    expect(results(again)).toMatchObject([
      { path: 'app/0/index.js', folder: 'app/0', file_name: 'index.js', version: 1 },
      { path: 'app/b/index.js', folder: 'app/b', file_name: 'index.js', version: 2 },
      { path: 'app/a/index.js', folder: 'app/a', file_name: 'index.js', version: 1, unchanged: true },
    ])
    expect(await names()).toEqual(['index.js v1', 'index.js v1', 'index.js v2'])
  })

  test('never makes a file from a folder a version of a file without a folder', async () => {
    await dana.post('/api/files', { file_name: 'main.py', content: 'mine' })
    expect(results(await upload([{ name: 'other/main.py', content: 'theirs' }]))).toMatchObject([
      { folder: 'other', file_name: 'main.py', version: 1 },
    ])
  })

  test('saves a file without a folder by its name: a new file, then the next version', async () => {
    await upload([{ name: 'x.py', content: '1' }])
    expect(results(await upload([{ name: 'x.py', content: '2' }]))).toMatchObject([{ file_name: 'x.py', version: 2 }])
  })

  test('keeps two files with one name in one request apart, also the second time', async () => {
    const both = [
      { name: 'x.py', content: 'first' },
      { name: 'x.py', content: 'second' },
    ]
    await upload(both)
    await upload(both)
    expect(await names()).toEqual(['x (2).py v1', 'x.py v2'])
  })

  test('skips junk and reports it by folder', async () => {
    const zip = await zipOf([
      { name: 'p/a.py', content: '1' },
      { name: 'p/node_modules/x/i.js', content: '1' },
      { name: 'p/node_modules/y/i.js', content: '1' },
      { name: '__MACOSX/p/._a.py', content: 'x' },
      { name: 'p/.git/HEAD', content: 'x' },
      { name: 'p/.DS_Store', content: 'x' },
    ])
    const answer = await upload([{ name: 'p.zip', content: zip }])
    expect(answer.body).toMatchObject({ saved: 1, skipped: 4, failed: 0 })
    expect(results(answer)).toContainEqual({
      path: 'p/node_modules/',
      ok: false,
      error: 'skipped',
      code: 'skipped',
      files: 2,
    })
  })

  test('unpacks a file named .zip only when it is a zip', async () => {
    const answer = await upload([
      { name: 'words.zip', content: 'not a zip' },
      { name: 'broken.zip', content: (await zipOf([{ name: 'a', content: 'b' }])).subarray(0, 40) },
      { name: 'empty.txt', content: '' },
    ])
    expect(results(answer)).toMatchObject([
      { path: 'words.zip', ok: true, file_name: 'words.zip' },
      { path: 'broken.zip', ok: false, code: 'damaged_zip' },
      { path: 'empty.txt', ok: true },
    ])
  })

  test('refuses a path that leads out of its folder', async () => {
    const zip = await zipOf([{ name: 'x/evil.py', content: '1' }])
    // The zip library refuses such a name, so both of its occurrences are patched afterwards.
    const evil = Buffer.from(zip.toString('latin1').replaceAll('x/evil.py', '../vil.py'), 'latin1')
    expect(results(await upload([{ name: 'e.zip', content: evil }]))).toMatchObject([
      { ok: false, path: '../vil.py', code: 'invalid_folder' },
    ])
    expect(results(await upload([{ name: '..', content: '1' }]))).toMatchObject([{ code: 'invalid_file_name' }])
  })

  test('returns 400 without files and 415 for a body that is not a form', async () => {
    expect(await upload([])).toMatchObject({ status: 400, body: { code: 'no_files_selected' } })
    expect(await dana.post('/api/files/upload', { a: 1 })).toMatchObject({ status: 415 })
  })
})

describe('zip bombs', () => {
  /** One entry whose header declares a false size. */
  function lyingZip(inflated: number, declared: number): Buffer<ArrayBuffer> {
    const data = deflateRawSync(Buffer.alloc(inflated, 'x'))
    const name = Buffer.from('bomb.txt')
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(data.length, 18)
    local.writeUInt32LE(declared, 22)
    local.writeUInt16LE(name.length, 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(8, 10)
    central.writeUInt32LE(data.length, 20)
    central.writeUInt32LE(declared, 24)
    central.writeUInt16LE(name.length, 28)
    const start = local.length + name.length + data.length
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50, 0)
    end.writeUInt16LE(1, 8)
    end.writeUInt16LE(1, 10)
    end.writeUInt32LE(central.length + name.length, 12)
    end.writeUInt32LE(start, 16)
    return Buffer.concat([local, name, data, central, name, end])
  }

  test('an entry above the file limit is not inflated, and one with a false size only up to the limit', async () => {
    const answer = await upload([
      { name: 'honest.zip', content: lyingZip(60_000_000, 60_000_000) },
      { name: 'liar.zip', content: lyingZip(60_000_000, 1_000) },
    ])
    expect(results(answer)).toMatchObject([{ code: 'content_too_large' }, { code: 'unreadable_in_zip' }])
  })

  test('saves the first files of a zip above the limit and reports the rest', async () => {
    const zip = await zipOf(Array.from({ length: 2_003 }, (_, i) => ({ name: `p/${i}.bin`, content: '\0' })))
    const answer = await upload([{ name: 'many.zip', content: zip }])
    expect(results(answer).at(-1)).toMatchObject({ path: 'many.zip', ok: false, code: 'zip_too_large' })
  })

  test('returns 413 with what was saved when a request has too many parts', async () => {
    const parts = Array.from({ length: 2_001 }, () => ({ name: '.DS_Store', content: '' }))
    expect(await upload([{ name: 'a.py', content: '1' }, ...parts])).toMatchObject({
      status: 413,
      body: { ok: false, code: 'too_many_files', saved: 1 },
    })
  })
})
