import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORIGIN, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { nastyTexts } from '../../../test/nasty-texts.ts'

let app: TestApp
let dana: TestUser
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
})
afterAll(() => app[Symbol.asyncDispose]())

const send = (
  name: string,
  payload: string | Buffer,
  type = 'application/x-www-form-urlencoded',
  method: 'POST' | 'PUT' = 'POST',
) =>
  dana.raw({
    method,
    url: `/api/files/raw/${encodeURIComponent(name)}`,
    headers: { origin: ORIGIN, ...(type && { 'content-type': type }) },
    payload,
  })
const contentOf = async (id: unknown) =>
  ((await dana.get(`/api/files/${String(id)}`)).body['file'] as { content: string }).content

test('the body is the file, whatever content type curl calls it, and PUT and POST are the same', async () => {
  expect(await send('a.py', 'a=1&b=2')).toMatchObject({
    status: 201,
    body: { ok: true, file_name: 'a.py', version: 1 },
  })
  for (const type of [
    'application/json',
    'text/plain',
    'application/octet-stream',
    'multipart/form-data; boundary=x',
    '',
  ]) {
    const answer = await send('a.py', `{"not": "parsed ${type}"`, type, 'PUT')
    expect(answer, type).toMatchObject({ status: 200, body: { ok: true } })
    expect(await contentOf(answer.body['file_id'])).toBe(`{"not": "parsed ${type}"`)
  }
})

test('S32: every nasty text comes back as it was sent', async () => {
  for (const [name, text] of Object.entries(nastyTexts)) {
    const answer = await send(`שם ${name}.txt`, Buffer.from(text))
    expect(answer, name).toMatchObject({ status: 201, body: { file_name: `שם ${name}.txt` } })
    expect(await contentOf(answer.body['file_id']), name).toBe(text)
  }
})

test('what is not UTF-8 text is 415, more than 2 MiB is 413, a bad name 400', async () => {
  expect(await send('b.bin', Buffer.from([0xff, 0xfe]))).toMatchObject({
    status: 415,
    body: { code: 'binary_not_supported' },
  })
  expect(await send('b.txt', 'a\0b')).toMatchObject({ status: 415 })
  expect(await send('b.txt', 'x'.repeat(2 * 1024 * 1024))).toMatchObject({ status: 201 })
  expect(await send('b.txt', 'x'.repeat(2 * 1024 * 1024 + 1))).toMatchObject({ status: 413 })
  expect(await send('a/b', 'x')).toMatchObject({ status: 400, body: { error: 'Invalid file name' } })
})

test('other routes still do not take what only this one takes', async () => {
  const headers = { origin: ORIGIN, 'content-type': 'text/plain' }
  expect(await dana.raw({ method: 'POST', url: '/api/files', headers, payload: '{}' })).toMatchObject({ status: 415 })
})
