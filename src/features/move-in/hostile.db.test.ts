import { deflateRawSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { packTar } from 'modern-tar'
import { DatabaseSync } from 'node:sqlite'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { problemOf, replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { trackGrowth } from '../../../test/live-memory.ts'
import { opengistRepositories, sendMove, type Upload } from '../../../test/move-in-kit.ts'
import { zipOf } from '../../../test/zips.ts'
import { MAX_ENTRIES, MAX_ITEMS } from './limits.ts'

let app: TestApp
let dana: TestUser
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  dana = await app.user('Dana')
})

const preview = async (files: Upload[], fields: Record<string, string> = {}) =>
  sendMove(dana, '/api/move-in/preview', files, fields)
const bytesOf = (buffer: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(buffer)
const tarOf = async (entries: Parameters<typeof packTar>[0]) => bytesOf(gzipSync(await packTar(entries)))
const file = (name: string, body: string | Uint8Array = 'x') => ({
  header: { name, size: Buffer.from(body).length, type: 'file' as const },
  body,
})

describe('archives', () => {
  /** A zip with names that an honest program does not write. */
  async function zipWith(names: string[]): Promise<Uint8Array<ArrayBuffer>> {
    const zip = await zipOf(names.map((name) => ({ name: name.replaceAll(/[./\\:]/g, '_'), content: 'x' })))
    let text = zip.toString('latin1')
    for (const name of names) text = text.replaceAll(name.replaceAll(/[./\\:]/g, '_'), name)
    return bytesOf(Buffer.from(text, 'latin1'))
  }

  test('paths that lead outside of a zip or tar are skipped with the reason, and the others come', async () => {
    const names = ['../../etc/cron.d/x', '/etc/passwd2', 'C:\\boot.ini', 'good.py']
    const tar = await tarOf(names.map((name) => file(name)))
    for (const upload of [
      { name: 'slip.zip', content: await zipWith(names) },
      { name: 'slip.tgz', content: tar },
    ]) {
      const reply = replyOf(await preview([upload]))
      expect(reply.files.map((each) => each.file_name)).toEqual(['good.py'])
      expect(reply.skipped.map(({ reason }) => reason)).toEqual(['unsafe_path', 'unsafe_path', 'unsafe_path'])
    }
  })

  test('links inside a tar are not followed', async () => {
    const link = { header: { name: 'passwd', size: 0, type: 'symlink' as const, linkname: '/etc/passwd' } }
    const reply = replyOf(await preview([{ name: 'l.tgz', content: await tarOf([link, file('a.py')]) }]))
    expect(reply).toMatchObject({ files: [{ file_name: 'a.py' }], skipped: [{ path: 'passwd', reason: 'link' }] })
  })

  test('a tar bomb is refused in words, and little memory is used', async () => {
    const size = 600 * 1024 * 1024
    // Compressed in blocks, because the whole does not fit into one buffer.
    const head = (await packTar([{ header: { name: 'zero.txt', size: 0, type: 'file' } }])).subarray(0, 512)
    const header = Buffer.from(head)
    header.write(`${size.toString(8).padStart(11, '0')}\0`, 124, 'latin1')
    header.fill(' ', 148, 156)
    const sum = header.reduce((total, byte) => total + byte, 0)
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
    const block = gzipSync(Buffer.alloc(100 * 1024 * 1024))
    const bomb = Buffer.concat([gzipSync(header), ...Array.from({ length: 6 }, () => block)])
    expect(bomb.length).toBeLessThan(2_000_000)
    const growth = trackGrowth()
    const problem = problemOf(await preview([{ name: 'bomb.tar.gz', content: bytesOf(bomb) }]))
    expect(problem).toMatchObject({
      code: 'archive_too_large',
      path: 'bomb.tar.gz',
      message: expect.stringMatching(/\S/) as string,
    })
    expect(growth()).toBeLessThan(200 * 1024 * 1024)
  })

  test('a zip whose entry lies about its size is skipped, not unpacked to its end', async () => {
    const honest = await zipOf([{ name: 'bomb.txt', content: Buffer.alloc(50 * 1024 * 1024) }])
    expect(deflateRawSync(Buffer.alloc(1024)).length).toBeLessThan(100)
    const lie = Buffer.from(honest)
    // The size after unpacking, in the central directory.
    const directory = lie.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]))
    lie.writeUInt32LE(1000, directory + 24)
    const reply = replyOf(await preview([{ name: 'bomb.zip', content: bytesOf(lie) }]))
    expect(reply.files).toEqual([])
    expect(reply.skipped).toMatchObject([{ path: 'bomb.txt', message: expect.stringMatching(/\S/) as string }])
  })

  test.each(['zip', 'tar.gz'])(
    'a %s with too many entries is refused in words',
    async (kind) => {
      // 100,000 entries where there is time for them; CI has one more than the limit.
      const count = process.env['MOVE_IN'] === 'full' ? 100_000 : MAX_ENTRIES + 1
      const entries = Array.from({ length: count }, (_, i) => `f${i}`)
      const content =
        kind === 'zip'
          ? bytesOf(emptyZip(entries))
          : bytesOf(
              gzipSync(await packTar(entries.map((name) => ({ header: { name, size: 0, type: 'file' as const } })))),
            )
      expect(problemOf(await preview([{ name: `many.${kind}`, content }]))).toMatchObject({ code: 'archive_too_large' })
    },
    60_000,
  )

  /** The end of a zip claims its number of entries; none has to be there for the claim to be refused. */
  function emptyZip(names: readonly string[]): Buffer {
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50, 0)
    end.writeUInt16LE(Math.min(names.length, 0xfffe), 8)
    end.writeUInt16LE(Math.min(names.length, 0xfffe), 10)
    return end
  }

  test.each([
    ['cut.zip', Buffer.from('PK\u0003\u0004 and nothing else')],
    ['cut.tar.gz', gzipSync(Buffer.alloc(700, 7)).subarray(0, 20)],
    ['noise.tgz', Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.alloc(500, 3)])],
  ])('a damaged archive %s is refused in words', async (name, content) => {
    expect(problemOf(await preview([{ name, content: bytesOf(content) }]))).toMatchObject({ code: 'damaged_archive' })
  })

  test('other encodings are skipped with the reason, as text and as the name of a file', async () => {
    const files = [
      { name: 'hebrew-1255.txt', content: bytesOf(Buffer.from([0xf9, 0xec, 0xe5, 0xed])) },
      { name: 'utf16.txt', content: bytesOf(Buffer.from('\ufeffשלום', 'utf16le')) },
      { name: 'image.png', content: bytesOf(Buffer.from([0x89, 0x50, 0, 1])) },
      { name: 'utf16.json', content: bytesOf(Buffer.from('\ufeff[]', 'utf16le')) },
      { name: 'good.txt', content: 'שלום' },
    ]
    const reply = replyOf(await preview(files))
    expect(reply.files).toMatchObject([{ file_name: 'good.txt' }])
    expect(reply.skipped.map(({ reason }) => reason)).toEqual(['not_text', 'not_text', 'not_text', 'not_text'])
    const tar = await tarOf([file('name')])
    const raw = Buffer.from(await packTar([file('name')]))
    raw.write('n\xe9me', 0, 'latin1')
    raw.fill(' ', 148, 156)
    raw.write(
      `${raw
        .subarray(0, 512)
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, '0')}\0 `,
      148,
      'latin1',
    )
    expect(tar.length).toBeGreaterThan(0)
    expect(replyOf(await preview([{ name: 'n.tar', content: bytesOf(raw) }])).skipped).toMatchObject([
      { reason: 'bad_text' },
    ])
  })
})

describe('collections', () => {
  const many = (count: number) =>
    JSON.stringify(Array.from({ length: count }, (_, i) => ({ name: `n${i}`, text: 'x' })))

  test('more files than one move takes are refused in words', async () => {
    const upload = [{ name: 'many.json', content: many(MAX_ITEMS + 1) }]
    expect(problemOf(await preview(upload))).toMatchObject({ code: 'too_many_items', max: MAX_ITEMS })
  })

  test.each([
    ['half a character', '[{"name":"a","text":"\\ud800"}]', 'bad_text'],
    ['NUL', '[{"name":"a","text":"\\u0000"}]', 'bad_text'],
    ['three megabytes', JSON.stringify([{ name: 'a', text: 'x'.repeat(3_000_000) }]), 'too_large'],
    ['nothing', '[{"name":"a","text":""}]', 'empty'],
  ])('a snippet of %s is skipped with the reason', async (_what, content, reason) => {
    const reply = replyOf(await preview([{ name: 'r.json', content }]))
    expect(reply).toMatchObject({ files: [], skipped: [{ reason }] })
  })

  test('names of any kind become names that a file may have', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'binary', maxLength: 300 }), { minLength: 1, maxLength: 5 }),
        async (names) => {
          const content = JSON.stringify(names.map((name) => ({ name, text: 'x', keyword: name })))
          const user = await app.user('Dana')
          const upload = [{ name: 'r.json', content }]
          const moved = replyOf(await sendMove(user, '/api/move-in', upload, { source: 'raycast' }))
          expect(moved.failed).toBe(0)
          expect(moved.saved + moved.unchanged + moved.updated).toBe(names.length)
        },
      ),
      { numRuns: 15 },
    )
  })

  test.each([
    ['deep', '['.repeat(200_000)],
    ['prototype', '{"__proto__":{"body":"x","prefix":"y"},"constructor":{"body":"x","prefix":"y"}}'],
    ['comments', `{"a":{"prefix":"p","body":"b"} ${'/*'.repeat(300_000)}`],
    ['rules', `---\n${'---x\n'.repeat(100_000)}`],
  ])(
    'a hostile text of the kind "%s" is answered in time',
    async (_kind, content) => {
      for (const source of [
        'vscode',
        'masscode',
        'snippetslab',
        'raycast',
        'bytestash',
        'gists',
        'opengist',
        'markdown',
        'paste',
      ])
        expect((await preview([{ name: 'a.json', content }], { source })).status).toBe(200)
    },
    60_000,
  )

  test('aliases of YAML do not grow', async () => {
    const bomb = `---\na: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghij'
      .split('')
      .map((name, i) => `${name}: &${name} [${Array.from({ length: 9 }, () => `*${'abcdefghi'[i] ?? 'a'}`).join(',')}]`)
      .join('\n')}\ntags: *j\n---\ntext`
    expect(replyOf(await preview([{ name: 'a.md', content: bomb }], { source: 'markdown' })).files).toMatchObject([
      { file_name: 'a.md', tags: [] },
    ])
  })

  test('a database with views in place of tables is taken for a binary file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hostile-'))
    const path = join(folder, 'massCode.db')
    const db = new DatabaseSync(path)
    db.exec(`create table folders (id, name, parentId); create table tags (id, name); create table snippet_tags (snippetId, tagId);
      create table snippet_contents (snippetId, label, value, language);
      create view snippets as with recursive n(i) as (select 1 union all select i + 1 from n) select i as id, 'x' as name,
        '' as description, 0 as folderId, 0 as isDeleted, 1 as createdAt, 1 as updatedAt from n`)
    db.close()
    const content = bytesOf(await readFile(path))
    await rm(folder, { recursive: true })
    expect(replyOf(await preview([{ name: 'massCode.db', content }])).skipped).toMatchObject([{ reason: 'not_text' }])
  })

  test('an unknown source and an empty form are refused', async () => {
    expect(problemOf(await preview([], {}))).toMatchObject({ code: 'nothing_to_move' })
    expect(problemOf(await preview([], { text: 'x', source: 'floppy' }))).toMatchObject({
      code: 'unknown_source',
      field: 'source',
    })
    expect((await preview([], { text: 'x'.repeat(1_100_000) })).status).toBe(413)
  })
})

describe('git repositories', () => {
  test('settings, hooks and alternates of an uploaded repository are not used, and a damaged one is reported', async () => {
    const { content } = await opengistRepositories()
    const { unpackTar } = await import('modern-tar')
    const { gunzipSync } = await import('node:zlib')
    const entries = await unpackTar(gunzipSync(Buffer.from(content)))
    const evil =
      '[core]\n\tfsmonitor = touch /tmp/move-in-evil\n\tsshCommand = touch /tmp/move-in-evil\n[include]\n\tpath = /etc/passwd\n'
    const changed = entries.map((entry) => {
      const { name } = entry.header
      const replace = (text: string) => ({
        header: { ...entry.header, size: Buffer.from(text).length },
        data: bytesOf(Buffer.from(text)),
      })
      if (name.endsWith('8622b297/config')) return replace(evil)
      return name.endsWith('9733c3a8/HEAD') ? replace('ref: refs/heads/../../../../etc/passwd\n') : entry
    })
    const alternates = file('repos/dana/8622b297/objects/info/alternates', '/work\n')
    const tar = bytesOf(gzipSync(await packTar([...changed, alternates])))
    const reply = replyOf(await preview([{ name: 'repos.tar.gz', content: tar }]))
    expect(reply.files.map((each) => each.file_name).toSorted()).toEqual(['hello.py', 'קובץ.md'])
    expect(reply.skipped).toMatchObject([{ path: 'repos/dana/9733c3a8/', reason: 'unreadable_repository' }])
    await expect(readFile('/tmp/move-in-evil')).rejects.toThrow('ENOENT')
  })
})
