import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dice, draw } from '#features/shares/secrets/samples.fixture.ts'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { terminal } from '../../test/cli-terminal.ts'

let app: TestApp
let dana: TestUser
let env: Record<string, string>
beforeAll(async () => {
  app = await testApp({ RATE_LIMIT_FACTOR: '1000' })
  dana = await app.user('Dana')
  const { secret } = await dana.createToken('cli', { writes_per_day: null })
  const url = await app.app.listen({ port: 0, host: '127.0.0.1' })
  env = { CODESHELF_URL: url, CODESHELF_TOKEN: secret, EDITOR: 'nano' }
})
afterAll(() => app[Symbol.asyncDispose]())

const NOT_UTF8 = Buffer.from([0xf9, 0xec, 0x0a])
const lines = (text: string) => text.trimEnd().split('\n')

describe('put of a folder', () => {
  const folder = (...extra: [path: string, data: string | Uint8Array][]) => {
    const shell = terminal({ env })
    for (const [path, data] of extra) shell.save(path, data)
    return shell
  }

  test('saves all files byte for byte, each in its folder, and reports what it skipped', async () => {
    const { run } = folder(
      ['proj/index.ts', '\ufeffa\r\n'],
      ['proj/lib/index.ts', 'b'],
      ['proj/שלום.py', 'print("שלום")'],
      ['proj/.env', 'SECRET=1'],
      ['proj/.git/HEAD', 'ref'],
      ['proj/node_modules/x/y.js', 'x'],
    )
    const ran = await run('put', 'proj', '--tag', 'proj-tag')
    expect(ran.code).toBe(0)
    expect(lines(ran.out).map((line) => line.replace(/ [0-9a-f]{32}$/, ''))).toEqual([
      'proj/index.ts v1',
      'proj/lib/index.ts v1',
      'proj/שלום.py v1',
    ])
    expect(lines(ran.err)).toEqual([
      'codeshelf-cli: skipped proj/.env: hidden',
      'codeshelf-cli: skipped proj/.git: hidden',
      'codeshelf-cli: skipped proj/node_modules/: generated files',
    ])
    expect((await run('get', 'proj/index.ts')).bytes).toEqual(Buffer.from('\ufeffa\r\n'))
    expect((await run('get', 'proj/lib/index.ts')).out).toBe('b')
    expect(lines((await run('ls', '--tag', 'proj-tag')).out)).toHaveLength(3)
  })

  test('makes the next version of a changed file when the same folder is put again', async () => {
    const { save, run } = folder(['again/one.py', '1'], ['again/two.py', '2'])
    await run('put', 'again/')
    save('again/two.py', '22')
    const ran = await run('put', './again', '--json')
    expect(lines(ran.out).map((line): unknown => JSON.parse(line))).toMatchObject([
      { path: 'again/one.py', version: 1, unchanged: true },
      { path: 'again/two.py', version: 2, unchanged: false },
    ])
  })

  test('saves the good files around bad ones, names the bad ones and exits with 1', async () => {
    const { run } = folder(
      ['mixed/a.py', 'a'],
      ['mixed/binary.png', NOT_UTF8],
      ['mixed/big.txt', 'x'.repeat(2 * 1024 * 1024 + 1)],
      ['mixed/huge.txt', 'x'.repeat(10 * 1024 * 1024 + 1)],
      ['mixed/q"uote.py', 'q'],
      ['mixed/z.py', 'z'],
    )
    const ran = await run('put', 'mixed', 'absent.py')
    expect(lines(ran.out)).toHaveLength(2)
    expect(ran.code).toBe(1)
    expect(lines(ran.err)).toEqual([
      'codeshelf-cli: mixed/huge.txt: larger than 10485760 bytes',
      'codeshelf-cli: mixed/binary.png: not UTF-8 text; convert it to UTF-8 first',
      'codeshelf-cli: mixed/q"uote.py: put a file with a quotation mark in its path by itself',
      'codeshelf-cli: mixed/big.txt: The file is too large: up to 2 MB a version. (content_too_large)',
      'codeshelf-cli: absent.py: no such file or directory',
      'codeshelf-cli: 5 of 7 files were not saved.',
    ])
  })

  test('refuses options that are for one file', async () => {
    const { run } = folder(['opts/a.py', 'a'])
    expect(await run('put', 'opts', '--lang', 'python')).toMatchObject({ code: 2, out: '' })
  })
})

describe('rm, versions and get --version', () => {
  test('rm moves files to the trash and names those that do not exist', async () => {
    const { save, run } = terminal({ env })
    for (const name of ['r1.py', 'r2.py']) {
      save(name, 'x')
      await run('put', name)
    }
    const ran = await run('rm', 'r1.py', 'absent.py', 'r2.py')
    expect(ran).toMatchObject({ code: 1 })
    expect(lines(ran.out)).toHaveLength(2)
    expect(lines(ran.err)).toEqual([
      'codeshelf-cli: There is no file named absent.py.',
      'codeshelf-cli: 1 of 3 files were not moved to the trash.',
    ])
    expect(await run('get', 'r1.py')).toMatchObject({ code: 1 })
    expect((await dana.page('/trash')).text).toContain('r1.py')
  })

  test('versions lists every version, and get --version reads one of them', async () => {
    const { save, run } = terminal({ env })
    for (const text of ['one\n', 'one\ntwo\n']) {
      save('v.py', text)
      await run('put', 'v.py')
    }
    const { out } = await run('versions', 'v.py')
    expect(lines(out)).toEqual([
      expect.stringMatching(/^v2 .* 8 {2}\+1 -0 +api$/) as string,
      expect.stringMatching(/^v1 .* 4 {2}\+1 -0 +api$/) as string,
    ])
    expect((await run('get', 'v.py', '--version', '1')).out).toBe('one\n')
    expect(await run('get', 'v.py', '--version', 'one')).toMatchObject({ code: 2 })
    expect(await run('get', 'v.py', '--version', '7')).toMatchObject({ code: 1, out: '' })
  })
})

describe('edit', () => {
  async function editing(name: string, editor: (bytes: Buffer) => Promise<string | Uint8Array>) {
    const shell = terminal({ env, editor })
    shell.save(name, '\ufeffa\r\nb')
    await shell.run('put', name)
    return shell
  }

  test('saves what the editor wrote as the next version, and removes the local file', async () => {
    const { run, files, edited } = await editing('e1.py', async (bytes) => `${bytes.toString()}\r\nc`)
    expect((await run('edit', 'e1.py')).out).toMatch(/^e1\.py v2 /)
    expect((await run('get', 'e1.py')).out).toBe('\ufeffa\r\nb\r\nc')
    expect(edited).toEqual(['nano'])
    expect([...files.keys()]).toEqual(['e1.py'])
  })

  test('saves nothing when the text is unchanged', async () => {
    const { run } = await editing('e2.py', async (bytes) => bytes)
    expect(await run('edit', 'e2.py')).toMatchObject({ code: 0, out: 'e2.py was not changed\n' })
    expect(lines((await run('versions', 'e2.py')).out)).toHaveLength(1)
  })

  test('keeps the text in a local file when the file was changed elsewhere', async () => {
    const { run, files } = await editing('e3.py', async () => {
      await dana.saveFile('e3.py', 'theirs')
      return 'mine'
    })
    const ran = await run('edit', 'e3.py')
    expect(ran).toMatchObject({ code: 1, out: '' })
    expect(ran.err).toMatch(/\(conflict\).* Your text is in \/tmp\/codeshelf\/e3\.py\n$/)
    expect(String(files.get('/tmp/codeshelf/e3.py'))).toBe('mine')
    expect((await run('get', 'e3.py')).out).toBe('theirs')
  })

  test('keeps the local file when the editor failed or wrote text that is not UTF-8', async () => {
    const damaged = await editing('e4.py', async () => NOT_UTF8)
    expect((await damaged.run('edit', 'e4.py')).err).toContain('Your text is in /tmp/codeshelf/e4.py')
    expect(damaged.files.get('/tmp/codeshelf/e4.py')).toEqual(NOT_UTF8)
    const failing = await editing('e5.py', async () => Promise.reject(new Error('crash')))
    expect(await failing.run('edit', 'e5.py')).toMatchObject({ code: 1, out: '' })
    const { EDITOR: _, ...without } = env
    expect((await terminal({ env: without }).run('edit', 'e5.py')).err).toContain('Set VISUAL or EDITOR')
  })
})

describe('share', () => {
  const KEY = `token = "ghp_${draw(dice(7), 'word', 36)}"`

  test('prints a link that anybody can open', async () => {
    const { save, run } = terminal({ env })
    save('public.py', 'print("for everybody")\n')
    await run('put', 'public.py')
    const { out, code } = await run('share', 'public.py', '--days', '1')
    expect(code).toBe(0)
    expect((await app.visitor().page(new URL(out.trim()).pathname)).text).toContain('for everybody')
    expect(await run('share', 'public.py', '--days', '91')).toMatchObject({ code: 2 })
    expect(await run('share', 'public.py', '--days', '1', '--permanent')).toMatchObject({ code: 2 })
  })

  test('--lines shares these lines only, and scans only them for secrets', async () => {
    const { save, run } = terminal({ env })
    save('part.py', `first = 1\nsecond = 2\nthird = 3\n${KEY}\n`)
    await run('put', 'part.py')
    const { out, code, err } = await run('share', 'part.py', '--lines', '2-3')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const { text } = await app.visitor().page(new URL(out.trim()).pathname)
    expect(text).toContain('third')
    expect(text).not.toContain('first')
    expect(text).not.toContain('ghp_')
    expect(await run('share', 'part.py', '--lines', '3-4')).toMatchObject({ code: 1, out: '' })
    expect(await run('share', 'part.py', '--lines', '9-12')).toMatchObject({ code: 1, out: '' })
    expect(await run('share', 'part.py', '--lines', 'two')).toMatchObject({ code: 2 })
    expect(await run('share', 'part.py', 'part.py', '--lines', '2')).toMatchObject({ code: 2 })
  })

  test('creates no link when a line looks like a secret, until the line is hidden', async () => {
    const { save, run } = terminal({ env })
    save('keys.py', `a = 1\n${KEY}\n`)
    await run('put', 'keys.py')
    const links = async () => (await app.pool.query('select from shares')).rows.length
    const before = await links()
    const refused = await run('share', 'keys.py')
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain('seems to contain a secret in line 2. Hide it with --hide 2')
    expect(await links()).toBe(before)
    const hidden = await run('share', 'keys.py', '--hide', '2')
    expect(hidden).toMatchObject({ code: 0, err: '' })
    expect((await app.visitor().page(new URL(hidden.out.trim()).pathname)).text).not.toContain('ghp_')
    const shared = await run('share', 'keys.py', '--with-secrets', '--permanent')
    expect(shared).toMatchObject({ code: 0, err: expect.stringContaining('lines 2-2 look like a secret') as string })
  })
})

describe('export', () => {
  test('writes the zip to a file or to standard output, and not to a terminal', async () => {
    const { run, files } = terminal({ env })
    expect(await run('export', 'all.zip')).toMatchObject({ code: 0, out: 'Exported to all.zip\n' })
    expect(files.get('all.zip')?.subarray(0, 2).toString()).toBe('PK')
    expect((await run('export', '-')).bytes.subarray(0, 2).toString()).toBe('PK')
    expect(await terminal({ env, isTerminal: true }).run('export', '-')).toMatchObject({ code: 2, out: '' })
  })
})
