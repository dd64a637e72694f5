import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { type Agent, connect, listening } from '../../../test/mcp-client.ts'

let app: TestApp
let url: string
let dana: TestUser
let token: { secret: string; id: string }
let agent: Agent
let people = 0
beforeAll(async () => {
  app = await testApp({ RATE_LIMIT_FACTOR: '100' })
  url = await listening(app)
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  dana = await app.user(`Dana ${(people += 1)}`)
  token = await dana.createToken('robot')
  agent = await connect(url, token.secret)
  return () => agent.close()
})

const content = async (id: string) => (await dana.readFile(id)).content
/** The text of the page that answers the form. */
async function undo(since = 'all', user = dana): Promise<string> {
  const answer = await user.form('/settings/agents/undo', { token: token.id, since })
  expect(answer.status).toBe(200)
  return (/<main[^]*<\/main>/.exec(answer.text)?.[0] ?? '').replaceAll(/<[^>]*>/g, '')
}

/** All content of a user, without timestamps and version numbers. */
async function snapshot(user: TestUser) {
  const files = await app.pool.query<{ id: string }>(
    `select f.id, f.file_name, f.language, f.language_is_chosen, f.description, f.tags, f.repo, f.source_url,
       f.first_line, f.size_bytes, f.line_count, f.is_favorite, f.is_pinned, f.created_at, encode(f.sha256, 'hex') as sha256
     from files f where f.user_id = $1 and f.deleted_at is null order by f.id`,
    [user.id],
  )
  const texts: (string | undefined)[] = []
  for (const { id } of files.rows)
    texts.push(
      (await user.get(`/api/files/${id}`)).text.replaceAll(/"(version|updated_at|request_id)":("[^"]*"|\d+)/g, ''),
    )
  const { rows: notes } = await app.pool.query(
    `select n.id, n.kind, n.file_id, n.board_id, n.title, n.content, n.search_title, n.search_body, n.pos_x, n.pos_y, n.width,
       n.height, n.color, n.is_minimized, n.mode, n.line_start, n.line_end, n.anchor_id, n.anchor_text, n.quote,
       n.quote_before, n.quote_after, n.quote_version, n.created_at
     from notes n where n.user_id = $1 and n.deleted_at is null order by n.id`,
    [user.id],
  )
  const { rows: counts } = await app.pool.query(
    'select kind, name, n from file_counts where user_id = $1 and n > 0 order by kind, name',
    [user.id],
  )
  const { rows: found } = await app.pool.query(
    `select d.* from search_docs d join files f on f.user_id = d.user_id and f.id = d.file_id
     where d.user_id = $1 and f.deleted_at is null order by d.file_id`,
    [user.id],
  )
  return { files: files.rows, texts, notes, counts, found }
}

/** A library with one of every kind of content. */
async function furnish() {
  const files = {
    nasty: await dana.saveFile('נ\u200easty.md', '\ufeff# שלום\r\nשורה\u2028 אחת\r\n\r\n', {
      tags: ['בית', 'a'],
      description: 'תיאור',
    }),
    plain: await dana.saveFile('plain.py', 'a = 1\nb = 2\n', { tags: ['x'] }),
    odd: await dana.saveFile('odd', '#!/bin/sh\necho', { language: 'Python' }),
  }
  const onFile = await dana.createNote(files.plain, {
    content: '- [ ] חלב 🥛',
    title: 'כותרת',
    color: 'blue',
    line_start: 2,
  })
  const [board] = await dana.listBoards()
  const onBoard = await dana.createBoardNote(String(board?.id), { content: 'x', position: { x: 0.5, y: 3 } })
  return { files, onFile, onBoard }
}

describe('undo of a token’s writes', () => {
  test('restores the library byte for byte after many writes of an MCP client', async () => {
    const { files, onFile, onBoard } = await furnish()
    const before = await snapshot(dana)
    const stay = await agent.call('update_note', {
      note_id: onFile.id,
      prev_updated_at: onFile.updated_at,
      content: 'אחר',
      color: 'pink',
    })
    await agent.call('update_note', { note_id: onFile.id, prev_updated_at: stay.data['updated_at'], title: '' })
    await agent.call('update_note', { note_id: onBoard.id, prev_updated_at: onBoard.updated_at, content: '' })
    await agent.call('edit_file', {
      file_id: files.nasty,
      prev_version: 1,
      old_text: '\r\n',
      new_text: '\n',
      replace_all: true,
    })
    for (let i = 0; i < 20; i++) await agent.call('append_to_file', { file_id: files.nasty, text: `\nעוד ${i}` })
    await agent.call('save_file', {
      file_name: 'plain.py',
      content: 'gone',
      tags: [],
      description: 'new',
      language: 'Rust',
    })
    await agent.call('save_file', { file_name: 'odd', content: '' })
    for (let i = 0; i < 20; i++) {
      const made = await agent.call('save_file', { file_name: `new ${i}.txt`, content: `${i}`, tags: ['שלי'] })
      await agent.call('append_to_file', { file_id: made.data['file_id'], text: 'more' })
      await agent.call('create_note', { file_id: made.data['file_id'], content: 'on a new file' })
    }
    await agent.call('create_note', { file_id: files.plain, content: 'on an old file', line_start: 1 })
    await agent.call('create_board_note', { content: 'on a board' })
    expect((await snapshot(dana)).files).not.toEqual(before.files)

    const page = await undo()
    expect(page).toContain('47 things are as they were before.')
    expect(page).toContain('new 19.txt')
    expect(page).not.toContain('left alone')
    expect(await snapshot(dana)).toEqual(before)
    // Undo adds versions: what the agent wrote stays in the history.
    expect((await dana.get(`/api/files/${files.nasty}/versions`)).body).toMatchObject({ count: 23 })
    expect(await undo()).toContain('There was nothing to undo.')
    expect(await snapshot(dana)).toEqual(before)
  })

  test('skips resources that another writer changed later, and names them with the reason', async () => {
    const [mine, robots] = [await dana.saveFile('mine.txt', 'one'), await dana.saveFile('robots.txt', 'one')]
    const { onBoard } = await furnish()
    for (const id of [mine, robots]) await agent.call('append_to_file', { file_id: id, text: ' robot' })
    await agent.call('update_note', { note_id: onBoard.id, prev_updated_at: onBoard.updated_at, content: 'robot' })
    const made = await agent.call('save_file', { file_name: 'made.txt', content: 'x' })
    app.advance(1)
    await dana.put(`/api/files/${mine}`, { content: 'one robot and I', prev_version: 2 })
    await dana.put(`/api/sticky-notes/note/${onBoard.id}`, { content: 'robot and I' })
    await dana.post(`/api/files/${String(made.data['file_id'])}/trash`)
    // Not a change: content and name stay the same.
    await dana.post('/api/files/bulk-favorite', { file_ids: [robots] })

    const text = await undo()
    expect(text).toContain('1 thing is as it was before.')
    expect(text).toContain('3 things were left alone:')
    expect(text).toMatch(/mine\.txt.*changed by somebody else/)
    expect(text).toMatch(/made\.txt.*in the trash already/)
    expect([await content(mine), await content(robots)]).toEqual(['one robot and I', 'one'])
    expect((await dana.get(`/api/sticky-notes/note/${onBoard.id}`)).body).toMatchObject({
      note: { content: 'robot and I' },
    })
  })

  test('keeps what the user wrote between two writes of the token', async () => {
    const id = await dana.saveFile('ours.txt', '1')
    await agent.call('append_to_file', { file_id: id, text: ' 2' })
    await dana.put(`/api/files/${id}`, { content: '1 2 mine', prev_version: 2 })
    await agent.call('append_to_file', { file_id: id, text: ' 4' })
    expect(await undo()).toContain('1 thing was left alone:')
    expect(await content(id)).toBe('1 2 mine 4')
  })

  test('covers the last hour, today in the user’s time zone, or everything', async () => {
    const id = await dana.saveFile('days.txt', '0')
    const { onBoard } = await furnish()
    const getNote = async () => {
      const { note } = replyOf(await dana.get(`/api/sticky-notes/note/${onBoard.id}`))
      return note
    }
    const write = async (text: string) => {
      await agent.call('append_to_file', { file_id: id, text })
      const { updated_at: seen, content: was } = await getNote()
      await agent.call('update_note', { note_id: onBoard.id, prev_updated_at: seen, content: was + text })
    }
    // In Jerusalem it is two hours later.
    app.clock.now = new Date('2026-11-20T21:30:00Z')
    await write(' yesterday')
    app.clock.now = new Date('2026-11-20T22:30:00Z')
    await write(' today')
    app.clock.now = new Date('2026-11-21T09:00:00Z')
    await write(' now')
    app.advance(60)
    await undo('hour')
    expect([await content(id), (await getNote()).content]).toEqual(['0 yesterday today', 'x yesterday today'])
    await undo('today')
    expect([await content(id), (await getNote()).content]).toEqual(['0 yesterday', 'x yesterday'])
    // The agent continues to write.
    await write(' later')
    await undo('all')
    expect([await content(id), (await getNote()).content]).toEqual(['0', 'x'])
  })

  test('works for a revoked token, and never for another user', async () => {
    const id = await dana.saveFile('left.txt', '1')
    await agent.call('append_to_file', { file_id: id, text: ' 2' })
    await dana.delete(`/api/tokens/${token.id}`)
    const omer = await app.user('Omer')
    expect(await undo('all', omer)).toContain('There was nothing to undo.')
    expect(await content(id)).toBe('1 2')
    expect((await dana.page('/settings/agents')).text).toContain('robot')
    await undo()
    expect(await content(id)).toBe('1')
  })

  test('runs once when two requests arrive concurrently', async () => {
    const id = await dana.saveFile('once.txt', '1')
    for (let i = 0; i < 3; i++) await agent.call('append_to_file', { file_id: id, text: ' x' })
    const pages = await Promise.all([undo(), undo(), undo()])
    expect(pages.filter((text) => text.includes('1 thing is as it was before.'))).toHaveLength(1)
    expect(pages.filter((text) => text.includes('left alone'))).toHaveLength(0)
    expect(await content(id)).toBe('1')
    expect((await dana.get(`/api/files/${id}/versions`)).body).toMatchObject({ count: 5 })
  })

  test('keeps the current name when the former name is taken, and reverts a rename over the API', async () => {
    const bearer = { authorization: `Bearer ${token.secret}` }
    const [a, b] = [await dana.saveFile('a.txt', 'a'), await dana.saveFile('b.txt', 'b')]
    const rename = (id: string, name: string) =>
      app.visitor().put(`/api/files/${id}`, { file_name: name, prev_version: 1 }, bearer)
    await rename(a, 'a2.txt')
    await rename(b, 'b2.txt')
    await dana.saveFile('b.txt', 'another')
    const text = await undo()
    expect(text).toMatch(/b2\.txt.*its earlier name is taken now/)
    expect((await dana.get(`/api/files/${a}`)).body).toMatchObject({ file: { file_name: 'a.txt' } })
    expect((await dana.get(`/api/files/${b}`)).body).toMatchObject({ file: { file_name: 'b2.txt' } })
  })
})
