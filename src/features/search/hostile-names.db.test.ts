import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'

let app: TestApp
let dana: TestUser
let omer: TestUser
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
  omer = await app.user('Omer')
  await dana.saveFile('mine.py', 'def shared_name():\n    return "danaOnly"\n')
  await omer.saveFile('theirs.py', 'def shared_name():\n    return "omerOnly"\n')
})
afterAll(() => app[Symbol.asyncDispose]())

/** What pages send for `d` and `u`, with names that no page sends. */
const NAMES = [
  '"',
  '\\',
  "' or 1=1 --",
  '%',
  '_',
  '/[a-/',
  ') in:repos (',
  'x" repo:../../etc "',
  '<script>alert(1)</script>',
  '\u202eevil',
  'א'.repeat(100),
  '$(touch /tmp/names)',
  '-x',
  'a\u0000b',
  'x'.repeat(5_000),
]

test.each(NAMES)('definitions and uses of %j are a page or a 400, never a 500 and never markup', async (name) => {
  for (const q of [`sym:${name}`, `"${name}" case:yes in:files`, `"${name}" case:yes in:repos repo:noa/site`]) {
    const asked = encodeURIComponent(q)
    expect([200, 400]).toContain((await dana.get(`/api/search?limit=50&q=${asked}`)).status)
    const page = await dana.page(`/search?q=${asked}`)
    expect([200, 400]).toContain(page.status)
    expect(page.text).not.toContain('<script>alert')
  }
})

test('definitions and uses of a name are those of the user alone', async () => {
  for (const q of ['"shared_name" case:yes in:files', 'sym:shared_name']) {
    const { text } = await dana.get(`/api/search?limit=50&q=${encodeURIComponent(q)}`)
    expect(text).not.toContain('theirs.py')
    expect(text).not.toContain('omerOnly')
  }
})
