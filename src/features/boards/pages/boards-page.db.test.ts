import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../../test/app.ts'

let app: TestApp
let dana: TestUser
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
})
afterAll(() => app[Symbol.asyncDispose]())

const newBoard = async (user: TestUser, name: string) => {
  const made = await user.post('/boards', { name })
  expect(made.status).toBe(303)
  expect(made.headers['location']).toMatch(/^\/boards\/[0-9a-f]{32}$/)
  return String(made.headers['location']).slice('/boards/'.length)
}

describe('GET /boards', () => {
  test('S22: the first visit creates the default board, which is marked and cannot be deleted', async () => {
    const { text } = await dana.page('/boards')
    const [home] = await dana.listBoards()
    expect(text).toContain('My board')
    expect(text).toContain('Default')
    expect(text).not.toContain(`/boards/${home?.id}/delete`)
  })

  test('the default board has the name of the reader’s language, until it is renamed', async () => {
    const user = await app.user('Reads both')
    const hebrew = { 'accept-language': 'he' }
    const english = { 'accept-language': 'en' }
    expect((await user.page('/boards', hebrew)).text).toContain('הלוח שלי')
    expect((await user.page('/boards', english)).text).toContain('My board')
    const [home] = await user.listBoards()
    expect(home?.name).toBe('My board')
    expect((await user.page(`/boards/${home?.id}`, hebrew)).text).toContain('הלוח שלי')
    await user.patch(`/api/note-boards/${home?.id}`, { name: 'Mine' })
    expect((await user.page('/boards', english)).text).toContain('Mine')
    expect((await user.listBoards())[0]?.name).toBe('Mine')
  })

  test('S22: forms create, rename and delete boards, and the page shows how many notes moved', async () => {
    const id = await newBoard(dana, 'רעיונות')
    await dana.createBoardNote(id, { content: 'one' })
    await dana.createBoardNote(id, { content: 'two' })
    const { text } = await dana.page('/boards')
    expect(text).toContain('2 notes')
    expect(text).toContain('The 2 notes on this board will move to “\u2068My board\u2069”.')

    const renamed = await dana.post(`/boards/${id}/rename`, { name: 'Ideas', next: '/boards' })
    expect(renamed).toMatchObject({ status: 303, headers: { location: '/boards?done=renamed' } })
    expect((await dana.listBoards()).map(({ name }) => name)).toContain('Ideas')

    const deleted = await dana.post(`/boards/${id}/delete`)
    expect(deleted).toMatchObject({ status: 303, headers: { location: '/boards?done=deleted&n=2' } })
    expect((await dana.page('/boards?done=deleted&n=2')).text).toContain('its 2 notes moved to “\u2068My board\u2069”')
  })

  test('a blank or too long name shows a message and never redirects to another site', async () => {
    expect((await dana.post('/boards', { name: ' ' })).headers['location']).toBe('/boards?done=bad_name')
    const [home] = await dana.listBoards()
    const answer = await dana.post(`/boards/${home?.id}/rename`, { name: 'x'.repeat(81), next: 'https://evil.test/' })
    expect(answer.headers['location']).toBe('/boards?done=bad_name')
    expect((await dana.page('/boards?done=bad_name')).text).toContain('between 1 and 80')
  })
})

describe('POST /api/sticky-notes/note/:id/move', () => {
  const move = (user: TestUser, note: string, board: string) =>
    user.post(`/api/sticky-notes/note/${note}/move`, { board_id: board })

  test('moves a note to another board and keeps position and updated_at', async () => {
    const [from, to] = [await newBoard(dana, 'from'), await newBoard(dana, 'to')]
    const note = await dana.createBoardNote(from, { content: 'x', position: { x: 0, y: 0 } })
    expect(await move(dana, note.id, to)).toMatchObject({
      status: 200,
      body: { note: { board_id: to, position: { x: 0, y: 0 }, updated_at: note.updated_at } },
    })
    expect((await dana.get(`/api/sticky-notes/board/${from}`)).body).toMatchObject({ count: 0 })
  })

  test('rejects notes that are not on a board, other users’ notes, and a board at its quota', async () => {
    const full = await newBoard(dana, 'full')
    await app.pool.query(
      `insert into notes (user_id, id, kind, board_id, title, content, search_title, search_body, pos_x, pos_y, width, height, color, is_minimized, mode, created_at, updated_at)
       select $1, gen_random_uuid(), 'board', $2, '', '', '', '', 0, 0, 250, 200, 'yellow', false, 'surface', now(), now() from generate_series(1, 200)`,
      [dana.id, full],
    )
    const [home] = await dana.listBoards()
    const note = await dana.createBoardNote(String(home?.id), { content: 'x' })
    expect((await move(dana, note.id, full)).body).toMatchObject({ code: 'note_quota_exceeded' })
    const file = await dana.saveFile('f.txt', 'x')
    const { id: onFile } = await dana.createNote(file, { content: 'x' })
    expect((await move(dana, onFile, String(home?.id))).status).toBe(404)
    const omer = await app.user('Omer')
    const [his] = await omer.listBoards()
    expect((await move(omer, note.id, String(his?.id))).status).toBe(404)
    expect((await move(dana, note.id, String(his?.id))).body).toMatchObject({ code: 'board_not_found' })
  })
})

describe('GET /boards/:id, the list form', () => {
  const list = async (user: TestUser, board: string, query = '') =>
    (await user.page(`/boards/${board}?view=list${query}`)).text

  test('shows every note with all its lines, in reading order of the language', async () => {
    const board = await newBoard(dana, 'order')
    await dana.createBoardNote(board, { content: 'below', position: { x: 0, y: 600 } })
    await dana.createBoardNote(board, { content: 'right\n\nlast line', position: { x: 400, y: 0 } })
    await dana.createBoardNote(board, { content: 'left', position: { x: 0, y: 20 } })
    const html = await list(dana, board)
    const at = ['left', 'right', 'last line', 'below'].map((text) => html.indexOf(`>${text}<`))
    expect(at).toEqual(at.toSorted((a, b) => a - b))
    expect(at.every((index) => index > 0)).toBe(true)
    const hebrew = await dana.page(`/boards/${board}?view=list`, { 'accept-language': 'he' })
    expect(hebrew.text.indexOf('>right<')).toBeLessThan(hebrew.text.indexOf('>left<'))
  })

  test('forms create a note, edit it with an optimistic lock, and move it', async () => {
    const [board, other] = [await newBoard(dana, 'forms'), await newBoard(dana, 'other')]
    const made = await dana.post(`/boards/${board}/notes`, { title: '', content: 'a\r\nb', color: 'pink' })
    expect(made).toMatchObject({ status: 303 })
    const { notes } = replyOf(await dana.get(`/api/sticky-notes/board/${board}`))
    const [note] = notes
    expect(note).toMatchObject({ content: 'a\nb', color: 'pink' })
    expect(await list(dana, board, `&edit=${note?.id}`)).toContain(`action="/boards/${board}/notes/${note?.id}"`)

    const save = (content: string, seen: string, boardTo = board) =>
      dana.post(`/boards/${board}/notes/${note?.id}`, {
        title: 't',
        content,
        color: 'blue',
        board_id: boardTo,
        prev_updated_at: seen,
      })
    app.advance(1)
    expect((await save('mine', String(note?.updated_at))).status).toBe(303)
    app.advance(1)
    const stale = await dana.post(
      `/boards/${board}/notes/${note?.id}`,
      { title: '', content: 'written in vain?', color: 'blue', prev_updated_at: note?.updated_at },
      { accept: 'text/html' },
    )
    expect(stale.status).toBe(409)
    expect(stale.text).toContain('written in vain?')
    expect(stale.text).toContain('<pre dir="auto">mine</pre>')

    const now = replyOf(await dana.get(`/api/sticky-notes/note/${note?.id}`)).note
    expect((await save('mine', now.updated_at, other)).headers['location']).toContain('done=note_moved')
    expect((await dana.get(`/api/sticky-notes/board/${other}`)).body).toMatchObject({ notes: [{ content: 'mine' }] })
  })

  test('the note form answers 400 and keeps the note when prev_updated_at is invalid', async () => {
    const board = await newBoard(dana, 'moments')
    const note = await dana.createBoardNote(board, { content: 'kept' })
    const form = { title: '', content: 'new', color: 'yellow', prev_updated_at: '2027-02-30T10:00:00+00:00' }
    expect((await dana.form(`/boards/${board}/notes/${note.id}`, form)).status).toBe(400)
    expect((await dana.get(`/api/sticky-notes/note/${note.id}`)).body).toMatchObject({ note: { content: 'kept' } })
  })

  test('a text of 20,001 characters stays in the form', async () => {
    const board = await newBoard(dana, 'long')
    const answer = await dana.post(
      `/boards/${board}/notes`,
      { title: '', content: 'x'.repeat(20_001) },
      { accept: 'text/html' },
    )
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('x'.repeat(20_001))
    expect(answer.text).toContain('It is not saved yet')
  })

  test('the note form keeps the line ends of an unedited text', async () => {
    const board = await newBoard(dana, 'crlf')
    const note = await dana.createBoardNote(board, { content: 'a\r\nb' })
    await dana.post(`/boards/${board}/notes/${note.id}`, {
      title: '',
      content: 'a\r\nb',
      color: 'pink',
      prev_updated_at: note.updated_at,
    })
    expect((await dana.get(`/api/sticky-notes/note/${note.id}`)).body).toMatchObject({
      note: { content: 'a\r\nb', color: 'pink' },
    })
  })

  test('the note form keeps a leading empty line, although browsers drop the first newline of a textarea', async () => {
    const board = await newBoard(dana, 'first line')
    const note = await dana.createBoardNote(board, { content: '\nsecond' })
    expect(await list(dana, board, `&edit=${note.id}`)).toContain('>\n\nsecond</textarea>')
  })

  test('a form ticks checkboxes, and a stale form ticks none', async () => {
    const board = await newBoard(dana, 'ticks')
    const note = await dana.createBoardNote(board, { content: '- [ ] milk\n- [x] eggs\n- [ ] tea' })
    const tick = () =>
      dana.post(`/boards/${board}/notes/${note.id}/tasks`, { task: ['0', '2'], prev_updated_at: note.updated_at })
    app.advance(1)
    expect((await tick()).headers['location']).toContain('done=note_saved')
    expect((await dana.get(`/api/sticky-notes/note/${note.id}`)).body).toMatchObject({
      note: { content: '- [x] milk\n- [ ] eggs\n- [x] tea' },
    })
    expect((await tick()).headers['location']).toContain('done=tick_stale')
  })

  test('the page offers to restore a deleted note and restores it', async () => {
    const board = await newBoard(dana, 'undo')
    const note = await dana.createBoardNote(board, { content: 'again' })
    const gone = await dana.post(`/boards/${board}/notes/${note.id}/delete`)
    const { text } = await dana.page(String(gone.headers['location']))
    expect(text).not.toContain('>again<')
    expect(text).toContain(`action="/boards/${board}/notes/${note.id}/restore"`)
    await dana.post(`/boards/${board}/notes/${note.id}/restore`)
    expect(await list(dana, board)).toContain('>again<')
  })
})
