import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'

let app: TestApp
let dana: TestUser
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
})
afterAll(() => app[Symbol.asyncDispose]())

const names = async (query: string) =>
  replyOf(await dana.get(`/api/files?${query}`))
    .items.map(({ file_name }) => file_name)
    .toSorted()

async function remind(noteId: string): Promise<void> {
  const answer = await dana.post(`/api/sticky-notes/note/${noteId}/reminder`, { preset: '1h', tz: 'UTC' })
  expect(answer.status, answer.text).toBe(200)
}

describe('files and their notes', () => {
  beforeAll(async () => {
    const noted = await dana.saveFile('noted.py', 'x = 1\n')
    const open = await dana.saveFile('open.py', 'x = 1\n')
    const reminded = await dana.saveFile('reminded.py', 'x = 1\n')
    const deleted = await dana.saveFile('deleted.py', 'x = 1\n')
    await dana.saveFile('plain.py', 'x = 1\n')
    await dana.createNote(noted, { content: '- [x] done\n\n```\n- [ ] in code\n```' })
    await dana.createNote(open, { content: 'first' })
    await dana.createNote(open, { content: '- [x] done\n- [ ] not yet' })
    await remind((await dana.createNote(reminded, { content: 'soon' })).id)
    const gone = await dana.createNote(deleted, { content: '- [ ] gone' })
    await remind(gone.id)
    await dana.delete(`/api/sticky-notes/note/${gone.id}`)
    const noa = await app.user('Noa')
    await noa.createNote(await noa.saveFile('hers.py', 'x'), { content: '- [ ] hers' })
  })

  test('has:note, has:task and has:reminder find the files with such a note that is not deleted', async () => {
    expect(await names('category=has:note')).toEqual(['noted.py', 'open.py', 'reminded.py'])
    expect(await names('category=has:task')).toEqual(['open.py'])
    expect(await names('category=has:reminder')).toEqual(['reminded.py'])
    expect(await names('category=has:nonsense')).toEqual([])
  })

  test('has: combines with the other filters and with a search', async () => {
    expect(await names('category=has:note&lang=Python&q=open')).toEqual(['open.py'])
    expect(await names('category=has:note&lang=Go')).toEqual([])
    expect(replyOf(await dana.get('/api/files/ids?category=has:note')).ids).toHaveLength(3)
  })

  test('a row of the list shows how many notes its file has, and a bell for a reminder', async () => {
    const { text } = await dana.page('/files', { 'accept-language': 'en' })
    const rows = text.split('<li class="file-row ')
    const labelOf = (name: string) =>
      /class="file-notes [^>]*aria-label="([^"]*)"/.exec(rows.find((row) => row.includes(name)) ?? '')?.[1]
    expect(labelOf('open.py')).toBe('2 notes')
    expect(labelOf('reminded.py')).toBe('1 note, 1 reminder')
    expect(labelOf('deleted.py')).toBeUndefined()
    expect(labelOf('plain.py')).toBeUndefined()
  })
})
