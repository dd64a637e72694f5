import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { ANSWER_BYTES, bytesOf } from './answer.ts'
import { type Agent, connect, listening, Rest } from '../../../test/mcp-client.ts'

const Boards = z.object({ boards: z.array(z.object({ board_id: z.string() })) })
const Files = z.object({ files: z.array(z.object({ file_id: z.string(), file_name: z.string() })), rest: Rest })
const Hits = z.object({ results: z.array(z.object({ note_id: z.string() })) })

let app: TestApp
let dana: TestUser
let url: string
let agent: Agent
beforeAll(async () => {
  app = await testApp({ RATE_LIMIT_FACTOR: '100' })
  dana = await app.user('Dana')
  url = await listening(app)
  agent = await connect(url, (await dana.createToken('robot')).secret)
})
afterAll(async () => {
  await agent.close()
  await app[Symbol.asyncDispose]()
})

describe('MCP client', () => {
  test.each(['legacy', 'auto'] as const)('connects and lists the tools of its scopes (%s)', async (mode) => {
    const { secret } = await dana.createToken('reader', { scopes: ['read'] })
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

  test('file tools create, search, read, edit and append as the API does', async () => {
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

  test('edit_file refuses a stale version and a text that is missing or ambiguous', async () => {
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

  test('note tools create, list, read and search, and update only the version that was read', async () => {
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
      Hits.parse((await agent.call('search_notes', { query: 'ביצים' })).data).results,
      replyOf(await dana.get(`/api/sticky-notes/search?q=${encodeURIComponent('ביצים')}`)).results,
    ]
    expect(byTool.map((hit) => hit.note_id)).toEqual(byWeb.map((hit) => hit.id))
    const onBoard = await agent.call('create_board_note', { content: 'on the default board', title: 'T' })
    const { boards } = Boards.parse((await agent.call('list_boards')).data)
    expect((await agent.call('list_board_notes', { board_id: boards[0]?.board_id })).data).toMatchObject({
      notes: [{ note_id: onBoard.data['note_id'], title: 'T' }],
    })
  })

  test('GET /note/:id redirects to the page of the note, and answers 404 for another user’s note', async () => {
    const { data: note } = await agent.call('create_board_note', { content: 'here' })
    const { data: file } = await agent.call('save_file', { file_name: 'noted.py', content: 'x\n' })
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

describe('answers are bounded and name the call that reads the rest', () => {
  test('a long file read through the named calls equals the file byte for byte', async () => {
    const content = Array.from({ length: 4_000 }, (_, i) => `שורה ${i} 🧑🏽‍🚀`).join('\r\n') + 'x'.repeat(60_000)
    await dana.post('/api/files', { file_name: 'long.txt', content })
    const { files } = Files.parse((await agent.call('search_files', { query: 'long.txt' })).data)
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

  test('a long list read through the named calls is complete', async () => {
    const noa = await app.user('Noa')
    const description = 'ת'.repeat(2_000)
    const names = Array.from({ length: 45 }, (_, i) => `${'ש'.repeat(200)}${i}.txt`)
    for (const name of names) {
      app.advance(1)
      await noa.post('/api/files', { file_name: name, content: 'x', description, tags: ['a'.repeat(50)] })
    }
    const own = await connect(url, (await noa.createToken('lister')).secret)
    const seen: string[] = []
    let rest: z.output<typeof Rest> = { tool: 'list_files', arguments: {} }
    while (rest) {
      const { data, texts } = await own.call(rest.tool, rest.arguments)
      expect(bytesOf(texts.join('') + JSON.stringify(data))).toBeLessThanOrEqual(ANSWER_BYTES)
      const listed = Files.parse(data)
      seen.push(...listed.files.map((file) => file.file_name))
      rest = listed.rest
    }
    expect(seen).toEqual(names.toReversed())
    await own.close()
  })
})

describe('MCP access', () => {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const post = (headers: Record<string, string>, body: object = list) =>
    app.visitor().post('/mcp', body, { accept: 'application/json, text/event-stream', ...headers })

  test('POST /mcp refuses a session cookie without a token, and answers 401 to a bad token', async () => {
    expect(await dana.post('/mcp', list)).toMatchObject({ status: 403, body: { code: 'token_required' } })
    expect(await post({ authorization: 'Bearer csk_wrong' })).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer' },
    })
  })

  test('/mcp refuses a foreign origin and an unknown protocol version, and answers 405 to GET and DELETE', async () => {
    const { secret } = await dana.createToken('raw')
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

  test('a tool outside the token’s scopes is refused and recorded', async () => {
    const { secret, id } = await dana.createToken('reader', { scopes: ['read'] })
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

  test('run_code requires both the scope and the role', async () => {
    const { secret } = await dana.createToken('runner', { scopes: ['run', 'read'] })
    const runner = await connect(url, secret)
    const { tools } = await runner.client.listTools()
    expect(tools.map(({ name }) => name)).not.toContain('run_code')
    expect(await runner.call('run_code', { code: '1' })).toMatchObject({
      isError: true,
      data: { code: 'premium_required' },
    })
    const rich = await app.user('Rich', 'premium')
    const other = await connect(url, (await rich.createToken('runner', { scopes: ['run'] })).secret)
    expect((await other.client.listTools()).tools.map(({ name }) => name)).toEqual(['run_code'])
    expect(await other.call('run_code', { code: '1' })).toMatchObject({ data: { code: 'sandbox_unavailable' } })
    expect((await rich.get('/api/tokens')).body).toMatchObject({ tokens: [{ runs_today: 0 }] })
    await Promise.all([runner.close(), other.close()])
  })

  test('another user’s resources are not found', async () => {
    const omer = await connect(url, (await (await app.user('Omer')).createToken('o')).secret)
    const { data } = await agent.call('save_file', { file_name: 'mine.txt', content: 'x' })
    expect(await omer.call('read_file', { file_id: data['file_id'] })).toMatchObject({
      data: { code: 'file_not_found' },
    })
    expect(await omer.call('append_to_file', { file_id: data['file_id'], text: 'x' })).toMatchObject({ isError: true })
    expect((await omer.call('list_files')).data).toMatchObject({ files: [] })
    await omer.close()
  })

  test('invalid input is refused with its field and limit', async () => {
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
