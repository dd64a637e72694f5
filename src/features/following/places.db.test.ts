import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { replyOf } from '../../../test/app.ts'
import { connect, listening } from '../../../test/mcp-client.ts'
import { repoStage, type RepoStage, type TestUser } from '../../../test/repos.ts'
import { fileOf, LABEL, TOTAL, TOTAL_NET } from '../../../test/python-blocks.ts'

let stage: RepoStage
let dana: TestUser
beforeAll(async () => {
  stage = await repoStage()
  dana = await stage.app.user('Dana')
})
afterAll(() => stage[Symbol.asyncDispose]())
beforeEach(() => stage.app.advance(60))

const home = (name: string, path: string) => `/api/sticky-notes/repo/${encodeURIComponent(name)}/${path}` as const
const placesOf = async (id: string) => replyOf(await dana.get(`/api/sticky-notes/note/${id}/places`)).places

test('a note on a repository says in which commit its code moved, and keeps every place that it had', async () => {
  const origin = stage.server.create('noa/places')
  const first = origin.commit({ put: { 'a.py': fileOf(TOTAL, LABEL), 'b.py': fileOf(LABEL) } })
  const repo = await stage.mirror(dana, 'noa/places')
  const { id } = replyOf(await dana.post(home('noa/places', 'a.py'), { content: 'why', line_start: 1, line_end: 3 }))
  const moved = origin.commit({ put: { 'a.py': fileOf(LABEL), 'b.py': fileOf(LABEL, TOTAL) } })
  // Only a shift: no place of its own.
  origin.commit({ put: { 'b.py': fileOf(['import os'], LABEL, TOTAL) } })
  const changed = origin.commit({ put: { 'b.py': fileOf(['import os'], LABEL, TOTAL_NET) } })
  await stage.resync(dana, repo)
  const [note] = replyOf(await dana.get(home('noa/places', 'b.py'))).notes
  const symbol = { kind: 'function', name: 'total' }
  const last = { kind: 'changed', commit: changed, path: 'b.py', line_start: 7, line_end: 9, symbol }
  expect(note).toMatchObject({ id, place: { state: 'changed', line_start: 7, evidence: last } })
  expect(await placesOf(id)).toMatchObject([
    { kind: 'attached', commit: first, path: 'a.py', line_start: 1, line_end: 3 },
    { kind: 'moved', commit: moved, path: 'b.py', line_start: 5, line_end: 7, symbol },
    last,
  ])

  const renamed = origin.commit({ remove: ['b.py'], put: { 'lib/b.py': fileOf(['import os'], LABEL, TOTAL_NET) } })
  const gone = origin.commit({ put: { 'lib/b.py': fileOf(['import os'], LABEL) } })
  await stage.resync(dana, repo)
  expect((await placesOf(id)).slice(3)).toMatchObject([
    { kind: 'renamed', commit: renamed, path: 'lib/b.py', line_start: 7 },
    { kind: 'lost', commit: gone, path: 'lib/b.py', line_start: null, symbol },
  ])
})

test('the places of a note remain when the user attaches it to other lines', async () => {
  const origin = stage.server.create('noa/again')
  origin.commit({ put: { 'a.py': fileOf(TOTAL, LABEL) } })
  const repo = await stage.mirror(dana, 'noa/again')
  const { id } = replyOf(await dana.post(home('noa/again', 'a.py'), { content: 'why', line_start: 1 }))
  origin.commit({ put: { 'a.py': fileOf(LABEL, TOTAL) } })
  await stage.resync(dana, repo)
  expect((await dana.put(`/api/sticky-notes/note/${id}`, { line_start: 2, line_end: 2 })).status).toBe(200)
  expect((await dana.put(`/api/sticky-notes/note/${id}`, { content: 'only the text' })).status).toBe(200)
  expect(await placesOf(id)).toMatchObject([
    { kind: 'attached', line_start: 1 },
    { kind: 'moved', line_start: 5 },
    { kind: 'attached', line_start: 2 },
  ])
  // The evidence is about the lines that the note is on now.
  const [note] = replyOf(await dana.get(home('noa/again', 'a.py'))).notes
  expect(note?.place).toEqual({ state: 'anchored', line_start: 2, line_end: 2 })
})

test('a note on a file of the library says in which version its code moved or changed', async () => {
  const { file_id: file } = replyOf(await dana.post('/api/files', { file_name: 'a.py', content: fileOf(TOTAL, LABEL) }))
  const { id } = replyOf(await dana.post(`/api/sticky-notes/${file}`, { content: 'why', line_start: 1, line_end: 3 }))
  const save = async (content: string) =>
    expect((await dana.post('/api/files', { file_name: 'a.py', content })).status).toBe(201)
  await save(fileOf(LABEL, TOTAL))
  await save(fileOf(['import os'], LABEL, TOTAL))
  const [note] = replyOf(await dana.get(`/api/sticky-notes/${file}`)).notes
  const moved = { kind: 'moved', version: 2, line_start: 5, line_end: 7, symbol: { kind: 'function', name: 'total' } }
  expect(note?.place).toMatchObject({ state: 'moved', line_start: 7, evidence: moved })
  expect(await placesOf(id)).toMatchObject([{ kind: 'attached', version: 1, line_start: 1 }, moved])
})

test('the places of a note of another user are not found', async () => {
  const noa = await stage.app.user('Noa')
  const { file_id: file } = replyOf(await dana.post('/api/files', { file_name: 'mine.py', content: fileOf(TOTAL) }))
  const { id } = replyOf(await dana.post(`/api/sticky-notes/${file}`, { content: 'why', line_start: 1 }))
  expect((await noa.get(`/api/sticky-notes/note/${id}/places`)).status).toBe(404)
})

test('agents get the current lines of a note and its state in every tool', async () => {
  const eli = await stage.app.user('Eli')
  const agent = await connect(await listening(stage.app), (await eli.createToken('robot')).secret)
  const { data: saved } = await agent.call('save_file', { file_name: 'agent.py', content: fileOf(TOTAL, LABEL) })
  const file = { file_id: saved['file_id'] }
  const { data: made } = await agent.call('create_note', { ...file, content: 'keepsake', line_start: 1, line_end: 3 })
  expect((await eli.post('/api/files', { file_name: 'agent.py', content: fileOf(LABEL, TOTAL) })).status).toBe(201)
  const evidence = { version: 2, symbol: { kind: 'function', name: 'total' } }
  const current = { note_id: made['note_id'], state: 'moved', line_start: 5, line_end: 7, evidence }
  const [head = ''] = (await agent.call('read_note', { note_id: made['note_id'] })).texts
  expect(JSON.parse(head)).toMatchObject(current)
  expect((await agent.call('list_notes', file)).data).toMatchObject({ notes: [current] })
  expect((await agent.call('list_notes', {})).data).toMatchObject({ notes: [current] })
  expect((await agent.call('search_notes', { query: 'keepsake' })).data).toMatchObject({ results: [current] })
  await agent.close()
})
