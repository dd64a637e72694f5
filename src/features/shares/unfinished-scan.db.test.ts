import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { failingThreads } from '../../../test/failing-threads.ts'

describe('a scan for secrets that did not finish', () => {
  let app: TestApp
  let dana: TestUser
  let id: string
  beforeAll(async () => {
    app = await testApp({}, failingThreads(['find-secrets'], 'deadline'))
    dana = await app.user('Dana')
    id = await dana.saveFile('slow.env', 'a=1\nb=2\nc=3\n')
  })
  afterAll(() => app[Symbol.asyncDispose]())

  test('is a warning about every line of the file, not an empty list', async () => {
    const warning = { file_id: id, kind: 'scan_unfinished', line_start: 1, line_end: 3 }
    expect(replyOf(await dana.post(`/api/files/${id}/share`, {})).warnings).toEqual([warning])
    const link = await dana.post('/api/files/create-share-link', { file_ids: [id] })
    expect(replyOf(link).warnings).toEqual([warning])
  })

  test('is shown with its file on the prepare page', async () => {
    const { text } = await dana.page(`/shares/new?files=${id}`, { 'accept-language': 'en' })
    expect(text).toContain('The scan for secrets did not finish.')
    expect(text).toContain('slow</span><span class="file-extension">.env')
  })
})

test('too many findings to review produce a warning about the rest of the file', async () => {
  await using app = await testApp()
  const dana = await app.user('Dana')
  const content = Array.from({ length: 600 }, (_, i) => `password_${i} = "Zq8!kd${i}Lw#x"\n`).join('')
  const id = await dana.saveFile('many.env', content)
  const { warnings } = replyOf(await dana.post(`/api/files/${id}/share`, {}))
  expect(warnings).toHaveLength(501)
  expect(warnings.at(-1)).toMatchObject({ kind: 'scan_unfinished', line_start: 501, line_end: 600 })
})
