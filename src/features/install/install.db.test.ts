import { mkdtemp, writeFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { replyOf, type TestApp, testApp } from '../../../test/app.ts'
import { sendForm } from '../../../test/forms.ts'

let app: TestApp
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assets-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'sw.js'), 'self')
  app = await testApp({ ASSETS_DIR: folder })
})
afterAll(() => app[Symbol.asyncDispose]())

test('the manifest has a name in each language, is public and cacheable', async () => {
  for (const [lang, dir] of [
    ['he', 'rtl'],
    ['en', 'ltr'],
  ]) {
    const answer = await app.visitor().get(`/manifest.webmanifest?lang=${lang}`)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/manifest+json; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    })
    expect(answer.body).toMatchObject({ lang, dir, id: '/', share_target: { action: '/files/shared' } })
  }
  expect((await app.visitor().get('/manifest.webmanifest?lang=xx')).status).toBe(200)
})

test('the service worker has a stable URL and is revalidated on each request', async () => {
  const answer = await app.visitor().get('/sw.js')
  expect(answer).toMatchObject({ status: 200, text: 'self' })
  expect(answer.headers['cache-control']).toBe('no-cache')
  expect(answer.headers['content-type']).toMatch(/javascript/)
})

test('the offline page contains no user data, whoever requests it', async () => {
  const dana = await app.user('Dana')
  const { text } = await dana.page('/offline?lang=en')
  expect(text).toContain('No connection')
  expect(text).not.toContain('Dana')
})

test('shared content fills the new-file form and is not saved', async () => {
  const dana = await app.user('Dana')
  const answer = await sendForm(dana, '/files/shared', [{ name: 'shared.py', content: 'x = "שלום"\n' }])
  expect(answer.status).toBe(200)
  expect(answer.text).toContain('value="shared.py"')
  expect(answer.text).toContain('שלום')
  const list = await dana.get('/api/files')
  expect(replyOf(list).items).toEqual([])
})

test('a shared file that is binary or too long is refused with a message', async () => {
  const dana = await app.user('Dana')
  const binary = await sendForm(dana, '/files/shared', [{ name: 'a.png', content: new Uint8Array([0, 1, 2, 255, 0]) }])
  expect(binary.text).toContain('not text')
  const long = await sendForm(dana, '/files/shared', [{ name: 'a.txt', content: 'a'.repeat(2 * 1024 * 1024 + 1) }])
  expect(long.text).toContain('too large')
  const two = await sendForm(dana, '/files/shared', [
    { name: 'a.txt', content: 'first' },
    { name: 'b.txt', content: 'second' },
  ])
  expect(two.text).toContain('only the first')
})
