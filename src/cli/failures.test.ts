import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { terminal } from '../../test/cli-terminal.ts'
import { UNTRUSTED } from '../../test/untrusted-certificate.ts'
import { freePort } from '#platform/free-port.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

/** The environment of a terminal whose server answers in this way. */
async function answering(listener: RequestListener): Promise<Record<string, string>> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('not listening')
  return { CODESHELF_URL: `http://127.0.0.1:${address.port}`, CODESHELF_TOKEN: 'csk_x' }
}

const json = (status: number, body: object, headers: Record<string, string> = {}): RequestListener =>
  function answer(_request, response) {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
const html = (status: number): RequestListener =>
  function answer(_request, response) {
    response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>proxy</h1>')
  }

describe('answers of the server', () => {
  test.each<[situation: string, RequestListener, message: string]>([
    ['401', json(401, { message: 'Sign in to continue.' }), 'The token is not valid any more'],
    ['403', json(403, { message: 'Not allowed.', code: 'insufficient_scope' }), 'Not allowed. (insufficient_scope)'],
    ['404', json(404, { message: 'There is no such page.', code: 'not_found' }), 'There is no such page. (not_found)'],
    ['500', json(500, { message: 'Went wrong.', request_id: 'r1' }), 'Went wrong. [request r1]'],
    ['an HTML page with 200', html(200), "gave an answer that is not Codeshelf's (200, text/html)"],
    ['an HTML page with 502', html(502), 'answered 502.'],
    ['other JSON', json(200, { hello: 'world' }), "gave an answer that is not Codeshelf's (200, application/json)"],
    ['a redirect', html(301), 'redirects to nowhere'],
    ['a used-up daily budget', json(429, { message: 'Used up.', code: 'budget_exhausted' }), 'Used up.'],
    ['a cut connection', (_request, response) => response.socket?.destroy(), 'does not answer'],
    [
      'an answer cut half-way',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/zip', 'content-length': '100' }).write('{')
        setTimeout(() => response.socket?.destroy(), 20)
      },
      'does not answer',
    ],
  ])('every command reports %s in one sentence', async (_, listener, message) => {
    const env = { ...(await answering(listener)), EDITOR: 'nano' }
    const commands = [
      ['ls'],
      ['grep', 'x'],
      ['get', 'a.py'],
      ['put', 'a.py'],
      ['note', 'a.py'],
      ['run', 'a.py'],
      ['open', 'a'],
      ['rm', 'a'],
      ['versions', 'a'],
      ['share', 'a'],
      ['edit', 'a'],
      ['put', 'folder'],
      ['export', 'all.zip'],
    ]
    for (const argv of commands) {
      const { save, run } = terminal({ env })
      save('a.py', 'x')
      save('folder/a.py', 'x')
      const ran = await run(...argv)
      expect(ran, argv.join(' ')).toMatchObject({ code: 1, out: '' })
      expect(ran.err.trimEnd().split('\n'), argv.join(' ')).toHaveLength(1)
      expect(ran.err).toContain(message)
    }
  })

  test('a rate-limited request is retried after the time that the server names', async () => {
    let requests = 0
    const env = await answering((request, response) => {
      requests += 1
      const listener =
        requests < 3 ? json(429, {}, { 'retry-after': '7' }) : json(200, { items: [], next_cursor: null })
      listener(request, response)
    })
    const { run, waited } = terminal({ env })
    expect(await run('ls')).toMatchObject({ code: 0 })
    expect(waited).toEqual([7, 7])
  })

  test('a request that stays rate-limited is reported', async () => {
    const env = await answering(json(429, { message: 'Too many requests.' }, { 'retry-after': '1' }))
    const { run, waited } = terminal({ env })
    expect((await run('ls')).err).toContain('Too many requests.')
    expect(waited).toHaveLength(5)
  })
})

describe('put of several files', () => {
  const saved = json(201, { file_id: 'f', file_name: 'x', version: 1 })

  test('put saves the files around a missing one and exits with 1', async () => {
    const { save, run } = terminal({ env: await answering(saved) })
    save('a.py', 'a')
    save('b.py', 'b')
    const ran = await run('put', 'a.py', 'missing.py', 'b.py')
    expect(ran.out.match(/^x v1/gm)).toHaveLength(2)
    expect(ran).toMatchObject({
      code: 1,
      err: 'codeshelf-cli: missing.py: no such file or directory\ncodeshelf-cli: 1 of 3 files were not saved.\n',
    })
  })

  test('put stops at the first file when the server cannot be used', async () => {
    let requests = 0
    const env = await answering((request, response) => {
      requests += 1
      json(401, {})(request, response)
    })
    const { save, run } = terminal({ env })
    save('a.py', 'a')
    save('b.py', 'b')
    expect(await run('put', 'a.py', 'b.py')).toMatchObject({ code: 1, out: '' })
    expect(requests).toBe(1)
  })
})

describe('settings', () => {
  test.each(['localhost:1', 'shelf.example.com', 'ftp://127.0.0.1', 'https://', ''])(
    'login refuses the address %j',
    async (url) => {
      const { files, run } = terminal()
      const ran = await run('login', '--url', url, '--token', 'csk_x')
      expect(ran).toMatchObject({
        code: 1,
        err: `codeshelf-cli: "${url}" is not an address; it starts with https:// or http://\n`,
      })
      expect(files.size).toBe(0)
      expect(await terminal({ env: { CODESHELF_URL: url, CODESHELF_TOKEN: 'csk_x' } }).run('ls')).toMatchObject({
        code: 1,
      })
    },
  )

  test('login refuses a token that cannot be a header', async () => {
    const { run } = terminal({ stdin: 'csk_a\r\nb' })
    expect((await run('login', '--url', 'http://127.0.0.1:1')).err).toContain('not a token')
  })

  test('a refused connection is one sentence', async () => {
    const { run } = terminal({
      env: { CODESHELF_URL: `http://127.0.0.1:${await freePort()}`, CODESHELF_TOKEN: 'csk_x' },
    })
    expect((await run('ls')).err).toMatch(/^codeshelf-cli: \S+ does not answer: ECONNREFUSED\n$/)
  })

  test('a certificate that nobody trusts is one sentence', async () => {
    const server = createTlsServer(UNTRUSTED, json(200, {})).listen(0, '127.0.0.1')
    servers.push(server)
    await once(server, 'listening')
    const { port } = z.object({ port: z.number() }).parse(server.address())
    const { run } = terminal({ env: { CODESHELF_URL: `https://127.0.0.1:${port}`, CODESHELF_TOKEN: 'csk_x' } })
    expect((await run('ls')).err).toMatch(/^codeshelf-cli: the certificate of \S+ was not accepted: \w+\n$/)
  })

  test.each(['{', '[]', '{"url": 1}', '\xff'])(
    'a damaged settings file (%j) is reported with its path',
    async (text) => {
      const { save, settingsPath, run } = terminal()
      save(settingsPath, text)
      expect(await run('ls')).toMatchObject({ code: 1, err: expect.stringContaining(settingsPath) as string })
    },
  )

  test('without HOME nothing is read or written beside the program', async () => {
    const { files, run } = terminal({ env: {} })
    expect((await run('ls')).err).toContain('HOME is not set')
    expect(files.size).toBe(0)
  })
})

test('--version prints the version of the package', async () => {
  expect(await terminal().run('--version')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string,
  })
})
