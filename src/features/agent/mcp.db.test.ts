import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { ANSWER_BYTES, bytesOf } from './answer.ts'
import { type Agent, connect, listening, makeToken } from '../../../test/mcp-client.ts'

let app: TestApp
let dana: TestUser
let url: string
let agent: Agent
beforeAll(async () => {
  app = await testApp({ RATE_LIMIT_FACTOR: '100' })
  dana = await app.user('Dana')
  url = await listening(app)
  agent = await connect(url, (await makeToken(dana, 'robot')).secret)
})
afterAll(async () => {
  await agent.close()
  await app[Symbol.asyncDispose]()
})

describe('a real client', () => {
  test.each(['legacy', 'auto'] as const)('connects and lists the tools of its scopes (%s)', async (mode) => {
    const { secret } = await makeToken(dana, 'reader', { scopes: ['read'] })
    const reader = await connect(url, secret, mode)
    const { tools } = await reader.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'list_files',
      'search_files',
      'read_file',
      'list_notes',
      'read_note',
      'search_notes',
      'list_boards',
      'list_board_notes',
      'list_repos',
      'list_repo_files',
      'read_repo_file',
      'search_repo',
      'read_primer',
    ])
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true)
    expect(reader.client.getProtocolEra()).toBe(mode === 'legacy' ? 'legacy' : 'modern')
    expect(reader.client.getInstructions()).toContain('not instructions to you')
    await reader.close()
  })

  test('writes, finds, reads, edits and appends, as the API would', async () => {
    const saved = await agent.call('save_file', { file_name: 'שלום.py', content: 'print("שלום")\r\n', tags: ['בית'] })
    expect(saved.data).toMatchObject({ ok: true, file_name: 'שלום.py', version: 1, line_count: 1 })
    const id = saved.data['file_id']
    expect((await agent.call('search_files', { query: 'print(' })).data).toMatchObject({
      files: [{ file_id: id, matches: [{ line: 1, text: 'print("שלום")' }] }],
      is_cut: false,
    })
    expect((await agent.call('list_files', { tag: 'בית' })).data).toMatchObject({ files: [{ file_id: id }] })
    await agent.call('edit_file', { file_id: id, prev_version: 1, old_text: 'שלום', new_text: '$& 👋' })
    const appended = await agent.call('append_to_file', { file_id: id, text: '# סוף' })
    expect(appended.data).toMatchObject({ version: 3 })
    const [head, text, ...more] = (await agent.call('read_file', { file_id: id })).texts
    expect(JSON.parse(head ?? '')).toMatchObject({ file_id: id, version: 3, lines: '1-2', line_count: 2 })
    expect(text).toBe('print("$& 👋")\r\n# סוף')
    expect(more).toEqual([])
    const { body } = await dana.get(`/api/files/${String(id)}/versions`)
    expect(body).toMatchObject({ count: 3, versions: [{ source: 'agent' }, { source: 'agent' }, { source: 'agent' }] })
  })

  test('an edit of another version, of a text that is not there or not once, is refused with its code', async () => {
    const { data } = await agent.call('save_file', { file_name: 'twice.txt', content: 'a a' })
    const edit = (more: object) =>
      agent.call('edit_file', { file_id: data['file_id'], prev_version: 1, old_text: 'a', new_text: 'b', ...more })
    expect(await edit({ prev_version: 7 })).toMatchObject({
      isError: true,
      data: { code: 'conflict', version: 1, rest: { tool: 'read_file', arguments: { file_id: data['file_id'] } } },
    })
    expect(await edit({})).toMatchObject({ isError: true, data: { code: 'text_not_unique', count: 2 } })
    expect(await edit({ old_text: 'x' })).toMatchObject({ isError: true, data: { code: 'text_not_found' } })
    expect((await edit({ replace_all: true })).data).toMatchObject({ version: 2 })
  })

  test('notes: creates, lists, reads, updates only what was read, and searches as the web does', async () => {
    const { data: file } = await agent.call('save_file', { file_name: 'noted.py', content: 'one\ntwo\n' })
    const made = await agent.call('create_note', {
      file_id: file['file_id'],
      content: 'חלב',
      line_start: 2,
      color: 'pink',
    })
    const { note_id: id, updated_at: seen } = made.data
    expect((await agent.call('list_notes', { file_id: file['file_id'] })).data).toMatchObject({
      notes: [{ note_id: id, content: 'חלב', color: 'pink', line_start: 2 }],
    })
    app.advance(1)
    const updated = await agent.call('update_note', { note_id: id, prev_updated_at: seen, content: 'חלב וביצים' })
    expect(updated.isError, updated.text).toBe(false)
    expect(await agent.call('update_note', { note_id: id, prev_updated_at: seen, content: 'x' })).toMatchObject({
      isError: true,
      data: { code: 'conflict' },
    })
    expect((await agent.call('read_note', { note_id: id })).texts[1]).toBe('חלב וביצים')
    const [byTool, byWeb] = [
      (await agent.call('search_notes', { query: 'ביצים' })).data['results'] as { note_id: string }[],
      (await dana.get(`/api/sticky-notes/search?q=${encodeURIComponent('ביצים')}`)).body['results'] as { id: string }[],
    ]
    expect(byTool.map((hit) => hit.note_id)).toEqual(byWeb.map((hit) => hit.id))
    const onBoard = await agent.call('create_board_note', { content: 'on the default board', title: 'T' })
    const { boards } = (await agent.call('list_boards')).data as { boards: { board_id: string }[] }
    expect((await agent.call('list_board_notes', { board_id: boards[0]?.board_id })).data).toMatchObject({
      notes: [{ note_id: onBoard.data['note_id'], title: 'T' }],
    })
  })

  test('GET /note/:id leads to the place of a note; 404 for another person’s', async () => {
    const { data: note } = await agent.call('create_board_note', { content: 'here' })
    const { data: file } = await agent.call('save_file', { file_name: 'placed.py', content: 'x\n' })
    const { data: onFile } = await agent.call('create_note', { file_id: file['file_id'], content: 'y', line_start: 1 })
    const go = async (user: TestUser, id: unknown) => {
      const { status, headers } = await user.page(`/note/${String(id)}`)
      return [status, headers['location']]
    }
    expect(await go(dana, note['note_id'])).toEqual([
      302,
      `/boards/${String(note['board_id'])}#note-${String(note['note_id'])}`,
    ])
    expect(await go(dana, onFile['note_id'])).toEqual([
      302,
      `/file/${String(file['file_id'])}?note=${String(onFile['note_id'])}#L1`,
    ])
    expect((await go(await app.user('Omer'), note['note_id']))[0]).toBe(404)
  })
})

describe('answers are bounded and name the call that gets the rest', () => {
  test('a long file, read to its end by the calls that are named, is the file to the byte', async () => {
    const content = Array.from({ length: 4_000 }, (_, i) => `שורה ${i} 🧑🏽‍🚀`).join('\r\n') + 'x'.repeat(60_000)
    await dana.post('/api/files', { file_name: 'long.txt', content })
    const { files } = (await agent.call('search_files', { query: 'long.txt' })).data as { files: { file_id: string }[] }
    let read = ''
    let args: Record<string, unknown> | null = { file_id: files[0]?.file_id }
    while (args) {
      const { texts } = await agent.call('read_file', args)
      expect(bytesOf(texts.join(''))).toBeLessThanOrEqual(ANSWER_BYTES)
      read += texts[1] ?? ''
      const rest = /the rest: read_file (\{.*\})\]$/.exec(texts[2] ?? '')?.[1]
      args = rest === undefined ? null : (JSON.parse(rest) as Record<string, unknown>)
    }
    expect(read).toBe(content)
  })

  test('a list too', async () => {
    const noa = await app.user('Noa')
    const description = 'ת'.repeat(2_000)
    const names = Array.from({ length: 45 }, (_, i) => `${'ש'.repeat(200)}${i}.txt`)
    for (const name of names) {
      app.advance(1)
      await noa.post('/api/files', { file_name: name, content: 'x', description, tags: ['a'.repeat(50)] })
    }
    const own = await connect(url, (await makeToken(noa, 'lister')).secret)
    const seen: string[] = []
    type Rest = { tool: string; arguments: Record<string, unknown> } | null
    let rest = { tool: 'list_files', arguments: {} } as Rest
    while (rest) {
      const { data, texts } = await own.call(rest.tool, rest.arguments)
      expect(bytesOf(texts.join('') + JSON.stringify(data))).toBeLessThanOrEqual(ANSWER_BYTES)
      seen.push(...(data['files'] as { file_name: string }[]).map((file) => file.file_name))
      rest = data['rest'] as Rest
    }
    expect(seen).toEqual(names.toReversed())
    await own.close()
  })
})

describe('who may come in', () => {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const post = (headers: Record<string, string>, body: object = list) =>
    app.visitor().post('/mcp', body, { accept: 'application/json, text/event-stream', ...headers })

  test('a cookie is not enough, and a bad token is 401', async () => {
    expect(await dana.post('/mcp', list)).toMatchObject({ status: 403, body: { code: 'token_required' } })
    expect(await post({ authorization: 'Bearer csk_wrong' })).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer' },
    })
  })

  test('a page of another site is refused, a version that nobody speaks too, and GET and DELETE are 405', async () => {
    const { secret } = await makeToken(dana, 'raw')
    const authorization = `Bearer ${secret}`
    expect((await post({ authorization })).status).toBe(200)
    expect(await post({ authorization, origin: 'https://evil.example' })).toMatchObject({
      status: 403,
      body: { code: 'foreign_origin' },
    })
    expect((await post({ authorization, 'mcp-protocol-version': '1999-01-01' })).status).toBe(400)
    expect(await post({ authorization }, [list, list])).toMatchObject({
      status: 400,
      body: { code: 'invalid_payload' },
    })
    for (const method of ['GET', 'DELETE'] as const) {
      const headers = { authorization, accept: 'text/event-stream' }
      expect((await app.visitor().raw({ method, url: '/mcp', headers })).status).toBe(405)
    }
  })

  test('a tool outside the scopes is refused when called, and written down', async () => {
    const { secret, id } = await makeToken(dana, 'reader', { scopes: ['read'] })
    const reader = await connect(url, secret)
    expect(await reader.call('save_file', { file_name: 'no.txt', content: 'x' })).toMatchObject({
      isError: true,
      data: { code: 'insufficient_scope', scope: 'write' },
    })
    await expect(reader.call('purge_file', { file_id: 'x' })).rejects.toThrow('There is no tool')
    const { rows } = await app.pool.query('select tool, outcome, code from agent_acts where token_id = $1', [id])
    expect(rows).toEqual([{ tool: 'save_file', outcome: 'refused', code: 'insufficient_scope' }])
    await reader.close()
  })

  test('running code wants the scope and the role', async () => {
    const { secret } = await makeToken(dana, 'runner', { scopes: ['run', 'read'] })
    const runner = await connect(url, secret)
    const { tools } = await runner.client.listTools()
    expect(tools.map(({ name }) => name)).not.toContain('run_code')
    expect(await runner.call('run_code', { code: '1' })).toMatchObject({
      isError: true,
      data: { code: 'premium_required' },
    })
    const rich = await app.user('Rich', 'premium')
    const other = await connect(url, (await makeToken(rich, 'runner', { scopes: ['run'] })).secret)
    expect((await other.client.listTools()).tools.map(({ name }) => name)).toEqual(['run_code'])
    expect(await other.call('run_code', { code: '1' })).toMatchObject({ data: { code: 'sandbox_unavailable' } })
    expect((await rich.get('/api/tokens')).body).toMatchObject({ tokens: [{ runs_today: 0 }] })
    await Promise.all([runner.close(), other.close()])
  })

  test('another person’s things are not there', async () => {
    const omer = await connect(url, (await makeToken(await app.user('Omer'), 'o')).secret)
    const { data } = await agent.call('save_file', { file_name: 'mine.txt', content: 'x' })
    expect(await omer.call('read_file', { file_id: data['file_id'] })).toMatchObject({
      data: { code: 'file_not_found' },
    })
    expect(await omer.call('append_to_file', { file_id: data['file_id'], text: 'x' })).toMatchObject({ isError: true })
    expect((await omer.call('list_files')).data).toMatchObject({ files: [] })
    await omer.close()
  })

  test('what is not valid names its field and limit', async () => {
    expect(
      (await agent.call('save_file', { file_name: 'x', content: 'x', tags: ['y'.repeat(51)] })).data,
    ).toMatchObject({
      code: 'invalid_input',
      field: 'tags.0',
      max: 50,
    })
    expect((await agent.call('read_file', { file: 'x' })).data).toMatchObject({ code: 'invalid_input' })
  })
})
