import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPILE_CACHE } from '../../test/compile-cache.ts'

/** `codeshelf-cli` as a process of its own, started by a shell: for behaviour that only a process has. */
const CLI = `"${process.execPath}" "${join(import.meta.dirname, 'main.ts')}"`
const ROWS = 20_000

let folder: string
let server: Server
let env: Record<string, string>
const bodies: string[] = []
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cli-process-'))
  server = createServer(async (request, response) => {
    if (request.method !== 'GET') bodies.push(await text(request))
    if (request.url === '/api/export') return sendExport(response)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('not listening')
  env = { CODESHELF_URL: `http://127.0.0.1:${address.port}`, CODESHELF_TOKEN: 'csk_x', HOME: folder }
})
afterAll(() => {
  server.close().closeAllConnections()
  rmSync(folder, { recursive: true })
})

const ZIP = Buffer.concat([Buffer.alloc(3_000_000, 'x'), Buffer.from('PK\x05\x06'), Buffer.alloc(18)])
/** How much of the zip is sent, and whether the connection breaks then or the answer ends as if it were complete. */
let exported: { bytes: number; breaks: boolean } = { bytes: ZIP.length, breaks: false }

function sendExport(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/zip' })
  response.write(ZIP.subarray(0, exported.bytes), () => (exported.breaks ? response.destroy() : response.end()))
}

const item = { id: 'f', file_name: 'a.py', language: 'Python', version: 1, size_bytes: 1, updated_at: '' }
/** Fits `ls`, `put` and `login` alike. */
const answer = {
  items: Array<typeof item>(ROWS).fill(item),
  next_cursor: null,
  total_files: 1,
  file_id: 'f',
  file_name: 'a.py',
  version: 1,
  file: { file_name: 'a.py', version: 1, content: '\ufeffa\r\n' },
}

async function shell(script: string, environment: Record<string, string> = env) {
  const child = spawn('bash', ['-c', `set -o pipefail; ${script}`], {
    cwd: folder,
    env: { ...COMPILE_CACHE, PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  // A stack trace has lines like "    at file:///…".
  expect(err).not.toMatch(/^\s+at /m)
  return { code: child.exitCode, out, err }
}

test('put of a folder without files is reported in one sentence, as is a directory as standard input', async () => {
  mkdirSync(join(folder, 'dir'))
  const empty = { code: 1, out: '', err: 'codeshelf-cli: dir: contains no files to save\n' }
  expect(await shell(`${CLI} put dir`)).toEqual(empty)
  expect(await shell(`${CLI} put - --name a.py < dir`)).toMatchObject({ code: 1, out: '' })
  expect(await shell(`${CLI} put no/such/file`)).toMatchObject({ code: 1, out: '' })
})

test('put of a folder follows no symbolic link and sends every other file once', async () => {
  const from = join(folder, 'tree')
  mkdirSync(join(from, 'sub'), { recursive: true })
  writeFileSync(join(from, 'a.py'), 'first-text')
  writeFileSync(join(from, 'sub/b.py'), 'second-text')
  symlinkSync('..', join(from, 'sub/up'))
  symlinkSync('/etc/passwd', join(from, 'passwd'))
  const before = bodies.length
  // The answer of this server has no results.
  const ran = await shell(`${CLI} put tree`)
  expect(ran.err).toContain('skipped tree/sub/up: a symbolic link')
  expect(ran.err).toContain('skipped tree/passwd: a symbolic link')
  expect(bodies.length).toBe(before + 1)
  expect(bodies.at(-1)?.match(/filename="[^"]+"/g)).toEqual(['filename="tree/a.py"', 'filename="tree/sub/b.py"'])
})

describe('export', () => {
  const partial = { bytes: 2_000_000, breaks: true }

  test('writes the whole zip, to a file, a pipe or a device', async () => {
    exported = { bytes: ZIP.length, breaks: false }
    expect(await shell(`${CLI} export all.zip`)).toMatchObject({ code: 0, err: '' })
    expect(readFileSync(join(folder, 'all.zip')).equals(ZIP)).toBe(true)
    expect((await shell(`${CLI} export - | wc -c`)).out.trim()).toBe(String(ZIP.length))
    expect(await shell(`${CLI} export /dev/null`)).toMatchObject({ code: 0 })
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
  })

  test.each([
    ['the connection breaks', partial],
    ['the answer ends too early', { ...partial, breaks: false }],
  ])('leaves no file and keeps an earlier one when %s', async (_, cut) => {
    exported = cut
    writeFileSync(join(folder, 'earlier.zip'), 'earlier')
    const before = readdirSync(folder)
    expect(await shell(`${CLI} export new.zip`)).toMatchObject({ code: 1, out: '' })
    expect(await shell(`${CLI} export earlier.zip`)).toMatchObject({ code: 1, out: '' })
    expect(await shell(`${CLI} export - > piped.zip`)).toMatchObject({ code: 1 })
    rmSync(join(folder, 'piped.zip'))
    expect(readdirSync(folder)).toEqual(before)
    expect(readFileSync(join(folder, 'earlier.zip'), 'utf8')).toBe('earlier')
  })

  test('ends in one sentence when the file cannot be written, and silently when the pipe is closed', async () => {
    exported = { bytes: ZIP.length, breaks: false }
    expect(await shell(`${CLI} export no/such/folder/x.zip`)).toEqual({
      code: 1,
      out: '',
      err: 'codeshelf-cli: no/such/folder/x.zip: no such file or directory\n',
    })
    expect(await shell(`${CLI} export /dev/full`)).toMatchObject({ code: 1, out: '' })
    expect(await shell(`${CLI} export - | head -c 10`)).toMatchObject({ code: 141, err: '' })
  })
})

test('edit opens the file in the editor, with its arguments, and sends the text byte for byte', async () => {
  writeFileSync(
    join(folder, 'editor.sh'),
    `[ "$1" = --wait ] && printf 'b\\r\\n' >> "$2" && stat -c %a "$2" "$(dirname "$2")"`,
  )
  const ran = await shell(`VISUAL='sh editor.sh --wait' ${CLI} edit ${'0'.repeat(32)}`)
  expect(ran).toMatchObject({ code: 0, err: '' })
  expect(ran.out).toBe('600\n700\na.py v1 f\n')
  expect(JSON.parse(bodies.at(-1) ?? '')).toEqual({ content: '\ufeffa\r\nb\r\n', prev_version: 1 })
  expect(await shell(`EDITOR=no-such-editor ${CLI} edit ${'0'.repeat(32)}`)).toMatchObject({ code: 1 })
})

test('put sends nothing when a file is not UTF-8', async () => {
  writeFileSync(join(folder, 'w.py'), Buffer.from([0xf9, 0xec, 0x0a]))
  const before = bodies.length
  expect(await shell(`${CLI} put w.py`)).toMatchObject({ code: 1, out: '' })
  expect(await shell(`${CLI} put - --name w.py < w.py`)).toMatchObject({ code: 1, out: '' })
  expect(await shell(String.raw`${CLI} put w.py --desc $'\xf9'`)).toMatchObject({ code: 2, out: '' })
  expect(bodies.length).toBe(before)
})

test('put from a pipe keeps a byte order mark and line ends', async () => {
  expect(await shell(String.raw`printf '\xef\xbb\xbfa\r\n' | ${CLI} put - --name a.py`)).toMatchObject({ code: 0 })
  expect(JSON.parse(bodies.at(-1) ?? '')).toEqual({ file_name: 'a.py', content: '\ufeffa\r\n' })
})

test('login of an address without a scheme is one sentence', async () => {
  expect(await shell(`${CLI} login --url localhost:1 --token csk_x`)).toMatchObject({ code: 1, out: '' })
})

test('the program ends silently when the reader closes the pipe', async () => {
  expect(await shell(`${CLI} ls --limit ${ROWS} | head -n 1`)).toMatchObject({ code: 141, err: '' })
})

test('the program fails when its output cannot be written', async () => {
  expect(await shell(`${CLI} ls --limit ${ROWS} > /dev/full`)).toMatchObject({ code: 1, out: '' })
})

test('a settings file that cannot be read is reported, as is a missing HOME', async () => {
  mkdirSync(join(folder, 'other/codeshelf/cli.json'), { recursive: true })
  const unreadable = await shell(`${CLI} ls`, { XDG_CONFIG_HOME: join(folder, 'other') })
  expect(unreadable).toMatchObject({ code: 1, err: expect.stringContaining('cli.json: is a directory') as string })
  expect(await shell(`${CLI} ls`, {})).toMatchObject({ code: 1, out: '' })
})

test('login keeps the token in a file that only its owner can read', async () => {
  const path = join(folder, '.config/codeshelf/cli.json')
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, '{}', { mode: 0o644 })
  expect(await shell(`${CLI} login --token csk_y`)).toMatchObject({ code: 0 })
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ token: 'csk_y' })
})
