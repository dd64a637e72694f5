import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'

let app: TestApp
beforeAll(async () => {
  const dist = await mkdtemp(join(tmpdir(), 'dist-'))
  await mkdir(join(dist, 'client/assets'), { recursive: true })
  const files = { 'THIRD-PARTY-NOTICES.txt': 'notices', 'LICENSE.txt': 'AGPL', 'client/embed.js': '1' }
  for (const [name, text] of Object.entries(files)) await writeFile(join(dist, name), text)
  await writeFile(join(dist, 'client/favicon.ico'), await readFile('public/favicon.ico'))
  app = await testApp({
    ASSETS_DIR: join(dist, 'client'),
    SECURITY_CONTACT: 'mailto:security@example.org',
    SOURCE_URL: 'https://code.example.org/shelf?a=1&b=2',
  })
})
afterAll(() => app[Symbol.asyncDispose]())

const get = (path: string) => app.visitor().get(path)

test('/about names the version, the licence, the source and the notices, for visitors and users, in both languages', async () => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
  const dana = await app.user('Dana')
  for (const who of [app.visitor(), dana]) {
    const { status, text } = await who.page('/about', { 'accept-language': 'en' })
    expect(status).toBe(200)
    expect(text).toContain(`<bdi>${version}</bdi>`)
    expect(text).toContain('AGPL-3.0-or-later')
    expect(text).toContain('href="https://code.example.org/shelf?a=1&amp;b=2"')
    expect(text).toContain('href="/about/notices.txt"')
    expect(text).toContain('href="mailto:security@example.org"')
  }
  expect((await app.visitor().page('/about', { 'accept-language': 'he' })).text).toContain('קוד המקור')
})

test('the files beside the page are plain text for everybody', async () => {
  for (const [path, text] of [
    ['/about/notices.txt', 'notices'],
    ['/about/licence.txt', 'AGPL'],
  ] as const) {
    const answer = await get(path)
    expect(answer).toMatchObject({ status: 200, text, headers: { 'content-type': 'text/plain; charset=utf-8' } })
  }
})

test('/favicon.ico is an icon, and /embed.js may be loaded by other sites', async () => {
  const icon = await get('/favicon.ico')
  expect(icon.bytes.subarray(0, 4)).toEqual(Buffer.from([0, 0, 1, 0]))
  const script = await get('/embed.js')
  expect(script.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=3600',
  })
  expect(script.headers['content-type']).toMatch(/javascript/)
})

test('/robots.txt lets crawlers see that public links are not to be indexed', async () => {
  const { text, headers } = await get('/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(text).toMatch(/^User-agent: \*\n/)
  expect(text).not.toContain('/shared')
})

test('/.well-known/security.txt names the contact and expires within a year', async () => {
  const { text, headers } = await get('/.well-known/security.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(text).toBe(
    'Contact: mailto:security@example.org\nExpires: 2027-05-14T00:00:00Z\nPreferred-Languages: he, en\n' +
      'Canonical: https://shelf.test/.well-known/security.txt\n',
  )
})

test('without SECURITY_CONTACT there is no security.txt, and the source is the repository of package.json', async () => {
  await using plain = await testApp()
  expect((await plain.visitor().get('/.well-known/security.txt')).status).toBe(404)
  const { text } = await plain.visitor().page('/about')
  expect(text).toContain('href="https://example.org/codeshelf/codeshelf"')
  expect(text).not.toContain('mailto:')
})
