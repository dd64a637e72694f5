import { isUtf8 } from 'node:buffer'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SavedReply } from '#features/files/schema/files.ts'
import { type TestApp, testApp } from '../../test/app.ts'
import { terminal } from '../../test/cli-terminal.ts'

/** `--json` prints the reply without `ok`. */
const Printed = SavedReply.omit({ ok: true })
let app: TestApp
let env: Record<string, string>
beforeAll(async () => {
  app = await testApp({ RATE_LIMIT_FACTOR: '1000' })
  const dana = await app.user('Dana')
  const { secret } = await dana.createToken('cli', { writes_per_day: null })
  env = { CODESHELF_URL: await app.app.listen({ port: 0, host: '127.0.0.1' }), CODESHELF_TOKEN: secret }
})
afterAll(() => app[Symbol.asyncDispose]())

const MAX_CONTENT_BYTES = 2 * 1024 * 1024
const HEBREW_IN_WINDOWS_1255 = Buffer.from([0xf9, 0xec, 0x0a])

/** Saves the bytes through one form of `put` and reads them through every form of `get`. */
async function roundTrip(bytes: Uint8Array, door: 'file' | 'stdin'): Promise<Buffer[]> {
  const { files, save, run } = terminal({ stdin: bytes, env })
  save('same.txt', bytes)
  const saved = await run('put', ...(door === 'file' ? ['same.txt'] : ['-', '--name', 'same.txt']), '--json')
  expect(saved).toMatchObject({ code: 0, err: '' })
  const { file_id: id, version } = Printed.parse(JSON.parse(saved.out))
  const stdout = await run('get', id)
  const old = await run('get', id, '--version', String(version))
  await run('get', id, '-o', 'out.txt')
  return [stdout.bytes, old.bytes, files.get('out.txt') ?? Buffer.from('not written')]
}

const pieces = fc.constantFrom(
  '\ufeff',
  '\r\n',
  '\r',
  '\n',
  '\t',
  ' ',
  '\u2028',
  '\ufffd',
  'שָׁלוֹם',
  'e\u0301',
  '👩‍👧',
  '\u{10ffff}',
)
const texts = fc
  .array(fc.oneof(pieces, fc.string({ unit: 'binary' })), { maxLength: 12 })
  .map((parts) => parts.join('').replaceAll('\0', ''))

describe('put and get', () => {
  test('put and get keep every UTF-8 text byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.constantFrom('file' as const, 'stdin' as const), async (text, door) => {
        const bytes = Buffer.from(text)
        for (const got of await roundTrip(bytes, door)) expect(got.equals(bytes)).toBe(true)
      }),
      { numRuns: 60 },
    )
  }, 120_000)

  test.each([
    ['an empty file', ''],
    ['a byte order mark', '\ufeffprint(1)\n'],
    ['CRLF', 'a\r\nb\r\n'],
    ['no newline at the end', 'a\nb'],
    ['2 MiB', 'ש'.repeat(MAX_CONTENT_BYTES / 2)],
  ])('put and get keep %s', async (_, text) => {
    for (const got of await roundTrip(Buffer.from(text), 'file')) expect(got.equals(Buffer.from(text))).toBe(true)
  })

  test('put refuses bytes that are not UTF-8 and saves nothing', async () => {
    const notUtf8 = fc.uint8Array({ minLength: 1, maxLength: 20 }).filter((bytes) => !isUtf8(bytes))
    await fc.assert(
      fc.asyncProperty(notUtf8, async (bytes) => {
        const { save, run } = terminal({ stdin: bytes, env })
        save('damaged.py', bytes)
        expect(await run('put', 'damaged.py')).toMatchObject({ code: 1, out: '', err: expect.any(String) as string })
        expect(await run('put', '-', '--name', 'damaged.py')).toMatchObject({ code: 1, out: '' })
        expect(await run('get', 'damaged.py')).toMatchObject({ code: 1 })
      }),
      { numRuns: 30 },
    )
  })

  test('put names the reason when a file is in another encoding or contains NUL', async () => {
    const { save, run } = terminal({ env })
    save('w.py', HEBREW_IN_WINDOWS_1255)
    save('nul.py', 'a\0b')
    expect((await run('put', 'w.py')).err).toBe('codeshelf-cli: w.py: not UTF-8 text; convert it to UTF-8 first\n')
    expect((await run('put', 'nul.py')).err).toBe(
      'codeshelf-cli: nul.py: contains a NUL byte; only text files can be saved\n',
    )
  })
})

describe('other input', () => {
  test('note and run refuse standard input that is not UTF-8', async () => {
    const { save, run } = terminal({ stdin: HEBREW_IN_WINDOWS_1255, env })
    save('noted.py', 'a\n')
    await run('put', 'noted.py')
    expect(await run('note', 'noted.py', '-')).toMatchObject({ code: 1, out: '' })
    expect(await run('note', 'noted.py')).toMatchObject({ code: 0, out: '' })
    expect((await run('run', '-')).err).toContain('not UTF-8')
  })

  test('note keeps the text of an argument and of standard input', async () => {
    const text = '\ufeff שָׁלוֹם\r\n\te\u0301 \n'
    const { save, run } = terminal({ stdin: text, env })
    save('two-notes.py', 'a\n')
    await run('put', 'two-notes.py')
    await run('note', 'two-notes.py', '-')
    await run('note', 'two-notes.py', text)
    const notes = (await run('note', 'two-notes.py', '--json')).out.trimEnd().split('\n')
    expect(notes.map((line): unknown => JSON.parse(line))).toMatchObject([{ content: text }, { content: text }])
  })

  test('arguments with replaced bytes are refused', async () => {
    const { run } = terminal({ env })
    expect(await run('note', 'two-notes.py', 'a\ufffd')).toMatchObject({ code: 2, out: '' })
  })
})

describe('grep', () => {
  test('grep prints every matching line of a file, whole', async () => {
    const long = `${'x'.repeat(300)} needle ${'y'.repeat(300)}`
    const lines = ['needle 1', 'no', 'needle 2', 'needle 3', long, '\tneedle 5 \u0301']
    const { save, run } = terminal({ env })
    save('hay.py', `\ufeff${lines.join('\r\n')}`)
    await run('put', 'hay.py')
    const expected = [1, 3, 4, 5, 6].map((n) => `hay.py:${n}:${n === 1 ? '\ufeff' : ''}${lines[n - 1]}\n`)
    expect((await run('grep', 'needle')).out).toBe(expected.join(''))
  })
})
