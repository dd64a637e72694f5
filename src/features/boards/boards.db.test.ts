import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { whileRowIsLocked } from '../../../test/row-lock.ts'

let app: TestApp
let dana: TestUser
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
})
afterAll(() => app[Symbol.asyncDispose]())

type Board = { id: string; name: string; is_default: boolean }
const boards = async (user: TestUser) => (await user.get('/api/note-boards')).body['boards'] as Board[]
const newBoard = async (user: TestUser, name: string) =>
  (await user.post('/api/note-boards', { name })).body['board'] as Board

describe('boards', () => {
  test('S22: two parallel first visits make one default board', async () => {
    const lists = await Promise.all(Array.from({ length: 6 }, () => boards(dana)))
    expect(new Set(lists.flat().map(({ id }) => id)).size).toBe(1)
    expect(lists[0]).toMatchObject([{ is_default: true }])
  })

  test('are created, renamed and listed, the default first', async () => {
    const board = await newBoard(dana, 'רעיונות')
    expect((await dana.patch(`/api/note-boards/${board.id}`, { name: 'ideas' })).body).toMatchObject({
      board: { name: 'ideas' },
    })
    expect((await boards(dana)).map(({ name }) => name)).toEqual(['My board', 'ideas'])
    expect((await dana.post('/api/note-boards', { name: '  ' })).status).toBe(400)
    const omer = await app.user('Omer')
    expect(await omer.patch(`/api/note-boards/${board.id}`, { name: 'x' })).toMatchObject({
      status: 404,
      body: { code: 'board_not_found' },
    })
  })

  test('S22: deleting a board moves its notes to the default; the default cannot be deleted', async () => {
    const user = await app.user('Mover')
    const [home] = await boards(user)
    const board = await newBoard(user, 'away')
    const created = await user.post(`/api/sticky-notes/board/${board.id}`, { content: 'keep me' })
    expect(created).toMatchObject({
      status: 201,
      body: { note: { kind: 'board', board_id: board.id, mode: 'surface' } },
    })
    expect((await user.delete(`/api/note-boards/${board.id}`)).body).toEqual({ ok: true })
    expect((await user.get(`/api/sticky-notes/board/${home?.id}`)).body).toMatchObject({
      count: 1,
      notes: [{ content: 'keep me' }],
    })
    expect(await user.delete(`/api/note-boards/${home?.id}`)).toMatchObject({
      status: 409,
      body: { code: 'cannot_delete_default' },
    })
    expect((await user.get(`/api/sticky-notes/board/${board.id}`)).body).toMatchObject({ code: 'board_not_found' })
  })

  test('S22: a note put on a board while it is being deleted is not dropped', async () => {
    const user = await app.user('Racer')
    const [home] = await boards(user)
    for (let round = 0; round < 5; round++) {
      const board = await newBoard(user, `b${round}`)
      const [created] = await Promise.all([
        user.post(`/api/sticky-notes/board/${board.id}`, { content: `r${round}` }),
        user.delete(`/api/note-boards/${board.id}`),
      ])
      const { notes } = (await user.get(`/api/sticky-notes/board/${home?.id}`)).body as { notes: { content: string }[] }
      expect(notes.some(({ content }) => content === `r${round}`)).toBe(created.status === 201)
    }
  })
})

describe('quotas inside the transaction', () => {
  test('S21: parallel creates on the last free place of a board: one 201, the rest 409', async () => {
    const user = await app.user('Full')
    const [home] = await boards(user)
    await app.pool.query(
      `insert into notes (user_id, id, kind, board_id, title, content, search_title, search_body, pos_x, pos_y, width, height, color, is_minimized, mode, created_at, updated_at)
       select $1, gen_random_uuid(), 'board', $2, '', '', '', '', 0, 0, 250, 200, 'yellow', false, 'surface', now(), now() from generate_series(1, 199)`,
      [user.id, home?.id],
    )
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => user.post(`/api/sticky-notes/board/${home?.id}`, {})),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ body }) => body['code'] === 'note_quota_exceeded')).toHaveLength(7)
  })

  test('S21: the last free board of a person goes to one of many', async () => {
    const user = await app.user('Shelves')
    const [home] = await boards(user)
    await app.pool.query(
      `insert into boards (user_id, id, name, is_default, created_at)
       select $1, gen_random_uuid(), 'b', false, now() from generate_series(1, 198)`,
      [user.id],
    )
    const answers = await whileRowIsLocked(
      app.pool,
      { sql: 'select from boards where user_id = $1 and id = $2 for update', values: [user.id, home?.id] },
      async () => ({ waiting: Promise.all(['x', 'y', 'z'].map((name) => user.post('/api/note-boards', { name }))) }),
      3,
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
  })

  test('S21: and of the person, across boards and files', async () => {
    const user = await app.user('Thousand')
    const made = await user.post('/api/files', { file_name: 'n.txt', content: 'x' })
    const fileId = String(made.body['file_id'])
    await app.pool.query(
      `insert into notes (user_id, id, kind, file_id, title, content, search_title, search_body, pos_x, pos_y, width, height, color, is_minimized, mode, created_at, updated_at)
       select $1, gen_random_uuid(), 'file', $2, '', '', '', '', 0, 0, 250, 200, 'yellow', false, 'anchored', now(), now() from generate_series(1, 998)`,
      [user.id, fileId],
    )
    const [home] = await boards(user)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => user.post(`/api/sticky-notes/${i % 2 ? fileId : `board/${home?.id}`}`, {})),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
    const { rows } = await app.pool.query('select from notes where user_id = $1', [user.id])
    expect(rows).toHaveLength(1_000)
  })
})

describe('S23: notes follow their file', () => {
  test('through rename, new version, trash and restore, and go with a purge', async () => {
    const user = await app.user('Follow')
    const id = String((await user.post('/api/files', { file_name: 'a.txt', content: 'one\n' })).body['file_id'])
    await user.post(`/api/sticky-notes/${id}`, { content: 'stay', line_start: 1 })
    await user.put(`/api/files/${id}`, { file_name: 'b.txt', content: 'zero\none\n', prev_version: 1 })
    expect((await user.get(`/api/sticky-notes/${id}`)).body).toMatchObject({ count: 1 })
    await user.post(`/api/files/${id}/trash`)
    expect((await user.get(`/api/sticky-notes/${id}`)).status).toBe(404)
    expect((await user.get('/api/sticky-notes/search?q=stay')).body).toMatchObject({ count: 0 })
    await user.post(`/api/trash/${id}/restore`)
    expect((await user.get(`/api/sticky-notes/${id}`)).body).toMatchObject({ count: 1, notes: [{ content: 'stay' }] })
    await user.post(`/api/files/${id}/trash`)
    await user.post(`/api/trash/${id}/purge`)
    const { rows } = await app.pool.query('select from notes where user_id = $1', [user.id])
    expect(rows).toHaveLength(0)
  })
})
