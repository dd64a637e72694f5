import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORIGIN, testApp, type TestApp, type TestUser } from '../../../test/app.ts'
import { loadConfig } from '#platform/config/config.ts'
import { MAX_CONTENT_BYTES } from './file.ts'

const MIB = 1024 * 1024

test('FILE_MAX_MIB is 2 by default, as the contract says, and at most 10', () => {
  const load = (value?: string) =>
    loadConfig({ DATABASE_URL: 'postgres://x', ...(value !== undefined && { FILE_MAX_MIB: value }) })
  expect(load().maxFileBytes).toBe(MAX_CONTENT_BYTES)
  expect(load('10').maxFileBytes).toBe(10 * MIB)
  for (const wrong of ['1', '11', '2.5', 'x']) expect(() => load(wrong)).toThrow('FILE_MAX_MIB')
})

describe('with FILE_MAX_MIB=10', () => {
  let app: TestApp
  let dana: TestUser
  beforeAll(async () => {
    app = await testApp({ FILE_MAX_MIB: '10' })
    dana = await app.user('Dana')
  })
  afterAll(() => app[Symbol.asyncDispose]())

  /** Words, Hebrew and a new line each; the needle is on the last one. */
  const large = (bytes: number) => {
    const lines = `a line of words, and שורה\n`.repeat(Math.ceil(bytes / 30))
    const cut = Buffer.from(lines)
      .subarray(0, bytes - 7)
      .toString('utf8')
      .replace(/\ufffd+$/, '')
    return `${cut}\nneedle`
  }

  test('a file of 5 MiB is saved, changed, searched, compared and downloaded', async () => {
    const content = large(5 * MIB)
    const id = await dana.saveFile('large.txt', content)
    expect((await dana.get(`/download/${id}`)).text === content).toBe(true)
    const answer = await dana.put(`/api/files/${id}`, { content: `first\n${content.slice(6)}`, prev_version: 1 })
    expect(answer).toMatchObject({ status: 200, body: { version: 2 } })
    const lines = content.split('\n').length
    const found = await dana.page('/files?q=needle')
    expect(found.text).toContain(`/file/${id}#L${lines + 1}`)
    expect((await dana.page(`/file/${id}`)).text).toContain(`of ${(lines + 1).toLocaleString('en')}`)
    // A busy machine answers 503 and asks to try again.
    await expect
      .poll(async () => (await dana.page(`/file/${id}/history?from=1&to=2`)).text, { timeout: 100_000 })
      .toContain('>first')
  })

  test('every character of it may be escaped in JSON', async () => {
    const body = `{"file_name":"escaped.txt","content":"${'\\u0001'.repeat(10 * MIB)}"}`
    const headers = { 'content-type': 'application/json', origin: ORIGIN }
    expect(await dana.raw({ method: 'POST', url: '/api/files', headers, payload: body })).toMatchObject({ status: 201 })
  })

  test('one byte more is 413 with the limit, as JSON, as bytes and in an upload', async () => {
    const content = 'x'.repeat(10 * MIB + 1)
    const refused = {
      code: 'content_too_large',
      max: 10 * MIB,
      message: 'The file is too large: up to 10 MB a version.',
    }
    expect(await dana.post('/api/files', { file_name: 'over.txt', content })).toMatchObject({
      status: 413,
      body: refused,
    })
    const headers = { 'content-type': 'text/plain', origin: ORIGIN }
    const raw = await dana.raw({ method: 'PUT', url: '/api/files/raw/over.txt', headers, payload: content })
    expect(raw.status).toBe(413)
  })
})
