import { expect, test } from 'vitest'
import { type Answer, testApp, type TestUser } from '../../../test/app.ts'
import { nastyTexts } from '../../../test/nasty-texts.ts'

/** Posts a form as a browser without script does: every line end is CRLF. */
async function sendForm(user: TestUser, url: string, fields: Record<string, string | number>): Promise<Answer> {
  return user.form(
    url,
    Object.entries(fields).map(([name, value]) => [name, String(value).replaceAll(/\r\n?|\n/g, '\r\n')]),
  )
}

const idIn = (answer: Answer) => String(answer.headers['location']).replace('/file/', '')

test('the form without script creates a file named after its text, with LF line ends', async () => {
  await using app = await testApp()
  const dana = await app.user('Dana')
  const answer = await sendForm(dana, '/files/new', {
    file_name: '',
    content: 'def shalom():\n    return "שלום"\n',
    language: '',
    description: 'one\ntwo',
    tags: 'python, כלים',
  })
  expect(answer.status).toBe(303)
  expect(answer.headers['location']).toMatch(/^\/file\/\w+$/)
  expect(await dana.readFile(idIn(answer))).toMatchObject({
    file_name: 'shalom.py',
    content: 'def shalom():\n    return "שלום"\n',
    language: 'Python',
    description: 'one\ntwo',
    tags: ['python', 'כלים'],
  })
  const again = await sendForm(dana, '/files/new', { content: 'def shalom():\n    pass\n' })
  expect(await dana.readFile(idIn(again))).toMatchObject({ file_name: 'shalom (2).py', version: 1 })
})

test('S32: every text opened and sent back without script stays equal', async () => {
  await using app = await testApp()
  const dana = await app.user('Dana')
  for (const [name, content] of Object.entries(nastyTexts)) {
    const id = await dana.saveFile(`${name}.txt`, content)
    await sendForm(dana, `/file/${id}/edit`, { file_name: `renamed ${name}.txt`, content, prev_version: 1 })
    expect(await dana.readFile(id), name).toMatchObject({ content, version: 1, file_name: `renamed ${name}.txt` })
  }
})

test('S32: an edit without script keeps the line ends of unchanged lines', async () => {
  await using app = await testApp()
  const dana = await app.user('Dana')
  const id = await dana.saveFile('mixed.txt', 'a\r\nb\nc\rd')
  const answer = await sendForm(dana, `/file/${id}/edit`, {
    file_name: 'mixed.txt',
    content: 'a\nB\nc\nd\ne',
    prev_version: 1,
  })
  expect(answer).toMatchObject({ status: 303, headers: { location: `/file/${id}` } })
  expect(await dana.readFile(id)).toMatchObject({ content: 'a\r\nB\nc\rd\re', version: 2 })
})

test('the page contains the exact text, also when it begins with a newline', async () => {
  await using app = await testApp()
  const dana = await app.user('Dana')
  const id = await dana.saveFile('x.html', '\n</textarea><script>alert(1)</script>')
  const { status, text } = await dana.page(`/file/${id}/edit`)
  expect(status).toBe(200)
  expect(text).toContain('>\n\n&lt;/textarea&gt;&lt;script&gt;alert(1)&lt;/script&gt;</textarea>')
})

test('a stale save shows both texts again and then saves on the new version', async () => {
  await using app = await testApp()
  const dana = await app.user('Dana')
  const id = await dana.saveFile('a.txt', 'one\n')
  await dana.put(`/api/files/${id}`, { content: 'theirs\n', prev_version: 1 })
  const fields = { file_name: 'a.txt', content: 'mine\n', prev_version: 1 }
  const stale = await sendForm(dana, `/file/${id}/edit`, fields)
  expect(stale.status).toBe(409)
  expect(stale.text).toContain('>\nmine\n</textarea>')
  expect(stale.text).toContain('>\ntheirs\n</textarea>')
  expect(stale.text).toContain('name="prev_version" value="2"')
  expect((await sendForm(dana, `/file/${id}/edit`, { ...fields, prev_version: 2 })).status).toBe(303)
  expect(await dana.readFile(id)).toMatchObject({ content: 'mine\n', version: 3 })
})

test('the form keeps the typed values after any refusal', async () => {
  await using app = await testApp()
  const dana = await app.user('Dana')
  const id = await dana.saveFile('a.txt', 'one')
  await dana.saveFile('b.txt', 'two')
  const typed = { file_name: 'c.txt', content: 'a long evening’s work' }
  const refused = async (url: string, change: Record<string, string | number>, status: number) => {
    const answer = await sendForm(dana, url, { ...typed, ...change })
    expect(answer.status).toBe(status)
    expect(answer.text).toContain('a long evening’s work</textarea>')
    return answer.text
  }
  await refused('/files/new', { file_name: 'a//b' }, 400)
  expect(await refused('/files/new', { file_name: 'a.txt' }, 409)).toContain('a (2).txt')
  await refused('/files/new', { language: 'Klingon' }, 400)
  await refused('/files/new', { tags: 'x'.repeat(51) }, 400)
  await refused('/files/new', { description: 'x'.repeat(2001) }, 400)
  await refused(`/file/${id}/edit`, { file_name: 'b.txt', prev_version: 1 }, 409)
  await dana.post(`/api/files/${id}/trash`)
  expect(await refused(`/file/${id}/edit`, { prev_version: 1 }, 404)).toContain('action="/files/new"')
})

test('the island creates exactly the text it sends, and gets problems as JSON', async () => {
  await using app = await testApp()
  const dana = await app.user('Dana')
  for (const [name, content] of Object.entries(nastyTexts)) {
    const { status, body } = await dana.post('/files/new', { file_name: `${name}.txt`, content })
    expect(status).toBe(201)
    expect(await dana.readFile(String(body['file_id'])), name).toMatchObject({ content })
  }
  expect(await dana.post('/files/new', { file_name: 'empty.txt', content: '' })).toMatchObject({
    status: 409,
    body: { code: 'name_taken', suggestion: 'empty (2).txt' },
  })
})

test('a tag with a comma survives a form that does not change the tags', async () => {
  await using app = await testApp()
  const dana = await app.user('Dana')
  const id = await dana.saveFile('a.txt', 'x', { tags: ['a, b'] })
  await sendForm(dana, `/file/${id}/edit`, { file_name: 'a.txt', content: 'y', tags: 'a, b', prev_version: 1 })
  expect(await dana.readFile(id)).toMatchObject({ tags: ['a, b'], content: 'y' })
})
