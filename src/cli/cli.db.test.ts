import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nastyTexts } from '../../test/nasty-texts.ts'
import { type TestApp, testApp, type TestUser } from '../../test/app.ts'
import { terminal } from '../../test/cli-terminal.ts'
import { freePort } from '#platform/free-port.ts'
import { COMMANDS } from './commands/index.ts'

let app: TestApp
let dana: TestUser
let url: string
let token: string
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
  url = await app.app.listen({ port: 0, host: '127.0.0.1' })
  token = (await dana.createToken('cli', { expires_in_days: 30 })).secret
})
afterAll(() => app[Symbol.asyncDispose]())

async function signedIn(stdin = '') {
  const shell = terminal({ stdin, now: () => app.clock.now })
  expect(await shell.run('login', '--url', url, '--token', token)).toMatchObject({ code: 0 })
  return shell
}

describe('login', () => {
  test('stores the address and the token; rejects a wrong token and stores nothing', async () => {
    const { files, settingsPath, run } = terminal({ stdin: 'csk_wrong' })
    expect(await run('ls')).toMatchObject({ code: 1, err: expect.stringContaining('Not signed in') as string })
    expect(await run('login', '--url', url)).toMatchObject({ code: 1 })
    expect(files.size).toBe(0)
    expect(await run('login', '--url', url, '--token', token)).toMatchObject({ code: 0 })
    expect(JSON.parse(String(files.get(settingsPath)))).toEqual({ url, token })
  })

  test('reports an unreachable server in one sentence', async () => {
    const { run } = terminal()
    const unreachable = `http://127.0.0.1:${await freePort()}`
    const answer = await run('login', '--url', unreachable, '--token', 'csk_x')
    expect(answer).toMatchObject({ code: 1 })
    expect(answer.err).toContain('does not answer: ECONNREFUSED')
  })
})

describe('files', () => {
  test('put and get keep the exact bytes', async () => {
    const { save, run } = await signedIn()
    for (const [i, text] of Object.values(nastyTexts).entries()) {
      save(`nasty${i}.txt`, text)
      expect(await run('put', `nasty${i}.txt`)).toMatchObject({ code: 0 })
      expect((await run('get', `nasty${i}.txt`)).out).toBe(text)
    }
  })

  test('put of the same name creates the next version, and get returns earlier ones', async () => {
    const { files, save, run } = await signedIn('from input\n')
    await run('put', '-', '--name', 'two.py', '--tag', 'a', '--tag', 'b')
    save('dir/two.py', 'print(2)\n')
    expect((await run('put', 'dir/two.py', '--json')).out).toContain('"version":2')
    expect((await run('get', 'two.py', '--version', '1')).out).toBe('from input\n')
    await run('get', 'two.py', '-o', 'out.py')
    expect(String(files.get('out.py'))).toBe('print(2)\n')
  })

  test('ls filters, grep prints matching lines, open prints the URL', async () => {
    const { save, opened, run } = await signedIn()
    save('find.py', 'x = 1\n# מחפשים אותי\n')
    await run('put', 'find.py')
    expect((await run('ls', 'find.py')).out).toContain('find.py')
    expect((await run('grep', 'מחפשים')).out).toBe('find.py:2:# מחפשים אותי\n')
    expect(await run('grep', 'nowhere-to-be-seen')).toMatchObject({ code: 1, out: '' })
    const { out } = await run('open', 'find.py')
    expect(opened).toEqual([out.trim()])
    expect(out).toMatch(new RegExp(`^${url}/file/[0-9a-f]{32}`))
  })

  test('--lang accepts a language in any case and by its extension', async () => {
    const { save, run } = await signedIn()
    save('cased.py', 'needle_of_case = 1\n')
    expect(await run('put', 'cased.py', '--lang', 'PYTHON')).toMatchObject({ code: 0 })
    for (const lang of ['python', 'Python', 'py']) {
      expect((await run('ls', '--lang', lang)).out).toContain('cased.py')
      expect((await run('grep', 'needle_of_case', '--lang', lang)).out).toContain('cased.py:1:')
    }
    expect(await run('ls', '--lang', 'pyhton')).toMatchObject({
      code: 2,
      err: expect.stringContaining('pyhton') as string,
    })
  })

  test('get finds a file by a name that is longer than a search may be', async () => {
    const { save, run } = await signedIn()
    const name = `${'n'.repeat(240)}.py`
    save(name, 'x')
    await run('put', name)
    expect(await run('get', name)).toMatchObject({ code: 0, out: 'x' })
  })

  test('get rejects a name that is only similar', async () => {
    const { save, run } = await signedIn()
    save('exact.py', 'x')
    await run('put', 'exact.py')
    expect(await run('get', 'exact')).toMatchObject({ code: 1, err: 'codeshelf-cli: There is no file named exact.\n' })
  })
})

test('note creates a note on lines, and remind parses its reminder from words', async () => {
  const { save, run } = await signedIn()
  save('noted.py', 'a\nb\nc\n')
  await run('put', 'noted.py')
  const { out: id } = await run('note', 'noted.py', '--line', '2-3', 'לבדוק', 'שוב')
  expect((await run('note', 'noted.py')).out).toBe(`${id.trim()}  L2  לבדוק שוב\n`)
  expect(await run('remind', id.trim(), 'tomorrow', '9')).toMatchObject({ code: 0 })
  expect(await run('remind', id.trim(), 'whenever')).toMatchObject({ code: 1 })
  expect(await run('remind', id.trim(), '--at', '2020-01-01T09:00')).toMatchObject({ code: 1 })
})

test('wrong usage exits with 2 and prints the correct usage', async () => {
  const { run } = await signedIn()
  expect(await run('sing')).toMatchObject({ code: 2 })
  expect(await run('get')).toMatchObject({ code: 2 })
  expect(await run('ls', '--sideways')).toMatchObject({ code: 2 })
  expect(await run('note', 'x', '--line', 'two', 'text')).toMatchObject({ code: expect.any(Number) as number })
})

test('help and completion list every command', async () => {
  const { run } = terminal()
  const commands = Object.keys(COMMANDS)
  const { out } = await run('help')
  for (const shell of ['bash', 'zsh', 'fish']) {
    const script = (await run('completion', shell)).out
    for (const name of commands) expect(script).toContain(name)
  }
  for (const name of commands) expect(out).toContain(`  ${name} `)
  expect((await run('help', 'put')).out).toContain('makes the next version')
  expect(await run('completion', 'cobol')).toMatchObject({ code: 2 })
})
