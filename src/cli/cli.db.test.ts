import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nastyTexts } from '../../test/nasty-texts.ts'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { freePort } from '../../tools/ports.ts'
import type { Io } from './io.ts'
import { program } from './program.ts'

let app: TestApp
let dana: TestUser
let url: string
let token: string
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
  url = await app.app.listen({ port: 0, host: '127.0.0.1' })
  const made = await dana.post('/api/tokens', { name: 'cli', scopes: ['read', 'write'], expires_in_days: 30 })
  token = String(made.body['token'])
})
afterAll(() => app[Symbol.asyncDispose]())

/** A terminal with a disk of its own. */
function terminal(stdin = '') {
  const files = new Map<string, string>()
  const opened: string[] = []
  const said = { out: '', err: '' }
  const io: Io = {
    env: { HOME: '/home/dana' },
    stdin: () => Promise.resolve(stdin),
    out: (text) => void (said.out += text),
    err: (text) => void (said.err += text),
    readFile: (path) => {
      const found = files.get(path)
      return found === undefined
        ? Promise.reject(Object.assign(new Error(`no ${path}`), { code: 'ENOENT' }))
        : Promise.resolve(found)
    },
    writeFile: (path, text) => {
      files.set(path, text)
      return Promise.resolve()
    },
    openUrl: (address) => {
      opened.push(address)
      return Promise.resolve()
    },
    now: () => app.clock.now,
  }
  const run = async (...argv: string[]) => {
    said.out = ''
    said.err = ''
    return { code: await program(argv, io), ...said }
  }
  const signedIn = async () => {
    expect(await run('login', '--url', url, '--token', token)).toMatchObject({ code: 0 })
    return run
  }
  return { files, opened, run, signedIn }
}

describe('login', () => {
  test('keeps the address and the token; a wrong token is told and nothing is kept', async () => {
    const { files, run } = terminal('csk_wrong')
    expect(await run('ls')).toMatchObject({ code: 1, err: expect.stringContaining('Not signed in') as string })
    expect(await run('login', '--url', url)).toMatchObject({ code: 1 })
    expect(files.size).toBe(0)
    expect(await run('login', '--url', url, '--token', token)).toMatchObject({ code: 0 })
    expect(JSON.parse(files.get('/home/dana/.config/codeshelf/cli.json') ?? '')).toEqual({ url, token })
  })

  test('a server that is not there is told in a sentence', async () => {
    const { run } = terminal()
    const nobody = `http://127.0.0.1:${await freePort()}`
    const answer = await run('login', '--url', nobody, '--token', 'csk_x')
    expect(answer).toMatchObject({ code: 1 })
    expect(answer.err).toContain('does not answer: ECONNREFUSED')
  })
})

describe('files', () => {
  test('put and get are exact, whatever the bytes', async () => {
    const { files, signedIn } = terminal()
    const run = await signedIn()
    for (const [i, text] of Object.values(nastyTexts).entries()) {
      files.set(`nasty${i}.txt`, text)
      expect(await run('put', `nasty${i}.txt`)).toMatchObject({ code: 0 })
      expect((await run('get', `nasty${i}.txt`)).out).toBe(text)
    }
  })

  test('the same name makes the next version, and earlier ones can be had', async () => {
    const { files, signedIn } = terminal('from input\n')
    const run = await signedIn()
    await run('put', '-', '--name', 'two.py', '--tag', 'a', '--tag', 'b')
    files.set('dir/two.py', 'print(2)\n')
    expect((await run('put', 'dir/two.py', '--json')).out).toContain('"version":2')
    expect((await run('get', 'two.py', '--version', '1')).out).toBe('from input\n')
    await run('get', 'two.py', '-o', 'out.py')
    expect(files.get('out.py')).toBe('print(2)\n')
  })

  test('ls filters, grep shows matching lines, open prints the address', async () => {
    const { files, opened, signedIn } = terminal()
    const run = await signedIn()
    files.set('find.py', 'x = 1\n# מחפשים אותי\n')
    await run('put', 'find.py')
    expect((await run('ls', 'find.py')).out).toContain('find.py')
    expect((await run('grep', 'מחפשים')).out).toBe('find.py:2:# מחפשים אותי\n')
    expect(await run('grep', 'nowhere-to-be-seen')).toMatchObject({ code: 1, out: '' })
    const { out } = await run('open', 'find.py')
    expect(opened).toEqual([out.trim()])
    expect(out).toMatch(new RegExp(`^${url}/file/[0-9a-f]{32}`))
  })

  test('a name that is only like it is not it', async () => {
    const { files, signedIn } = terminal()
    const run = await signedIn()
    files.set('exact.py', 'x')
    await run('put', 'exact.py')
    expect(await run('get', 'exact')).toMatchObject({ code: 1, err: 'codeshelf-cli: There is no file named exact.\n' })
  })
})

test('note sticks a note on lines, and remind sets its reminder in words', async () => {
  const { files, signedIn } = terminal()
  const run = await signedIn()
  files.set('noted.py', 'a\nb\nc\n')
  await run('put', 'noted.py')
  const { out: id } = await run('note', 'noted.py', '--line', '2-3', 'לבדוק', 'שוב')
  expect((await run('note', 'noted.py')).out).toBe(`${id.trim()}  L2  לבדוק שוב\n`)
  expect(await run('remind', id.trim(), 'tomorrow', '9')).toMatchObject({ code: 0 })
  expect(await run('remind', id.trim(), 'whenever')).toMatchObject({ code: 1 })
  expect(await run('remind', id.trim(), '--at', '2020-01-01T09:00')).toMatchObject({ code: 1 })
})

test('what was not asked rightly is 2, with a word about what would be', async () => {
  const { signedIn } = terminal()
  const run = await signedIn()
  expect(await run('sing')).toMatchObject({ code: 2 })
  expect(await run('get')).toMatchObject({ code: 2 })
  expect(await run('ls', '--sideways')).toMatchObject({ code: 2 })
  expect(await run('note', 'x', '--line', 'two', 'text')).toMatchObject({ code: expect.any(Number) as number })
})

test('help and completion know every command', async () => {
  const { run } = terminal()
  const commands = ['login', 'put', 'get', 'ls', 'grep', 'note', 'remind', 'run', 'open']
  const { out } = await run('help')
  for (const shell of ['bash', 'zsh', 'fish']) {
    const script = (await run('completion', shell)).out
    for (const name of commands) expect(script).toContain(name)
  }
  for (const name of commands) expect(out).toContain(`  ${name} `)
  expect((await run('help', 'put')).out).toContain('the same name makes the next version')
  expect(await run('completion', 'cobol')).toMatchObject({ code: 2 })
})
