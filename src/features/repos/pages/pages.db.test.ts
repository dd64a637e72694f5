import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { repoStage, type RepoStage, type TestUser } from '../../../../test/repos.ts'

/** Long enough for git's rename detection. */
const LONG = (line: string) => `${'const a = 1\n'.repeat(20)}${line}\n`

let stage: RepoStage
let dana: TestUser
let omer: TestUser
let first = ''
let head = ''
let id = ''
beforeAll(async () => {
  stage = await repoStage()
  dana = await stage.app.user('Dana')
  omer = await stage.app.user('Omer')
  const origin = stage.server.create('noa/site')
  first = origin.commit({ put: { 'src/a.ts': LONG('const b = 2'), 'package.json': '{}\n' } }, { message: 'begin' })
  head = origin.commit({
    rename: { 'src/a.ts': 'src/b.ts' },
    put: {
      'src/b.ts': LONG('const b = 3 // <script>alert(1)</script>'),
      link: { symlink: '/etc/passwd' },
      lib: { submodule: 'a'.repeat(40) },
      'logo.png': Buffer.from([0x89, 0x50, 0, 1]),
      'caf\\xE9/x.txt': 'latin\n',
      history: 'a file called history\n',
      'empty.txt': '',
      'more.txt': 'needle\n'.repeat(25),
      'twenty.txt': 'stitch\n'.repeat(20),
    },
  })
  id = await stage.mirror(dana, 'noa/site')
})
afterAll(() => stage[Symbol.asyncDispose]())

const REPO = '/repos/noa/site'

describe('pages of a repository', () => {
  it.each([
    ['', ['src', 'history', 'lib']],
    ['/src', ['b.ts']],
    ['/src/b.ts', ['const', '&lt;script&gt;alert(1)']],
    ['/history', ['a file called history']],
    ['/link', ['/etc/passwd']],
    ['/lib', ['a'.repeat(40)]],
    ['/logo.png', ['not a text file']],
    ['/empty.txt', ['The file is empty']],
    ['/caf%25E9/x.txt', ['latin']],
    ['/caf%25E9', ['x.txt']],
    ['?view=tree', ['id="tree"', 'src', 'history']],
    ['/src/b.ts?view=tree', ['id="tree"', 'href="/repos/noa/site/src/b.ts"', 'aria-current="page"']],
    ['/src?view=tree&level=1', ['href="/repos/noa/site/src/b.ts"']],
    ['/caf%25E9/x.txt?view=tree', ['x.txt']],
    ['/lib?view=tree', ['id="tree"']],
    ['?view=history', ['begin']],
    ['/src/b.ts?view=history', ['begin', 'src/a.ts']],
    ['/src/b.ts?view=blame', ['const b = 3']],
    ['?view=numbers', ['TypeScript', 'package.json']],
    ['?q=CONST', ['src/b.ts']],
    ['?q=needle', ['More than 20 lines were found', 'More lines in this file']],
    ['?q=stitch', ['20 lines found']],
    ['?q=-e%20--open-files-in-pager%3Did', ['Nothing was found']],
  ])('%s', async (path, words) => {
    const page = await dana.page(REPO + path, { 'accept-language': 'en' })
    expect(page.status, page.text.slice(0, 300)).toBe(200)
    for (const word of words) expect(page.text.includes(word), word).toBe(true)
    expect(page.text.includes('<script>alert')).toBe(false)
    expect((await omer.page(REPO + path)).status).toBe(404)
  })

  test('a commit shows its changes, and a permanent link always shows that commit', async () => {
    const commit = await dana.page(`${REPO}?at=${head}&view=commit`, { 'accept-language': 'en' })
    expect(commit.text.includes('src/a.ts → ')).toBe(true)
    expect(commit.text.includes('diff-added')).toBe(true)
    const root = await dana.page(`${REPO}?at=${first}&view=commit`, { 'accept-language': 'en' })
    expect(root.text.includes('The first commit')).toBe(true)
    const old = await dana.page(`${REPO}/src/a.ts?at=${first}`)
    expect(old.status).toBe(200)
    expect((await dana.get(`/api/repos/${id}/text?path=src/a.ts&at=${first}`)).body).toMatchObject({
      version: { content: LONG('const b = 2') },
    })
  })

  test('raw is sandboxed text, download is every byte, and raw is rejected for a file that is not text', async () => {
    const raw = await dana.get(`${REPO}/src/b.ts?raw=1`)
    expect(raw.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    expect(String(raw.headers['content-security-policy'])).toContain('sandbox')
    const logo = await dana.get(`${REPO}/logo.png?download=1`)
    expect([...logo.bytes]).toEqual([0x89, 0x50, 0, 1])
    expect(String(logo.headers['content-disposition'])).toContain('attachment')
    expect(await dana.get(`${REPO}/logo.png?raw=1`)).toMatchObject({ status: 415 })
  })

  it.each([
    ['/..%2F..%2Fetc%2Fpasswd', 400],
    ['/.git/config', 404],
    ['/src/..%2F..%2F..%2Fx', 400],
    ['/-oProxyCommand', 404],
    ['?at=--output=x', 404],
    [`?at=${'0'.repeat(40)}`, 404],
    ['?at=HEAD', 404],
    ['/nope.ts?view=blame', 404],
    ['/src?raw=1', 404],
    ['/lib?download=1', 404],
  ])('%s returns %i', async (path, status) => {
    expect((await dana.page(REPO + path)).status).toBe(status)
  })

  test('a mirror that is missing on the disk is reported instead of shown as empty', async () => {
    await (await stage.mirrorOf(id)).remove()
    expect(await dana.get(`${REPO}/src?x=1`)).toMatchObject({ status: 503, body: { code: 'mirror_unreadable' } })
    await stage.resync(dana, id)
    expect((await dana.page(`${REPO}/src`)).status).toBe(200)
  })
})

test('the repository list adds by a form, shows why it failed, and offers an undo after removal', async () => {
  const refused = await dana.form('/repos', { url: 'https://me:secret@github.com/a/b' })
  expect(refused.headers['location']).toBe('/repos?problem=credentials_in_url')
  const page = await dana.page('/repos?problem=credentials_in_url', { 'accept-language': 'en' })
  expect(page.text).toContain('were not stored')
  stage.server.create('noa/form').commit({ put: { a: 'a' } })
  expect((await dana.form('/repos', { url: stage.server.url('noa/form') })).headers['location']).toBe('/repos')
  expect((await dana.page('/repos/noa/form', { 'accept-language': 'en' })).text).toContain('has not finished yet')
  const removed = await dana.form('/repos/noa/form/remove')
  expect(String(removed.headers['location'])).toContain('/repos?removed=')
  expect((await dana.page(String(removed.headers['location']))).text).toContain('noa/form')
})
