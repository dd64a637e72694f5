import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'

let app: TestApp
let dana: TestUser
let omer: TestUser
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
  omer = await app.user('Omer')
})
afterAll(() => app[Symbol.asyncDispose]())

async function save(user: TestUser, folder: string, name: string): Promise<string> {
  const { body } = await user.post('/api/files', { folder, file_name: name, content: 'x\n' })
  if (!body.ok) throw new Error(body.error)
  return body.file_id
}

const tree = (html: string) => html.slice(html.indexOf('id="tree"'), html.indexOf('</nav>', html.indexOf('id="tree"')))
const titles = (html: string) =>
  Array.from(tree(html).matchAll(/title="([^"]*)" aria-label="[^"]*" aria-expanded/g), ([, title]) => title)

test('GET /file/<id>/tree is open on the way to the file, marks it, and closes the other folders', async () => {
  const here = await save(dana, 'src/lib', 'a.py')
  await save(dana, 'src/other', 'b.py')
  await save(dana, 'src', 'סיכום 2.md')
  await save(dana, 'src', 'סיכום 10.md')
  await save(dana, '', 'top.txt')
  await save(omer, 'src', 'secret.py')
  const { status, text } = await dana.page(`/file/${here}/tree`)
  expect(status).toBe(200)
  expect(tree(text)).toMatch(new RegExp(`href="/file/${here}" title="a.py" aria-label="a.py" aria-current="page"`))
  expect(tree(text)).toMatch(/title="lib" aria-label="lib" aria-expanded="true"/)
  expect(tree(text)).toMatch(/folder=src%2Fother" title="other" aria-label="other" aria-expanded="false"/)
  expect(tree(text)).not.toContain('b.py')
  expect(tree(text)).not.toContain('secret')
  // Folders first, and numbers by their value.
  expect(tree(text).indexOf('title="src"')).toBeLessThan(tree(text).indexOf('top.txt'))
  expect(tree(text).indexOf('סיכום 2')).toBeLessThan(tree(text).indexOf('סיכום 10'))
  expect((await omer.page(`/file/${here}/tree`)).status).toBe(404)
})

test('a folder of the tree is opened alone for the script, and on its way without script', async () => {
  const here = await save(dana, 'one/two', 'c.py')
  await save(dana, 'far/away', 'd.py')
  const alone = (await dana.page(`/file/${here}/tree?folder=far/away&level=1`)).text
  expect(titles(alone)).toEqual([])
  expect(tree(alone)).toContain('d.py')
  expect(tree(alone)).not.toContain('title="one"')
  const page = (await dana.page(`/file/${here}/tree?folder=far/away`)).text
  expect(titles(page)).toEqual(expect.arrayContaining(['far', 'away', 'one']))
  expect(tree(page)).toContain('d.py')
})

test('the tree of a folder that is empty, not there or hostile is a page or a 400', async () => {
  const here = await save(dana, '', '<img src=x onerror=alert(1)>.md')
  const page = (await dana.page(`/file/${here}/tree`)).text
  expect(tree(page)).toContain('&lt;img src=x onerror=alert(1)>')
  expect((await dana.page(`/file/${here}/tree?folder=nowhere&level=1`)).status).toBe(200)
  for (const folder of ['..', 'a//b', '/etc', 'a\u0000b', 'x'.repeat(2_000), 'a/../b'])
    expect((await dana.page(`/file/${here}/tree?folder=${encodeURIComponent(folder)}`)).status, folder).toBe(400)
  expect((await dana.page('/file/nope/tree')).status).toBe(404)
})

test('a folder with more files than the tree shows leads to its list, and still shows the file of the page', async () => {
  await sql`
    insert into files (user_id, id, file_name, language, version, sha256, size_bytes, line_count, created_at, updated_at, touched_at)
     select f.user_id, gen_random_uuid(), 'many/f' || lpad(n::text, 4, '0') || '.txt', language, version, sha256, size_bytes, line_count,
       created_at, updated_at, touched_at from files f cross join generate_series(1, 510) n
    where f.user_id = ${dana.id} and f.file_name = 'top.txt'
  `.execute(app.db)
  const last = await save(dana, 'many', 'z.txt')
  const { text } = await dana.page(`/file/${last}/tree`)
  expect(tree(text)).toContain('href="/files?folder=many"')
  expect(tree(text)).toMatch(/title="z\.txt" aria-label="z\.txt" aria-current="page"/)
  expect(tree(text)).toContain('f0500.txt')
  expect(tree(text)).not.toContain('f0501.txt')
})
