import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { raceForLastSlot } from '../../../test/row-lock.ts'

let app: TestApp
let dana: TestUser
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
})
afterAll(() => app[Symbol.asyncDispose]())

describe('boards', () => {
  test('S22: two concurrent first visits create one default board', async () => {
    const lists = await Promise.all(Array.from({ length: 6 }, () => dana.listBoards()))
    expect(new Set(lists.flat().map(({ id }) => id)).size).toBe(1)
    expect(lists[0]).toMatchObject([{ is_default: true }])
  })

  test('boards are created, renamed and listed with the default first', async () => {
    const board = await dana.createBoard('רעיונות')
    expect((await dana.patch(`/api/note-boards/${board.id}`, { name: 'ideas' })).body).toMatchObject({
      board: { name: 'ideas' },
    })
    expect((await dana.listBoards()).map(({ name }) => name)).toEqual(['My board', 'ideas'])
    expect((await dana.post('/api/note-boards', { name: '  ' })).status).toBe(400)
    const omer = await app.user('Omer')
    expect(await omer.patch(`/api/note-boards/${board.id}`, { name: 'x' })).toMatchObject({
      status: 404,
      body: { code: 'board_not_found' },
    })
  })

  test('notes created without a position do not overlap', async () => {
    const board = await dana.createBoard('positions')
    for (const content of ['a', 'b', 'c', 'd']) {
      await dana.post(`/api/sticky-notes/board/${board.id}`, { content })
      // The list is in the order of creation.
      app.advance(1)
    }
    expect((await dana.get(`/api/sticky-notes/board/${board.id}`)).body).toMatchObject({
      notes: [
        { position: { x: 104, y: 104 } },
        { position: { x: 370, y: 104 } },
        { position: { x: 636, y: 104 } },
        { position: { x: 104, y: 320 } },
      ],
    })
  })

  test('S22: deleting a board moves its notes to the default; the default cannot be deleted', async () => {
    const user = await app.user('Mover')
    const [home] = await user.listBoards()
    const board = await user.createBoard('away')
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

  test('S22: a note created on a board during its deletion is kept', async () => {
    const user = await app.user('Racer')
    const [home] = await user.listBoards()
    for (let round = 0; round < 5; round++) {
      const board = await user.createBoard(`b${round}`)
      const [created] = await Promise.all([
        user.post(`/api/sticky-notes/board/${board.id}`, { content: `r${round}` }),
        user.delete(`/api/note-boards/${board.id}`),
      ])
      const { notes } = replyOf(await user.get(`/api/sticky-notes/board/${home?.id}`))
      expect(notes.some(({ content }) => content === `r${round}`)).toBe(created.status === 201)
    }
  })
})

describe('quotas under concurrent creates', () => {
  async function fillBoard(userId: string, boardId: string | undefined, count: number): Promise<void> {
    await app.pool.query(
      `insert into notes (user_id, id, kind, board_id, title, content, search_title, search_body, pos_x, pos_y, width, height, color, is_minimized, mode, created_at, updated_at)
       select $1, gen_random_uuid(), 'board', $2, '', '', '', '', 0, 0, 250, 200, 'yellow', false, 'surface', now(), now()
       from generate_series(1, $3::int)`,
      [userId, boardId, count],
    )
  }

  test('S21: concurrent creates at the quota of a board get one 201 and otherwise 409', async () => {
    const user = await app.user('Full')
    const [home] = await user.listBoards()
    await fillBoard(user.id, home?.id, 199)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => user.post(`/api/sticky-notes/board/${home?.id}`, {})),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ ok, body }) => !ok && body.code === 'note_quota_exceeded')).toHaveLength(7)
  })

  test('a note of a full board is not restored from the trash', async () => {
    const user = await app.user('Restorer')
    const [home] = await user.listBoards()
    const { note } = replyOf(await user.post(`/api/sticky-notes/board/${home?.id}`, { content: 'deleted' }))
    await user.delete(`/api/sticky-notes/note/${note.id}`)
    await fillBoard(user.id, home?.id, 200)
    expect(await user.post(`/api/sticky-notes/note/${note.id}/restore`)).toMatchObject({
      status: 409,
      body: { code: 'note_quota_exceeded', max: 200, scope: 'board' },
    })
  })

  test('S21: concurrent creates of boards do not exceed the limit of a user', async () => {
    const user = await app.user('Shelves')
    await user.listBoards()
    await app.pool.query(
      `insert into boards (user_id, id, name, is_default, created_at)
       select $1, gen_random_uuid(), 'b', false, now() from generate_series(1, 198)`,
      [user.id],
    )
    const create = (name: string) => () => user.post('/api/note-boards', { name })
    expect(await raceForLastSlot(app.pool, 'boards', [create('x'), create('y')])).toMatchObject([
      { status: 201 },
      { status: 409, body: { code: 'too_many_boards', max: 200 } },
    ])
  })

  test('S21: concurrent creates across boards and files do not exceed the note quota of a user', async () => {
    const user = await app.user('Thousand')
    const fileId = await user.saveFile('n.txt')
    await app.pool.query(
      `insert into notes (user_id, id, kind, file_id, title, content, search_title, search_body, pos_x, pos_y, width, height, color, is_minimized, mode, created_at, updated_at)
       select $1, gen_random_uuid(), 'file', $2, '', '', '', '', 0, 0, 250, 200, 'yellow', false, 'anchored', now(), now() from generate_series(1, 998)`,
      [user.id, fileId],
    )
    const [home] = await user.listBoards()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => user.post(`/api/sticky-notes/${i % 2 ? fileId : `board/${home?.id}`}`, {})),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
    const { rows } = await app.pool.query('select from notes where user_id = $1', [user.id])
    expect(rows).toHaveLength(1_000)
  })
})

describe('S23: notes follow their file', () => {
  test('notes follow a rename, a new version, trash and restore, and are purged with the file', async () => {
    const user = await app.user('Follow')
    const id = await user.saveFile('a.txt', 'one\n')
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
