import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { replyOf, type TestUser } from '../../../test/app.ts'
import { type Sent, sendForm } from '../../../test/forms.ts'
import { type GitLibrary, gitLibrary } from '../../../test/git-library.ts'
import { sendMove } from '../../../test/move-in-kit.ts'
import { unzip, zipOf } from '../../../test/zips.ts'

// 500 saves, and processes of git.
vi.setConfig({ testTimeout: 180_000 })

let at: GitLibrary
beforeAll(async () => {
  at = await gitLibrary()
})
afterAll(() => at[Symbol.asyncDispose]())

/** 500 files in nested folders, with the same names in many of them, in Hebrew, in two cases and in two normal forms. */
const FOLDERS = [
  '',
  '/src',
  '/src/lib',
  '/test',
  '/תיעוד',
  '/תיעוד/פרק 1',
  '/a b (2)',
  '/src/lib/deep/er',
  '/e\u0301',
  '/.github',
]
const NAMES = [
  'index.ts',
  'README.md',
  'קובץ.py',
  'Makefile',
  'A.txt',
  'a.txt',
  '\u00e9.md',
  'x.test.js',
  '.env',
  'שלום world.md',
]
const TREE = new Map(
  FOLDERS.flatMap((folder) =>
    NAMES.flatMap((name) =>
      Array.from({ length: 5 }, (_, i): [string, string] => {
        const path = `proj${folder}/${i === 0 ? name : `${i}-${name}`}`
        return [path, `${path}\r\nשורה ${i}\n`]
      }),
    ),
  ),
)
const SENT: Sent[] = [...TREE].map(([name, content]) => ({ name, content }))

async function uploadTree(user: TestUser): Promise<void> {
  const answer = await sendForm(user, '/api/files/upload', SENT)
  expect(answer.body).toMatchObject({ saved: 500, failed: 0, skipped: 0 })
}

function asTree(files: ReadonlyMap<string, Buffer>): Map<string, string> {
  return new Map([...files].map(([path, bytes]): [string, string] => [path, String(bytes)]).toSorted(byPath))
}

function byPath([a]: [string, string], [b]: [string, string]): number {
  return a < b ? -1 : 1
}

const EXPECTED = new Map([...TREE].toSorted(byPath))

async function folderZip(user: TestUser): Promise<Map<string, string>> {
  return asTree(await unzip((await user.get('/files/zip?folder=proj')).bytes))
}

test('a folder of 500 files comes back equal as a zip, through git and through export and import', async () => {
  expect(TREE.size).toBe(500)
  const { user, clone } = await at.person('Tree')
  await uploadTree(user)
  expect(await folderZip(user)).toEqual(EXPECTED)

  // Again: nothing changed, so nothing is saved.
  expect((await sendForm(user, '/api/files/upload', SENT)).body).toMatchObject({ saved: 0, unchanged: 500 })

  const copy = await clone('all')
  const listed = (await copy.git('-c', 'core.quotePath=false', 'ls-files', '-z')).split('\0').filter(Boolean)
  expect(listed.toSorted()).toEqual([...EXPECTED.keys()])
  for (const path of listed.slice(0, 50)) expect(await copy.read(path), path).toBe(TREE.get(path))
  expect(await copy.git('fsck', '--strict')).toBe('')

  const exported = (await user.get('/export')).bytes
  const other = await at.app.user('Importer')
  const answer = await sendForm(other, '/api/import', [{ name: 'export.zip', content: new Uint8Array(exported) }])
  expect(answer.body).toMatchObject({ saved: 500, failed: 0 })
  expect(await folderZip(other)).toEqual(EXPECTED)
})

test('a zip of 500 files and a move-in of them keep the same paths as an upload', async () => {
  const zip = await zipOf([...TREE].map(([name, content]) => ({ name, content })))
  const content = new Uint8Array(zip)
  const zipper = await at.app.user('Zipper')
  expect((await sendForm(zipper, '/api/files/upload', [{ name: 'all.zip', content }])).body).toMatchObject({
    saved: 500,
  })
  expect(await folderZip(zipper)).toEqual(EXPECTED)
  const mover = await at.app.user('Mover')
  const moved = replyOf(await sendMove(mover, '/api/move-in', [{ name: 'all.zip', content }], { source: 'folder' }))
  expect(moved).toMatchObject({ saved: 500, failed: 0, skipped: [] })
  expect(await folderZip(mover)).toEqual(EXPECTED)
})

test('a pushed folder becomes files in it, a moved file stays the same file, and a name that is also a folder is left out', async () => {
  const { user, clone } = await at.person('Pusher')
  const id = await user.saveFile('a.py', 'a\n')
  const copy = await clone('one')
  await copy.commit('folder', { 'src/a.py': 'src a\n', 'src/lib/b.py': 'b\n' })
  await copy.git('mv', 'a.py', 'src/lib/a.py')
  await copy.git('commit', '--quiet', '-m', 'move')
  await copy.git('push', '--quiet')
  expect(await user.readFile(id)).toMatchObject({ folder: 'src/lib', file_name: 'a.py', content: 'a\n' })
  await user.saveFile('src', 'a name that is also a folder')
  await user.put(`/api/files/${id}`, { folder: 'other', file_name: 'c.py', prev_version: 1 })
  await copy.git('pull', '--quiet', '--rebase')
  expect((await copy.git('ls-files')).split('\n').toSorted()).toEqual(['other/c.py', 'src/a.py', 'src/lib/b.py'])
  expect(await copy.git('fsck', '--strict')).toBe('')
  // Written again from the database, the commits have the same hashes.
  const head = await copy.git('rev-parse', 'HEAD')
  await at.forgetRepositories()
  expect(await (await clone('two')).git('rev-parse', 'HEAD')).toBe(head)
})
