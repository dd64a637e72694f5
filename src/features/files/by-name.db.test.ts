import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const EN = { 'accept-language': 'en' }
async function save(user: TestUser, folder: string, fileName: string, content = 'x\n') {
  await user.post('/api/files', { folder, file_name: fileName, content })
  app.advance(1)
}

describe('GET /files?q=', () => {
  test('links to files of that name above the list, unless they are its first rows', async () => {
    const omer = await app.user('Omer')
    await save(omer, 'lib', 'schema.ts')
    const before = (await omer.page('/files?q=schema.ts', EN)).text
    expect(before).not.toContain('files-named')
    for (let i = 0; i < 10; i++) await save(omer, '', `user-${i}.ts`, "import './schema.ts'\n")
    const { text } = await omer.page('/files?q=schema.ts', EN)
    expect(text).toMatch(/title="lib\/schema\.ts">[^]{0,100}>schema</)
    expect((await omer.page('/files', EN)).text).not.toContain('files-named')
  })

  test('begins a long line near its match', async () => {
    const noa = await app.user('Noa2')
    await save(noa, '', 'long.ts', `${'a '.repeat(40)}findme ${'b '.repeat(20)}\n`)
    const { text } = await noa.page('/files?q=findme', EN)
    expect(text).toContain('<code>…a a a a a a a a a a a a <mark>findme</mark> b')
  })
})
