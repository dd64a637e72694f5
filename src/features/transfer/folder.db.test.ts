import { afterAll, beforeAll, expect, test } from 'vitest'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { unzip } from '../../../test/zips.ts'

let app: TestApp
let dana: TestUser
let link: string
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
  await fillLibrary()
})
afterAll(() => app[Symbol.asyncDispose]())

async function fillLibrary(): Promise<void> {
  await dana.post('/settings/appearance', { locale: 'he' })
  const code = await dana.saveFile('קוד.py', 'a\nb\nc\n', { description: 'חישוב *מע״מ*', tags: ['כסף'] })
  const lines = { content: '- [ ] לבדוק את VAT\n```', line_start: 2, line_end: 3 }
  const note = replyOf(await dana.post(`/api/sticky-notes/${code}`, { ...lines, title: 'מע״מ' }))
  const reminder = await dana.post(`/api/sticky-notes/note/${note.id}/reminder`, {
    at: '2026-12-01T08:00',
    tz: 'Asia/Jerusalem',
  })
  expect(reminder.status, reminder.text).toBe(200)
  app.advance(60)
  await dana.saveFile('קוד.py', 'new\na\nb\nc\n')
  for (const [name, text] of Object.entries({ CON: 'device', 'a:b?.txt': 'x', 'README.md': 'A', 'readme.md': 'a' })) {
    // Files are listed by the time in their id; within one millisecond their order would be random.
    app.advance(1)
    await dana.saveFile(name, text)
  }
  const gone = await dana.saveFile('gone.txt', 'gone')
  await dana.post(`/api/files/${gone}/trash`)
  const share = await dana.post('/api/files/create-share-link', {
    file_ids: [code],
    hidden_lines: { [code]: [1, 2, 4] },
  })
  link = replyOf(share).share_url
  const board = await dana.createBoard('לוח: א/ב')
  await dana.post(`/api/sticky-notes/board/${board.id}`, { title: 'ברוכים', content: '# hi' })
  await dana.post('/api/repos', { url: 'https://github.com/octo/shelf' })
}

const ROOT = 'codeshelf-2026-11-15/'
async function folderOf(user: TestUser, path: '/export?as=folder' | '/api/export?as=folder' = '/export?as=folder') {
  await app.confirm(user)
  const answer = await user.get(path)
  expect(answer.status).toBe(200)
  const files = await unzip(answer.bytes)
  return { answer, names: [...files.keys()], text: (name: string) => files.get(ROOT + name)?.toString('utf8') ?? '' }
}

test('the folder has the newest texts under their own names, and Markdown', async () => {
  const { answer, names, text } = await folderOf(dana)
  expect(answer.headers['content-disposition']).toContain('codeshelf-2026-11-15-folder.zip')
  expect(names.toSorted()).toEqual(
    [
      'README.md',
      'boards/הלוח שלי.md',
      'boards/לוח_ א_ב.md',
      'files.md',
      'files/CON_',
      'files/README.md',
      'files/a_b_.txt',
      'files/readme (2).md',
      'files/קוד.py',
      'notes/קוד.py.md',
      'reminders.md',
      'repositories.md',
      'shares.md',
    ]
      .map((name) => ROOT + name)
      .toSorted(),
  )
  expect(text('files/קוד.py')).toBe('new\na\nb\nc\n')
  expect(text('files/CON_')).toBe('device')
})

test('notes show their lines in the newest text, and everything is in the language of its owner', async () => {
  const { text } = await folderOf(dana)
  expect(text('notes/קוד.py.md')).toBe(`# קוד.py

קובץ: [קוד.py](<../files/קוד.py>)

## שורות 3–4 · מע״מ

- נוצר: 2026-11-15 11:30
- תזכורת: 2026-12-01 08:00 (ממתינה)

\`\`\`
b
c
\`\`\`

- [ ] לבדוק את VAT
\`\`\`
\`\`\`
`)
  expect(text('boards/לוח_ א_ב.md')).toContain('# לוח: א/ב\n\n## ברוכים\n')
  expect(text('reminders.md')).toContain('2026-12-01 08:00 (ממתינה)\n  - [קוד.py](<notes/קוד.py.md>)\n  - מע״מ\n')
  expect(text('shares.md')).toContain(`<${link}>\n  - קוד.py · גרסה 2 · שורות מוסתרות: 1-2, 4\n`)
  expect(text('repositories.md')).toContain('octo/shelf\n  - <https://github.com/octo/shelf.git>\n')
  expect(text('files.md')).toContain('  - תיאור: חישוב \\*מע״מ\\*\n  - תגיות: כסף\n')
})

test('the README counts what is in the folder and lists every changed name', async () => {
  const { text } = await folderOf(dana)
  expect(text('README.md')).toContain('- `boards/`: הלוחות, קובץ Markdown לכל לוח (2)')
  expect(text('README.md')).toContain('- [CON\\_](<files/CON_>)\n  - השם המקורי: CON\n')
  expect(text('README.md')).toContain('השם המקורי: a:b?.txt\n')
  expect(text('README.md')).toContain('השם המקורי: readme.md\n')
  expect(text('README.md')).not.toContain('gone')
})

test('nothing in the folder is an id or a field of JSON', async () => {
  await app.confirm(dana)
  const files = await unzip((await dana.get('/export?as=folder')).bytes)
  const all = [...files].map(([name, content]) => name + content.toString('utf8')).join('\n')
  expect(all.replaceAll(link, '')).not.toMatch(/[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{4}-/)
})

test('an empty library is a folder that says so, also over the API', async () => {
  const omer = await app.user('Omer')
  const { secret } = await omer.createToken('curl', { scopes: ['read'], expires_in_days: 7 })
  const answer = await app.visitor().get('/api/export?as=folder', { authorization: `Bearer ${secret}` })
  expect(answer.status).toBe(200)
  const files = await unzip(answer.bytes)
  expect(files.get(`${ROOT}files.md`)?.toString()).toBe('# Files\n\nNone.\n')
})

test('an unknown form of export is rejected', async () => {
  await app.confirm(dana)
  expect(await dana.get('/api/export?as=pdf')).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', field: 'as' },
  })
})
