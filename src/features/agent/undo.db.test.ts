import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ORIGIN, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { type Agent, connect, listening, makeToken } from '../../../test/mcp-client.ts'

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
  token = await makeToken(dana, 'robot')
  agent = await connect(url, token.secret)
  return () => agent.close()
})

const save = async (name: string, content: string, more: object = {}) =>
  String((await dana.post('/api/files', { file_name: name, content, ...more })).body['file_id'])
const content = async (id: string) => ((await dana.get(`/api/files/${id}`)).body['file'] as { content: string }).content
/** What the page says that answers the form. */
async function undo(since = 'all', user = dana): Promise<string> {
  const answer = await user.raw({
    method: 'POST',
    url: '/settings/agents/undo',
    headers: { origin: ORIGIN, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    payload: `token=${token.id}&since=${since}`,
  })
  expect(answer.status).toBe(200)
  return (/<main[^]*<\/main>/.exec(answer.text)?.[0] ?? '').replaceAll(/<[^>]*>/g, '')
}

/** Everything that a person has: names, texts, tags and notes, all but the moments and numbers of versions. */
async function snapshot(user: TestUser) {
  const files = await app.pool.query(
    `select f.id, f.file_name, f.language, f.language_is_chosen, f.description, f.tags, f.repo, f.source_url,
       f.first_line, f.size_bytes, f.line_count, f.is_favorite, f.is_pinned, f.created_at, encode(f.sha256, 'hex') as sha256
     from files f where f.user_id = $1 and f.deleted_at is null order by f.id`,
    [user.id],
  )
  const texts: (string | undefined)[] = []
  for (const { id } of files.rows as { id: string }[])
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

/** A library with something of everything. */
async function furnish() {
  const files = {
    nasty: await save('נ\u200easty.md', '\ufeff# שלום\r\nשורה\u2028 אחת\r\n\r\n', {
      tags: ['בית', 'a'],
      description: 'תיאור',
    }),
    plain: await save('plain.py', 'a = 1\nb = 2\n', { tags: ['x'] }),
    odd: await save('odd', '#!/bin/sh\necho', { language: 'Python' }),
  }
  const note = async (place: string, body: object) =>
    (await dana.post(`/api/sticky-notes/${place}`, body)).body['note'] as { id: string; updated_at: string }
  const onFile = await note(files.plain, { content: '- [ ] חלב 🥛', title: 'כותרת', color: 'blue', line_start: 2 })
  const { boards } = (await dana.get('/api/note-boards')).body as { boards: { id: string }[] }
  const onBoard = await note(`board/${boards[0]?.id}`, { content: 'x', position: { x: 0.5, y: 3 } })
  return { files, onFile, onBoard }
}

describe('undo everything that a token did', () => {
  test('brings the library back byte for byte after many writes of a real client', async () => {
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

    const said = await undo()
    expect(said).toContain('47 things are as they were before.')
    expect(said).not.toContain('left alone')
    expect(await snapshot(dana)).toEqual(before)
    // History is never rewritten: what the agent wrote is still among the versions.
    expect((await dana.get(`/api/files/${files.nasty}/versions`)).body).toMatchObject({ count: 23 })
    expect(await undo()).toContain('There was nothing to undo.')
    expect(await snapshot(dana)).toEqual(before)
  })

  test('what somebody else changed after it is left alone, and named with the reason', async () => {
    const [mine, robots] = [await save('mine.txt', 'one'), await save('robots.txt', 'one')]
    const { onBoard } = await furnish()
    for (const id of [mine, robots]) await agent.call('append_to_file', { file_id: id, text: ' robot' })
    await agent.call('update_note', { note_id: onBoard.id, prev_updated_at: onBoard.updated_at, content: 'robot' })
    const made = await agent.call('save_file', { file_name: 'made.txt', content: 'x' })
    app.advance(1)
    await dana.put(`/api/files/${mine}`, { content: 'one robot and I', prev_version: 2 })
    await dana.put(`/api/sticky-notes/note/${onBoard.id}`, { content: 'robot and I' })
    await dana.post(`/api/files/${String(made.data['file_id'])}/trash`)
    // Not a change: it says and is called what it did.
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

  test('what the person wrote between two of its writes is not undone with them', async () => {
    const id = await save('ours.txt', '1')
    await agent.call('append_to_file', { file_id: id, text: ' 2' })
    await dana.put(`/api/files/${id}`, { content: '1 2 mine', prev_version: 2 })
    await agent.call('append_to_file', { file_id: id, text: ' 4' })
    expect(await undo()).toContain('1 thing was left alone:')
    expect(await content(id)).toBe('1 2 mine 4')
  })

  test('since an hour, since today in the person’s zone, and everything', async () => {
    const id = await save('days.txt', '0')
    const { onBoard } = await furnish()
    const said = async () => {
      const { note } = (await dana.get(`/api/sticky-notes/note/${onBoard.id}`)).body as {
        note: typeof onBoard & { content: string }
      }
      return note
    }
    const write = async (text: string) => {
      await agent.call('append_to_file', { file_id: id, text })
      const { updated_at: seen, content: was } = await said()
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
    expect([await content(id), (await said()).content]).toEqual(['0 yesterday today', 'x yesterday today'])
    await undo('today')
    expect([await content(id), (await said()).content]).toEqual(['0 yesterday', 'x yesterday'])
    // And the agent goes on from there.
    await write(' later')
    await undo('all')
    expect([await content(id), (await said()).content]).toEqual(['0', 'x'])
  })

  test('works when the token is revoked already, and never for another person', async () => {
    const id = await save('left.txt', '1')
    await agent.call('append_to_file', { file_id: id, text: ' 2' })
    await dana.delete(`/api/tokens/${token.id}`)
    const omer = await app.user('Omer')
    expect(await undo('all', omer)).toContain('There was nothing to undo.')
    expect(await content(id)).toBe('1 2')
    expect((await dana.page('/settings/agents')).text).toContain('robot')
    await undo()
    expect(await content(id)).toBe('1')
  })

  test('two undos at once do it once', async () => {
    const id = await save('once.txt', '1')
    for (let i = 0; i < 3; i++) await agent.call('append_to_file', { file_id: id, text: ' x' })
    const pages = await Promise.all([undo(), undo(), undo()])
    expect(pages.filter((text) => text.includes('1 thing is as it was before.'))).toHaveLength(1)
    expect(pages.filter((text) => text.includes('left alone'))).toHaveLength(0)
    expect(await content(id)).toBe('1')
    expect((await dana.get(`/api/files/${id}/versions`)).body).toMatchObject({ count: 5 })
  })

  test('a name that was given up and is taken now stays as it is; a rename over the API comes back', async () => {
    const bearer = { authorization: `Bearer ${token.secret}` }
    const [a, b] = [await save('a.txt', 'a'), await save('b.txt', 'b')]
    const rename = (id: string, name: string) =>
      app.visitor().put(`/api/files/${id}`, { file_name: name, prev_version: 1 }, bearer)
    await rename(a, 'a2.txt')
    await rename(b, 'b2.txt')
    await save('b.txt', 'another')
    const text = await undo()
    expect(text).toMatch(/b2\.txt.*its earlier name is taken now/)
    expect((await dana.get(`/api/files/${a}`)).body).toMatchObject({ file: { file_name: 'a.txt' } })
    expect((await dana.get(`/api/files/${b}`)).body).toMatchObject({ file: { file_name: 'b2.txt' } })
  })
})
