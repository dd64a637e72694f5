import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { replyOf } from '../../../test/app.ts'
import { sendForm } from '../../../test/forms.ts'
import { repoStage, type RepoStage, type TestUser } from '../../../test/repos.ts'
import { fileOf, HEAD, LABEL, TAX, TOTAL } from '../../../test/python-blocks.ts'

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
