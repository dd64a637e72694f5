import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { problemOf, replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { runOnce } from '../../../test/job.ts'
import { unzip } from '../../../test/zips.ts'
import { checkCounters } from './service/upkeep.ts'

let app: TestApp
let dana: TestUser
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  dana = await app.user('Dana')
})

const save = (folder: string, file_name: string, content = 'x') =>
  dana.post('/api/files', { folder, file_name, content })
const saved = async (folder: string, name: string, content?: string) => replyOf(await save(folder, name, content))
const paths = async (query = '') =>
  replyOf(await dana.get(`/api/files?${query}`))
    .items.map(({ folder, file_name }) => (folder === '' ? file_name : `${folder}/${file_name}`))
    .toSorted()
const folderCounts = async () => {
  const { rows } = await sql<{ name: string; n: number }>`
    select name, n from file_counts where user_id = ${dana.id} and kind = 'folder' and n > 0 order by name
  `.execute(app.db)
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}

describe('a file in a folder', () => {
  test('is identified by its folder and its name', async () => {
    const [src, other, root] = [
      await saved('src', 'index.ts'),
      await saved('test', 'index.ts'),
      await saved('', 'index.ts'),
    ]
    expect(new Set([src.file_id, other.file_id, root.file_id]).size).toBe(3)
    expect(await saved('src', 'index.ts', 'y')).toEqual({ ...src, version: 2 })
    expect(await dana.readFile(src.file_id)).toMatchObject({ folder: 'src', file_name: 'index.ts', content: 'y' })
    expect(await paths()).toEqual(['index.ts', 'src/index.ts', 'test/index.ts'])
  })

  test('keeps names that differ in case or normal form byte for byte', async () => {
    for (const folder of ['Src', 'src', '\u00e9', 'e\u0301', 'ספרייה']) await saved(folder, 'a.py')
    expect(await paths()).toEqual(['Src/a.py', 'e\u0301/a.py', 'src/a.py', '\u00e9/a.py', 'ספרייה/a.py'])
  })

  test.each(['/', '/src', 'src/', 'a//b', '..', 'a/../b', './a', 'a\\b', 'a\0b', 'a\nb', 'x/'.repeat(201) + 'x'])(
    'is refused when the folder is %j',
    async (folder) => {
      expect(problemOf(await save(folder, 'a.py'))).toMatchObject({ code: 'invalid_folder', field: 'folder' })
      expect(await paths()).toEqual([])
    },
  )

  test('may have the longest folder and the longest name, each character of four bytes', async () => {
    // Random, because the index compresses what repeats.
    const wide = (n: number) =>
      Array.from({ length: n }, () => String.fromCodePoint(0x1f300 + Math.floor(Math.random() * 700))).join('')
    const folder = `${wide(200)}/${wide(199)}`
    expect(await saved(folder, wide(255))).toMatchObject({ folder, version: 1 })
  })

  test('is moved by the folder alone and keeps its folder when only the name changes', async () => {
    const { file_id: id } = await saved('src', 'a.py')
    await dana.put(`/api/files/${id}`, { file_name: 'b.py', prev_version: 1 })
    expect(await paths()).toEqual(['src/b.py'])
    await dana.put(`/api/files/${id}`, { folder: 'lib/deep', prev_version: 1 })
    expect(await paths()).toEqual(['lib/deep/b.py'])
    await saved('', 'b.py')
    const refused = await dana.put(`/api/files/${id}`, { folder: '', prev_version: 1 })
    expect(problemOf(refused)).toMatchObject({ code: 'name_taken', suggestion: 'b (2).py' })
  })

  test('comes back from the trash into its folder, unless its path is taken there', async () => {
    const { file_id: id } = await saved('src', 'a.py')
    await dana.post(`/api/files/${id}/trash`)
    await saved('', 'a.py')
    await dana.post(`/api/trash/${id}/restore`)
    expect(await paths()).toEqual(['a.py', 'src/a.py'])
    await dana.post(`/api/files/${id}/trash`)
    await saved('src', 'a.py')
    expect(problemOf(await dana.post(`/api/trash/${id}/restore`))).toMatchObject({ code: 'name_taken' })
  })
})

describe('a folder', () => {
  test('filters the list together with what is below it', async () => {
    for (const [folder, name] of [
      ['src', 'a.py'],
      ['src/lib', 'a.py'],
      ['src2', 'a.py'],
      ['', 'src'],
      ['a/src', 'a.py'],
      ['s_c', 'a.py'],
    ] as const)
      await saved(folder, name, 'needle')
    expect(await paths('folder=src')).toEqual(['src/a.py', 'src/lib/a.py'])
    expect(await paths('folder=s_c')).toEqual(['s_c/a.py'])
    expect(await paths('folder=src&q=needle')).toEqual(['src/a.py', 'src/lib/a.py'])
    expect(await paths('folder=none')).toEqual([])
  })

  test('is counted with what is below it, by every write and by the repair', async () => {
    const { file_id: id } = await saved('src/lib', 'a.py')
    await saved('src', 'a.py')
    expect(await folderCounts()).toEqual({ src: 2, 'src/lib': 1 })
    await dana.put(`/api/files/${id}`, { folder: 'other', prev_version: 1 })
    expect(await folderCounts()).toEqual({ other: 1, src: 1 })
    await dana.post(`/api/files/${id}/trash`)
    expect(await folderCounts()).toEqual({ src: 1 })
    await dana.post(`/api/trash/${id}/restore`)
    await sql`update file_counts set n = 7 where user_id = ${dana.id} and kind = 'folder'`.execute(app.db)
    await sql`insert into file_counts (user_id, kind, name, n) values (${dana.id}, 'folder', 'gone', 3)`.execute(app.db)
    await runOnce(app, checkCounters)
    expect(await folderCounts()).toEqual({ other: 1, src: 1 })
  })

  test('is downloaded as a zip that begins with its own name', async () => {
    for (const [folder, name] of [
      ['a/src', 'x.py'],
      ['a/src/lib', 'x.py'],
      ['a', 'other.py'],
    ] as const)
      await saved(folder, name, `${folder} ${name}`)
    const answer = await dana.get('/files/zip?folder=a/src')
    expect(answer.headers['content-disposition']).toContain('filename="src.zip"')
    const entries = [...(await unzip(answer.bytes))].map(([path, content]) => [path, String(content)])
    expect(Object.fromEntries(entries)).toEqual({ 'src/x.py': 'a/src x.py', 'src/lib/x.py': 'a/src/lib x.py' })
    expect(await dana.get('/files/zip?folder=none')).toMatchObject({ status: 404 })
    const eve = await app.user('Eve')
    expect(await eve.get('/files/zip?folder=a/src')).toMatchObject({ status: 404 })
  })
})

describe('bulk-move', () => {
  test('moves all files, or none when a name is taken', async () => {
    const ids = [(await saved('', 'a.py')).file_id, (await saved('x', 'b.py')).file_id]
    expect(await dana.post('/api/files/bulk-move', { file_ids: ids, folder: 'one' })).toMatchObject({
      body: { updated: 2 },
    })
    expect(await paths()).toEqual(['one/a.py', 'one/b.py'])
    await saved('two', 'b.py')
    const refused = await dana.post('/api/files/bulk-move', { file_ids: ids, folder: 'two' })
    expect(problemOf(refused)).toMatchObject({ code: 'name_taken', file_name: 'b.py' })
    expect(await paths()).toEqual(['one/a.py', 'one/b.py', 'two/b.py'])
    expect(problemOf(await dana.post('/api/files/bulk-move', { file_ids: ids, folder: '../x' }))).toMatchObject({
      code: 'invalid_folder',
    })
  })

  test('gives one of two equal names the path under concurrent requests', async () => {
    const ids = [(await saved('p', 'same.py')).file_id, (await saved('q', 'same.py')).file_id]
    const answers = await Promise.all(
      ids.map((id) => dana.post('/api/files/bulk-move', { file_ids: [id], folder: 'both' })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})
