import { expect, test } from 'vitest'
import { replyOf, testApp } from '../../../test/app.ts'
import { failingThreads } from '../../../test/failing-threads.ts'

test('a note keeps its lines with state unknown when following misses its deadline', async () => {
  await using app = await testApp({}, failingThreads(['follow-versions'], 'deadline'))
  const dana = await app.user('Dana')
  const id = await dana.saveFile('a.ts', 'const one = 1\nconst two = 2\n')
  await dana.createNote(id, { content: 'why two?', line_start: 2, line_end: 2 })
  const { notes } = replyOf(await dana.get(`/api/sticky-notes/${id}`))
  expect(notes).toMatchObject([
    { content: 'why two?', line_start: 2, line_end: 2, place: { state: 'unknown', line_start: null, line_end: null } },
  ])
})

test('/note/:id leads to the stored lines when following misses its deadline', async () => {
  await using app = await testApp({}, failingThreads(['follow-versions'], 'deadline'))
  const dana = await app.user('Dana')
  const id = await dana.saveFile('a.ts', 'const one = 1\nconst two = 2\n')
  const note = await dana.createNote(id, { content: 'why two?', line_start: 2, line_end: 2 })
  await dana.put(`/api/files/${id}`, { content: 'const zero = 0\nconst one = 1\nconst two = 2\n', prev_version: 1 })
  expect((await dana.page(`/note/${note.id}`)).headers['location']).toBe(`/file/${id}?note=${note.id}#L2`)
})
