import { chmod, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Clone } from '../../../test/git-client.ts'
import { type GitLibrary, gitLibrary } from '../../../test/git-library.ts'

let at: GitLibrary
beforeAll(async () => {
  at = await gitLibrary()
})
afterAll(() => at[Symbol.asyncDispose]())

async function countVersions(userId: string): Promise<number> {
  const sql = 'select count(*)::int as n from file_versions where user_id = $1'
  return (await at.app.pool.query<{ n: number }>(sql, [userId])).rows[0]?.n ?? 0
}

/** Pushes, and says what git printed when it was refused. */
async function refused(copy: Clone, ...args: string[]): Promise<string> {
  const { code, text } = await copy.run('push', ...args)
  expect(code).not.toBe(0)
  return text
}

describe('a push', () => {
  test('of 100 commits saves 100 versions and keeps the hashes', async () => {
    const { user, clone } = await at.person('Hundred')
    const id = await user.saveFile('a.txt', 'start\n')
    const copy = await clone('a')
    const numbers = Array.from({ length: 100 }, (_, i) => i + 1)
    copy.commitMany(numbers.map((n) => ({ path: n % 2 === 0 ? 'a.txt' : `new ${n}.md`, content: `text ${n}\n` })))
    await copy.git('push', '--quiet')
    expect(await countVersions(user.id)).toBe(101)
    expect(await user.readFile(id)).toMatchObject({ version: 51, content: 'text 100\n' })
    await at.forgetRepositories()
    const other = await clone('b')
    expect(await other.git('rev-parse', 'HEAD')).toBe(await copy.git('rev-parse', 'HEAD'))
    expect(await other.git('fsck', '--strict')).toBe('')
  })

  test('keeps a renamed file with its notes, and moves a removed one to the trash', async () => {
    const { user, clone } = await at.person('Rename')
    const text = `${Array.from({ length: 20 }, (_, n) => `line ${n}`).join('\n')}\n`
    const id = await user.saveFile('old.py', text)
    const gone = await user.saveFile('gone.txt', 'bye\n')
    await user.createNote(id, { line_start: 1, line_end: 1, content: 'note' })
    const copy = await clone('a')
    await copy.git('mv', 'old.py', 'new.py')
    await copy.git('rm', '--quiet', 'gone.txt')
    await copy.commit('move', { 'new.py': `${text}more\n` })
    await copy.git('push', '--quiet')
    expect(await user.readFile(id)).toMatchObject({ file_name: 'new.py', version: 2, content: `${text}more\n` })
    expect((await user.get(`/api/sticky-notes/${id}`)).text).toContain('note')
    expect((await user.get(`/api/files/${gone}`)).status).toBe(404)
    await copy.git('mv', 'new.py', 'newest.py')
    await copy.commit('only the name')
    await copy.git('push', '--quiet')
    expect(await user.readFile(id)).toMatchObject({ file_name: 'newest.py', version: 2 })
    expect((await user.post(`/api/trash/${gone}/restore`)).status).toBe(200)
    await copy.git('pull', '--quiet', '--ff-only')
    expect(await copy.read('gone.txt')).toBe('bye\n')
  })

  test('that moves code to another file makes its lost note offer that file', async () => {
    const { user, clone } = await at.person('Split')
    const block = 'def total(invoices):\n    return sum(each.amount for each in invoices)\n'
    const id = await user.saveFile('old.py', `${block}\nprint("the rest of the file")\n`)
    await user.createNote(id, { line_start: 1, line_end: 2, content: 'note' })
    const copy = await clone('a')
    await copy.commit('split', { 'old.py': 'print("the rest of the file")\n', 'total.py': block })
    await copy.git('push', '--quiet')
    const { body } = await user.get(`/api/sticky-notes/${id}`)
    expect(body).toMatchObject({ notes: [{ place: { state: 'lost', offer: { path: 'total.py', line_start: 1 } } }] })
  })

  test('keeps modes, empty commits and signatures byte for byte', async () => {
    const { user, clone } = await at.person('Exact')
    const id = await user.saveFile('run.sh', 'echo\n')
    const copy = await clone('a')
    await chmod(join(copy.dir, 'run.sh'), 0o755)
    await copy.commit('mode')
    await copy.commit('empty')
    const tree = await copy.git('rev-parse', 'HEAD^{tree}')
    const person = 'Dana <dana@laptop.test> 1700000000 +0530'
    const signed = `tree ${tree}\nparent ${await copy.git('rev-parse', 'HEAD')}\nauthor ${person}\ncommitter ${person}\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n abc\n -----END PGP SIGNATURE-----\n\nשלום, no line end`
    await writeFile(join(copy.dir, 'signed'), signed)
    const oid = await copy.git('hash-object', '-t', 'commit', '-w', 'signed')
    await copy.git('push', '--quiet', 'origin', `${oid}:main`)
    expect(await user.readFile(id)).toMatchObject({ version: 1 })
    await at.forgetRepositories()
    const other = await clone('b')
    expect(await other.git('rev-parse', 'HEAD')).toBe(oid)
    expect(await other.git('ls-files', '--stage')).toMatch(/^100755/)
    await at.save(user, id, 1, 'echo 2\n')
    await other.git('pull', '--quiet', '--ff-only')
    expect(await other.git('ls-files', '--stage')).toMatch(/^100755/)
  })

  test('to an empty library saves a first commit', async () => {
    const { user, clone } = await at.person('First')
    const copy = await clone('a')
    await copy.git('checkout', '--quiet', '-B', 'main')
    await copy.commit('first', { 'a.txt': 'a\n', 'b.txt': 'b\n' })
    await copy.git('push', '--quiet', 'origin', 'main')
    expect(await countVersions(user.id)).toBe(2)
  })
})

describe('a push is refused in words and saves nothing', () => {
  const cases: { what: string; says: RegExp; prepare: (copy: Clone) => Promise<string[]> }[] = [
    {
      what: 'with a file that is not text',
      says: /remote: b\.bin: (Only text files|אפשר לשמור רק קובצי טקסט)/,
      prepare: async (copy) => (await copy.commit('x', { 'a.txt': 'fine\n', 'b.bin': Buffer.from([0, 255, 1]) }), []),
    },
    {
      what: 'with a file above 2 MiB',
      says: /remote: big\.txt: (The file is too large|הקובץ גדול מדי)/,
      prepare: async (copy) => (await copy.commit('x', { 'big.txt': 'x'.repeat(2 * 1024 * 1024 + 1) }), []),
    },
    {
      what: 'with a folder whose path is too long',
      says: /remote: (f\/)+a\.txt: (The folder is not valid|התיקייה אינה תקינה)/,
      prepare: async (copy) => {
        const blob = await copy.git('rev-parse', 'HEAD:a.txt')
        await copy.git('update-index', '--add', '--cacheinfo', `100644,${blob},${'f/'.repeat(201)}a.txt`)
        await copy.git('commit', '--quiet', '-m', 'folder')
        return []
      },
    },
    {
      what: 'with a symbolic link',
      says: /remote: link: (Only plain files|אפשר לשמור רק קבצים רגילים)/,
      prepare: async (copy) => {
        await symlink('a.txt', join(copy.dir, 'link'))
        await copy.commit('link')
        return []
      },
    },
    {
      what: 'with a name that is not allowed',
      says: /remote: .*: (The file name is not valid|שם הקובץ אינו תקין)/,
      prepare: async (copy) => (await copy.commit('x', { 'a\\b.txt': 'x\n' }), []),
    },
    {
      what: 'to another branch',
      says: /remote: (Only the branch main|אפשר לדחוף רק לענף main)/,
      prepare: async () => ['origin', 'main:other'],
    },
    {
      what: 'of a tag together with main',
      says: /remote: (Only the branch main|אפשר לדחוף רק לענף main)/,
      prepare: async (copy) => {
        await copy.commit('x', { 'a.txt': 'tagged\n' })
        await copy.git('tag', 'v1')
        return ['origin', 'main', 'v1']
      },
    },
    {
      what: 'that deletes main',
      says: /(deletion prohibited|remote: )/,
      prepare: async () => ['origin', ':main'],
    },
    {
      what: 'that rewrites history',
      says: /remote: (A push must continue|אפשר לדחוף רק המשך)/,
      prepare: async (copy) => {
        await copy.git('commit', '--quiet', '--amend', '-m', 'rewritten')
        return ['--force']
      },
    },
    {
      what: 'with a merge',
      says: /remote: (A push must continue|אפשר לדחוף רק המשך)/,
      prepare: async (copy) => {
        await copy.git('checkout', '--quiet', '-b', 'side')
        await copy.commit('side', { 'side.txt': 'x\n' })
        await copy.git('checkout', '--quiet', 'main')
        await copy.commit('main', { 'a.txt': 'main\n' })
        await copy.git('merge', '--quiet', '--no-ff', '-m', 'merge', 'side')
        return ['origin', 'main']
      },
    },
    {
      what: 'of too many files',
      says: /remote: (Up to 1,000|אפשר לדחוף בבת אחת)/,
      prepare: async (copy) => {
        const files = Array.from({ length: 1_001 }, (_, n): [string, string] => [`f${n}.txt`, `${n}\n`])
        await copy.commit('many', Object.fromEntries(files))
        return []
      },
    },
  ]

  test.each(cases.map((each, i) => ({ ...each, i })))('$what', async ({ i, says, prepare }) => {
    const { user, clone } = await at.person(`Refused${i}`)
    await user.saveFile('a.txt', 'a\n')
    const copy = await clone('a')
    const head = await copy.git('rev-parse', 'HEAD')
    const args = await prepare(copy)
    expect(await refused(copy, ...args)).toMatch(says)
    expect(await countVersions(user.id)).toBe(1)
    expect(await (await clone('b')).git('rev-parse', 'HEAD')).toBe(head)
  })
})
