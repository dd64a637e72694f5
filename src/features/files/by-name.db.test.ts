import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'

let app: TestApp
let dana: TestUser
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
})
afterAll(() => app[Symbol.asyncDispose]())

const EN = { 'accept-language': 'en' }
const Names = z.object({ items: z.array(z.object({ folder: z.string(), file_name: z.string(), url: z.string() })) })

async function save(user: TestUser, folder: string, fileName: string, content = 'x\n') {
  await user.post('/api/files', { folder, file_name: fileName, content })
  app.advance(1)
}

async function pathsOf(user: TestUser, query: string): Promise<string[]> {
  const reply = Names.parse(replyOf(await user.get(`/api/files/names?q=${encodeURIComponent(query)}`)))
  return reply.items.map(({ folder, file_name: name }) => (folder ? `${folder}/${name}` : name))
}

describe('GET /api/files/names', () => {
  test('ranks the start of a name before its middle, and both before a folder', async () => {
    await save(dana, '', 'schema.ts')
    await save(dana, 'app', 'my-Schema.ts')
    await save(dana, 'schema', 'other.ts')
    await save(dana, '', 'mentions.ts', "import './schema.ts'\n")
    expect(await pathsOf(dana, ' SCHEMA ')).toEqual(['schema.ts', 'app/my-Schema.ts', 'schema/other.ts'])
    expect(await pathsOf(dana, 'app/my')).toEqual(['app/my-Schema.ts'])
    expect(await pathsOf(dana, '%')).toEqual([])
    expect(await pathsOf(dana, '  ')).toEqual([])
  })

  test('finds Hebrew names, at most eight, and neither the trash nor files of others', async () => {
    const noa = await app.user('Noa')
    for (let i = 0; i < 10; i++) await save(noa, 'תיקייה', `קובץ ${i}.md`)
    expect(await pathsOf(noa, 'קובץ')).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map((i) => `תיקייה/קובץ ${i}.md`))
    expect(await pathsOf(dana, 'קובץ')).toEqual([])
    const reply = Names.parse(replyOf(await noa.get(`/api/files/names?q=${encodeURIComponent('קובץ 9')}`)))
    const [, id] = /^\/md\/([0-9a-f]{32})$/.exec(reply.items[0]?.url ?? '') ?? []
    await noa.post('/api/files/bulk-delete', { file_ids: [id] })
    expect(await pathsOf(noa, 'קובץ 9')).toEqual([])
  })
})

describe('GET /files?q=', () => {
  test('links to files of that name above the list, unless they are its first rows', async () => {
    const omer = await app.user('Omer')
    await save(omer, 'lib', 'schema.ts')
    const before = (await omer.page('/files?q=schema.ts', EN)).text
    expect(before).not.toContain('files-named')
    for (let i = 0; i < 4; i++) await save(omer, '', `user-${i}.ts`, "import './schema.ts'\n")
    const { text } = await omer.page('/files?q=schema.ts', EN)
    expect(text).toContain('title="lib/schema.ts"><bdi>schema.ts</bdi>')
    expect((await omer.page('/files', EN)).text).not.toContain('files-named')
  })

  test('begins a long line near its match', async () => {
    const noa = await app.user('Noa2')
    await save(noa, '', 'long.ts', `${'a '.repeat(40)}findme ${'b '.repeat(20)}\n`)
    const { text } = await noa.page('/files?q=findme', EN)
    expect(text).toContain('<code>…a a a a a a a a a a a a <mark>findme</mark> b')
  })
})
