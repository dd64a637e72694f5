import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { problemOf, replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { fixture, sendMove } from '../../../test/move-in-kit.ts'
import { whileRowIsLocked } from '../../../test/row-lock.ts'
import { MAX_MOVES_KEPT } from './limits.ts'

let app: TestApp
let dana: TestUser
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  dana = await app.user('Dana')
})

type Snippets = Record<string, string>
const raycast = (snippets: Snippets) => [
  {
    name: 'r.json',
    content: JSON.stringify(Object.entries(snippets).map(([name, text]) => ({ name, text }))),
  },
]
const move = async (snippets: Snippets, user = dana) => replyOf(await sendMove(user, '/api/move-in', raycast(snippets)))
const idOf = (id: string | null) => id ?? 'none'
const undo = (id: string | null, user = dana) => user.post(`/api/move-in/${idOf(id)}/undo` as '/api/move-in/:id/undo')
const moves = async () => replyOf(await dana.get('/api/move-in')).moves
const names = async () =>
  replyOf(await dana.get('/api/files'))
    .items.map(({ file_name: name }) => name)
    .toSorted()

describe('POST /api/move-in/:id/undo', () => {
  test('moves the created files to the trash, from where they can be restored', async () => {
    await dana.saveFile('mine.py')
    const moved = await move({ a: 'one', b: 'two' })
    expect(await names()).toEqual(['a.txt', 'b.txt', 'mine.py'])
    expect(replyOf(await undo(moved.move_id))).toEqual({ ok: true, undone: 2, kept: [] })
    expect(await names()).toEqual(['mine.py'])
    expect((await dana.page('/trash')).text).toContain('a.txt')
  })

  test('keeps and lists files that were changed, renamed or deleted since', async () => {
    const moved = await move({ a: 'one', b: 'two', c: 'three', d: 'four' })
    const [a = '', b = '', c = ''] = moved.files.map((file) => ('file_id' in file ? file.file_id : ''))
    await dana.put(`/api/files/${a}`, { content: 'changed', prev_version: 1 })
    await dana.put(`/api/files/${b}`, { file_name: 'renamed.txt', prev_version: 1 })
    await dana.post(`/api/files/${c}/trash`)
    const undone = replyOf(await undo(moved.move_id))
    expect(undone.undone).toBe(1)
    expect(undone.kept).toEqual([
      { file_id: a, file_name: 'a.txt', reason: 'changed' },
      { file_id: b, file_name: 'b.txt', reason: 'changed' },
      { file_id: c, file_name: 'c.txt', reason: 'gone' },
    ])
    expect(await names()).toEqual(['a.txt', 'renamed.txt'])
  })

  test('a favourite is not a change', async () => {
    const moved = await move({ a: 'one' })
    const ids = moved.files.map((file) => ('file_id' in file ? file.file_id : ''))
    expect((await dana.post('/api/files/bulk-favorite', { file_ids: ids })).status).toBe(200)
    expect(replyOf(await undo(moved.move_id))).toMatchObject({ undone: 1 })
  })

  test('restores the earlier text of a file that the move updated', async () => {
    await move({ a: 'one' })
    const second = await move({ a: 'two' })
    expect(second).toMatchObject({ saved: 0, updated: 1 })
    expect(replyOf(await undo(second.move_id))).toMatchObject({ undone: 1, kept: [] })
    const [item] = replyOf(await dana.get('/api/files')).items
    expect(await dana.readFile(item?.id ?? '')).toMatchObject({ content: 'one', version: 3 })
  })

  test('says that a move was already undone', async () => {
    const moved = await move({ a: 'one' })
    await undo(moved.move_id)
    expect(problemOf(await undo(moved.move_id))).toMatchObject({ code: 'move_already_undone' })
    expect(await moves()).toMatchObject([{ move_id: moved.move_id, files: 1, undone_at: expect.any(String) as string }])
  })

  test('of two concurrent undos one does the work and the other says so', async () => {
    const moved = await move({ a: 'one', b: 'two' })
    const lock = { sql: 'select from moves where user_id = $1 for update', values: [dana.id] }
    const send = async () => ({ waiting: Promise.all([undo(moved.move_id), undo(moved.move_id)]) })
    const answers = await whileRowIsLocked(app.pool, lock, send, 2)
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await names()).toEqual([])
  })

  test('continues where an interrupted undo stopped', async () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`s${i}`, `text ${i}`]))
    const moved = await move(many)
    // As if the process had been killed after the first file.
    await app.pool.query(
      "update move_files set undo = 'undone' where user_id = $1 and file_id = (select file_id from move_files where user_id = $1 limit 1)",
      [dana.id],
    )
    expect(replyOf(await undo(moved.move_id))).toMatchObject({ undone: 60, kept: [] })
    expect(await names()).toHaveLength(1)
  })

  test('a running move cannot be undone, and one whose process was killed can after an hour', async () => {
    const moved = await move({ a: 'one' })
    await app.pool.query('update moves set finished_at = null where user_id = $1', [dana.id])
    expect(problemOf(await undo(moved.move_id))).toMatchObject({ code: 'move_running' })
    await app.pool.query("update moves set started_at = started_at - interval '61 minutes' where user_id = $1", [
      dana.id,
    ])
    expect(replyOf(await undo(moved.move_id))).toMatchObject({ undone: 1 })
  })

  test('moves of other users and unknown ones are not found', async () => {
    const moved = await move({ a: 'one' })
    const omer = await app.user('Omer')
    for (const answer of [await undo(moved.move_id, omer), await undo('0'.repeat(32)), await undo('nonsense')])
      expect(problemOf(answer)).toMatchObject({ code: 'move_not_found' })
    expect(await names()).toEqual(['a.txt'])
  })

  test('a token of an agent moves in, and both its audit log and the move know the files', async () => {
    const { secret } = await dana.createToken('mover')
    const answer = await sendMove(
      app.visitor(),
      '/api/move-in',
      raycast({ a: 'one' }),
      {},
      { authorization: `Bearer ${secret}` },
    )
    expect(replyOf(answer)).toMatchObject({ saved: 1 })
    const { rows } = await app.pool.query('select kind from agent_acts where user_id = $1 and kind is not null', [
      dana.id,
    ])
    expect(rows).toEqual([{ kind: 'file_saved' }])
    expect(await moves()).toMatchObject([{ files: 1 }])
  })
})

describe('the list of moves', () => {
  test(`keeps the newest ${MAX_MOVES_KEPT} moves, and the files of older ones`, async () => {
    for (let i = 0; i < MAX_MOVES_KEPT + 2; i++) {
      app.advance(1)
      await move({ [`n${i}`]: `text ${i}` })
    }
    const listed = await moves()
    expect(listed).toHaveLength(MAX_MOVES_KEPT)
    expect(listed[0]).toMatchObject({ source: 'raycast', label: 'r.json', files: 1 })
    expect(replyOf(await dana.get('/api/files?q=n0')).items).toMatchObject([{ file_name: 'n0.txt' }])
  })

  test('the page lists moves with a button, and works without script', async () => {
    const moved = await move({ a: 'one' })
    const page = await dana.page('/move-in')
    expect(page.text).toContain(`action="/move-in/${idOf(moved.move_id)}/undo"`)
    const undone = await dana.form(`/move-in/${idOf(moved.move_id)}/undo`)
    expect(undone).toMatchObject({ status: 200 })
    expect(await names()).toEqual([])
    expect(await dana.form(`/move-in/${idOf(moved.move_id)}/undo`)).toMatchObject({ status: 409 })
    const html = { accept: 'text/html' }
    const upload = [await fixture('raycast.json')]
    const previewed = await sendMove(dana, '/move-in', upload, { do: 'preview' }, html)
    expect(previewed.text).toContain('Commit.txt')
    expect(await names()).toEqual([])
    await sendMove(dana, '/move-in', upload, { do: 'move' }, html)
    expect(await names()).toContain('Commit.txt')
    expect((await sendMove(dana, '/move-in', [], { do: 'move' }, html)).status).toBe(400)
  })
})
