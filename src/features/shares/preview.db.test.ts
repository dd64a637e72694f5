import { settingsHref } from '#base/settings-panes.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'

/** A share shows what its owner saw when it was prepared: a file or a note that is saved later is shown again first. */
let app: TestApp
let dana: TestUser
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => app.advance(60))

const shownIn = (html: string) => /name="shown" value="([^"]*)"/.exec(html)?.[1] ?? ''

async function putNote(file: string, note: object): Promise<string> {
  return replyOf(await dana.post(`/api/sticky-notes/${file}`, note)).note.id
}

async function link(file_ids: string[], more: object) {
  return replyOf(await dana.post('/api/files/create-share-link', { file_ids, ...more }))
}

test('a file that is saved after the preview is previewed again, so that no hidden line is published', async () => {
  const file = await dana.saveFile('moved.txt', 'one\nSECRETWORDS here\nthree\n')
  const page = (await dana.page(`/shares/new?files=${file}&kind=public&shown=&lines1=2`)).text
  expect(page).not.toContain('SECRETWORDS')
  await dana.put(`/api/files/${file}`, { content: 'zero\none\nSECRETWORDS here\nthree\n', prev_version: 1 })
  const fields = (shown: string): [string, string][] => [
    ['files', file],
    ['kind', 'public'],
    ['lines1', '2'],
    ['shown', shown],
  ]
  const again = await dana.form('/shares', fields(shownIn(page)))
  expect(again.status).toBe(200)
  expect((await dana.form('/shares', fields(shownIn(again.text)))).status).toBe(303)
})

test('a note that repeats a hidden line of another file of the share is reported', async () => {
  const [a, b] = [await dana.saveFile('a.txt', 'open\n'), await dana.saveFile('b.txt', 'x\nthe words nobody reads\n')]
  const note = await putNote(a, { content: 'b says: the words nobody reads' })
  const { note_warnings } = await link([a, b], { hidden_lines: { [b]: [2] }, note_ids: [note] })
  expect(note_warnings).toEqual([{ note_id: note, kind: 'hidden_text' }])
})

test('a note on a heading is not put on a comment in fenced code', async () => {
  const file = await dana.saveFile('h.md', 'Top\n\n## [Install](x.md)\n\n```sh\n# Install\nnpm i\n```\n')
  const note = await putNote(file, { anchor_id: 'install', anchor_text: 'Install', content: 'c' })
  expect((await link([file], { note_ids: [note] })).notes).toMatchObject([{ line_start: null }])
})

test('GET /shares leads to the shares in the settings, and the sign-in page says why an internal share asks for it', async () => {
  expect(await dana.page('/shares')).toMatchObject({ status: 303, headers: { location: settingsHref('shares') } })
  const english = { 'accept-language': 'en' }
  const { text } = await app.visitor().page('/login?next=/share/x', english)
  expect(text).toContain('Files were shared with you.')
  expect((await app.visitor().page('/login', english)).text).not.toContain('Files were shared with you.')
})
