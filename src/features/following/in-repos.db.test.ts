import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { replyOf } from '../../../test/app.ts'
import { sendForm } from '../../../test/forms.ts'
import { connect, listening } from '../../../test/mcp-client.ts'
import { repoStage, type RepoStage, type TestUser } from '../../../test/repos.ts'
import { fileOf, HEAD, LABEL, TAX, TOTAL, TOTAL_NET } from '../../../test/python-blocks.ts'

let stage: RepoStage
let dana: TestUser
beforeAll(async () => {
  stage = await repoStage()
  dana = await stage.app.user('Dana')
})
afterAll(() => stage[Symbol.asyncDispose]())
beforeEach(() => stage.app.advance(60))

const home = (name: string, path: string) => `/api/sticky-notes/repo/${encodeURIComponent(name)}/${path}` as const
const notesOn = async (name: string, path: string, person = dana) =>
  replyOf(await person.get(home(name, path))).notes.map(({ id, place, moved_from: from }) => ({ id, from, ...place }))
const put = async (name: string, path: string, start: number, end = start) =>
  replyOf(await dana.post(home(name, path), { content: 'note', line_start: start, line_end: end })).id
const placesOf = async (id: string) => replyOf(await dana.get(`/api/sticky-notes/note/${id}/places`)).places

test('a note follows its lines into another file, also when the new file changes later in the same sync', async () => {
  const origin = stage.server.create('noa/split')
  origin.commit({ put: { 'a.py': fileOf(HEAD, TOTAL, LABEL, TAX), 'b.py': fileOf(HEAD, ['RATE = 17']) } })
  const id = await stage.mirror(dana, 'noa/split')
  const note = await put('noa/split', 'a.py', 5, 6)
  const stays = await put('noa/split', 'a.py', 8)
  origin.commit({ put: { 'a.py': fileOf(HEAD, LABEL, TAX), 'b.py': fileOf(HEAD, ['RATE = 17'], TOTAL) } })
  origin.commit({ put: { 'b.py': fileOf(['"""Billing."""'], HEAD, ['RATE = 18'], TOTAL) } })
  const ran = await stage.resync(dana, id)
  expect(ran.events).toMatchObject([{ name: 'codehost_sync', fields: { renamed_notes: 1 } }])
  expect(await notesOn('noa/split', 'b.py')).toMatchObject([
    { id: note, from: 'a.py', state: 'moved', line_start: 9, line_end: 10 },
  ])
  expect(await notesOn('noa/split', 'a.py')).toMatchObject([{ id: stays, state: 'shifted', line_start: 4 }])

  // The next sync continues from where this one left the note.
  origin.commit({ put: { 'c.py': fileOf(TOTAL), 'b.py': fileOf(HEAD, ['RATE = 18']) } })
  await stage.resync(dana, id)
  expect(await notesOn('noa/split', 'c.py')).toMatchObject([{ id: note, from: 'b.py', line_start: 2, line_end: 3 }])
})

test('a note is lost when its lines went to two files and nothing says to which', async () => {
  const origin = stage.server.create('noa/twins')
  origin.commit({ put: { 'a.py': fileOf(HEAD, TOTAL, LABEL) } })
  const id = await stage.mirror(dana, 'noa/twins')
  const note = await put('noa/twins', 'a.py', 5)
  origin.commit({ put: { 'a.py': fileOf(HEAD, LABEL), 'b.py': fileOf(TOTAL), 'c.py': fileOf(TOTAL) } })
  await stage.resync(dana, id)
  expect(await notesOn('noa/twins', 'a.py')).toMatchObject([{ id: note, state: 'lost' }])
})

test('a note stays where its lines are when a copy of them is added elsewhere', async () => {
  const origin = stage.server.create('noa/copied')
  origin.commit({ put: { 'a.py': fileOf(HEAD, TOTAL) } })
  const id = await stage.mirror(dana, 'noa/copied')
  const note = await put('noa/copied', 'a.py', 4, 6)
  origin.commit({ put: { 'a.py': fileOf(HEAD, TAX, TOTAL), 'b.py': fileOf(TOTAL) } })
  await stage.resync(dana, id)
  expect(await notesOn('noa/copied', 'a.py')).toMatchObject([{ id: note, state: 'shifted', line_start: 8 }])
})

test('a note that is attached to other lines starts anew, and its text can be edited without that', async () => {
  const origin = stage.server.create('noa/anew')
  origin.commit({ put: { 'a.py': fileOf(HEAD, TOTAL, LABEL) } })
  const id = await stage.mirror(dana, 'noa/anew')
  const note = await put('noa/anew', 'a.py', 4)
  origin.commit({ put: { 'a.py': fileOf(LABEL), 'b.py': fileOf(TAX, TOTAL) } })
  await stage.resync(dana, id)
  await dana.put(`/api/sticky-notes/note/${note}`, { content: 'edited' })
  expect(await notesOn('noa/anew', 'b.py')).toMatchObject([{ id: note, line_start: 5 }])
  await dana.post(`/api/sticky-notes/note/${note}/reattach`, { repo_path: 'a.py', line_start: 2 })
  expect(await notesOn('noa/anew', 'a.py')).toMatchObject([{ id: note, state: 'anchored', line_start: 2 }])
  origin.commit({ put: { 'a.py': fileOf(TAX, LABEL) } })
  await stage.resync(dana, id)
  expect(await notesOn('noa/anew', 'a.py')).toMatchObject([{ id: note, state: 'shifted', line_start: 6 }])
})

test('an export and its import keep where a note was followed to', async () => {
  const origin = stage.server.create('noa/exported')
  const noa = await stage.app.user('Noa')
  origin.commit({ put: { 'a.py': fileOf(HEAD, TOTAL, LABEL) } })
  const id = await stage.mirror(dana, 'noa/exported')
  await put('noa/exported', 'a.py', 5, 6)
  origin.commit({ put: { 'a.py': fileOf(HEAD, LABEL), 'b.py': fileOf(TAX, TOTAL) } })
  await stage.resync(dana, id)
  const content = Buffer.from((await dana.get('/export')).bytes)
  await stage.mirror(noa, 'noa/exported')
  await sendForm(noa, '/api/import', [{ name: 'export.zip', content }])
  const [note] = await notesOn('noa/exported', 'b.py', noa)
  expect(note).toMatchObject({ from: 'a.py', state: 'moved', line_start: 6, line_end: 7 })
  const { places } = replyOf(await noa.get(`/api/sticky-notes/note/${note?.id ?? ''}/places`))
  expect(places.at(-1)).toMatchObject({ kind: 'moved', symbol: { kind: 'function', name: 'total' } })
})

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
  // Without `evidence`: the earlier move was of lines that the note is no longer on.
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
