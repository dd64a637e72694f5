import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORIGIN, replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
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

test('raw upload stores the body whatever its content type, by PUT and by POST', async () => {
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
    expect((await dana.readFile(replyOf(answer).file_id)).content).toBe(`{"not": "parsed ${type}"`)
  }
})

test('S32: raw upload returns every nasty text unchanged', async () => {
  for (const [name, text] of Object.entries(nastyTexts)) {
    const answer = await send(`שם ${name}.txt`, Buffer.from(text))
    expect(answer, name).toMatchObject({ status: 201, body: { file_name: `שם ${name}.txt` } })
    expect((await dana.readFile(replyOf(answer).file_id)).content, name).toBe(text)
  }
})

test('raw upload returns 415 for non-UTF-8 text, 413 above 2 MiB and 400 for a bad name', async () => {
  expect(await send('b.bin', Buffer.from([0xff, 0xfe]))).toMatchObject({
    status: 415,
    body: { code: 'binary_not_supported' },
  })
  expect(await send('b.txt', 'a\0b')).toMatchObject({ status: 415 })
  expect(await send('b.txt', 'x'.repeat(2 * 1024 * 1024))).toMatchObject({ status: 201 })
  expect(await send('b.txt', 'x'.repeat(2 * 1024 * 1024 + 1))).toMatchObject({ status: 413 })
  expect(await send('a/b', 'x')).toMatchObject({ status: 400, body: { error: 'Invalid file name' } })
})

test('other routes still reject content types that only raw upload accepts', async () => {
  const headers = { origin: ORIGIN, 'content-type': 'text/plain' }
  expect(await dana.raw({ method: 'POST', url: '/api/files', headers, payload: '{}' })).toMatchObject({ status: 415 })
})
