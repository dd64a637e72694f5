import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as store from '#features/tokens/store.ts'
import type { TokenId } from './act.ts'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { connect, listening, makeToken } from '../../../test/mcp-client.ts'

let app: TestApp
let dana: TestUser
let url: string
beforeAll(async () => {
  app = await testApp({ RATE_LIMIT_FACTOR: '100' })
  dana = await app.user('Dana')
  url = await listening(app)
})
afterAll(() => app[Symbol.asyncDispose]())

const agentWith = async (budget: object) => {
  const token = await makeToken(dana, 'robot', budget)
  return { ...token, agent: await connect(url, token.secret) }
}
const rows = async (sql: string, values: unknown[]) => (await app.pool.query<Record<string, unknown>>(sql, values)).rows
const board = async () => ((await dana.get('/api/note-boards')).body['boards'] as { id: string }[])[0]?.id
/** Until so many connections wait for a row. */
const waitFor = (waiting: number) =>
  vi.waitUntil(
    async () =>
      (await rows("select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()", []))
        .length === waiting,
  )
const listed = async (id: string) => {
  const { tokens } = (await dana.get('/api/tokens')).body as { tokens: { id: string }[] }
  return tokens.find((token) => token.id === id)
}

describe('the budget of a token', () => {
  test('without a word: 1,000 writes and 50 runs a day; null is no limit', async () => {
    const [standard, free] = [
      await makeToken(dana, 's'),
      await makeToken(dana, 'f', { writes_per_day: null, runs_per_day: 7 }),
    ]
    expect(await listed(standard.id)).toMatchObject({ writes_per_day: 1_000, runs_per_day: 50, writes_today: 0 })
    expect(await listed(free.id)).toMatchObject({ writes_per_day: null, runs_per_day: 7 })
    for (const writes of [0, -1, 1.5, 'many'])
      expect((await dana.post('/api/tokens', { name: 'x', scopes: ['read'], writes_per_day: writes })).status).toBe(400)
  })

  test('when it is used up, writing is refused with the moment it renews, and reading goes on', async () => {
    app.clock.now = new Date('2026-11-15T20:00:00Z')
    const { agent, id } = await agentWith({ writes_per_day: 2 })
    const save = (name: string) => agent.call('save_file', { file_name: name, content: name })
    await save('b1.txt')
    await save('b2.txt')
    expect(await save('b3.txt')).toMatchObject({
      isError: true,
      data: {
        code: 'budget_exhausted',
        budget: 'writes',
        max: 2,
        renews_at: '2026-11-16T00:00:00.000+00:00',
        retry_after: 14_400,
      },
    })
    expect(await rows("select from files where user_id = $1 and file_name = 'b3.txt'", [dana.id])).toEqual([])
    expect((await agent.call('search_files', { query: 'b2.txt' })).isError).toBe(false)
    expect(await listed(id)).toMatchObject({ writes_today: 2 })
    app.advance(4 * 3600)
    expect((await save('b3.txt')).isError).toBe(false)
    expect(await listed(id)).toMatchObject({ writes_today: 1 })
    await agent.close()
  })

  test('a write that is refused for another reason is not taken from it', async () => {
    const { agent, id } = await agentWith({ writes_per_day: 5 })
    await agent.call('save_file', { file_name: 'a/b', content: '' })
    await agent.call('create_note', { file_id: 'f'.repeat(32), content: 'x' })
    expect(await listed(id)).toMatchObject({ writes_today: 0 })
    await agent.close()
  })

  test('of many writes at once on the last ones, exactly as many are made as are left', async () => {
    // Notes of their own: nothing but the budget makes these writes wait for each other.
    const notes = await Promise.all(
      Array.from({ length: 16 }, async (_, i) =>
        dana.post(`/api/sticky-notes/board/${await board()}`, { content: `${i}` }),
      ),
    )
    const { agent, id } = await agentWith({ writes_per_day: 5 })
    const answers = await Promise.all(
      notes.map(({ body }) => {
        const { id: noteId, updated_at: seen } = body['note'] as { id: string; updated_at: string }
        return agent.call('update_note', { note_id: noteId, prev_updated_at: seen, content: 'raced' })
      }),
    )
    expect(answers.filter(({ isError }) => !isError)).toHaveLength(5)
    expect(answers.filter(({ data }) => data['code'] === 'budget_exhausted')).toHaveLength(11)
    expect(await rows("select from notes where user_id = $1 and content = 'raced'", [dana.id])).toHaveLength(5)
    expect(await rows('select from agent_acts where token_id = $1 and kind is not null', [id])).toHaveLength(5)
    await agent.close()
  })

  test('the last one is given to one of two transactions, whichever way they meet', async () => {
    const { id } = await makeToken(dana, 'pair')
    const whose = { userId: dana.id, tokenId: id as TokenId, day: '2026-11-15' }
    const take = (trx: typeof app.db) => store.spend(trx, whose, 'writes', 2)
    expect(await app.db.transaction().execute(take)).toBe(true)
    const second = Promise.withResolvers<boolean>()
    const first = await app.db.transaction().execute(async (trx) => {
      const taken = await take(trx)
      // On another connection, while the row is ours: it has to wait for what we do.
      app.db.transaction().execute(take).then(second.resolve, second.reject)
      await waitFor(1)
      return taken
    })
    expect([first, await second.promise]).toEqual([true, false])
  })

  test('what a rolled-back write took is there again for who waits', async () => {
    const { id } = await makeToken(dana, 'pair')
    const take = (trx: typeof app.db) =>
      store.spend(trx, { userId: dana.id, tokenId: id as TokenId, day: '2026-11-15' }, 'writes', 1)
    const second = Promise.withResolvers<boolean>()
    const first = app.db.transaction().execute(async (trx) => {
      await take(trx)
      app.db.transaction().execute(take).then(second.resolve, second.reject)
      await waitFor(1)
      throw new Error('not written')
    })
    await expect(first).rejects.toThrow('not written')
    expect(await second.promise).toBe(true)
  })

  test('holds over the API too: each request that writes is one', async () => {
    const { secret, agent } = await agentWith({ writes_per_day: 2 })
    const bearer = { authorization: `Bearer ${secret}` }
    const visitor = app.visitor()
    expect((await visitor.post('/api/files', { file_name: 'api.txt', content: '1' }, bearer)).status).toBe(201)
    expect((await visitor.post('/api/files', { file_name: 'a/b', content: '1' }, bearer)).status).toBe(400)
    expect(await visitor.post('/api/files', { file_name: 'api2.txt', content: '1' }, bearer)).toMatchObject({
      status: 429,
      body: { code: 'budget_exhausted' },
    })
    expect((await visitor.get('/api/files', bearer)).status).toBe(200)
    await agent.close()
  })

  test('runs have their own', async () => {
    const rich = await app.user('Rich', 'premium')
    const { secret } = await makeToken(rich, 'runner', { scopes: ['run'], runs_per_day: 1 })
    const run = () => app.visitor().post('/api/code/run', { code: '1' }, { authorization: `Bearer ${secret}` })
    expect((await run()).body).toMatchObject({ code: 'sandbox_unavailable' })
    expect((await run()).body).toMatchObject({ code: 'budget_exhausted', budget: 'runs' })
    const agent = await connect(url, secret)
    expect((await agent.call('run_code', { code: '1' })).data).toMatchObject({
      code: 'budget_exhausted',
      budget: 'runs',
    })
    await agent.close()
  })
})

describe('the journal', () => {
  test('every call is written down with its token, its thing and how it ended', async () => {
    const { agent, id } = await agentWith({})
    const { data } = await agent.call('save_file', { file_name: 'acts.txt', content: 'x' })
    app.advance(1)
    await agent.call('read_file', { file_id: data['file_id'] })
    app.advance(1)
    await agent.call('read_file', { file_id: 'nothing' })
    const acts = await rows(
      'select tool, resource_type, resource_id, title, outcome, code, kind, token_name from agent_acts where token_id = $1 order by id',
      [id],
    )
    expect(acts).toMatchObject([
      {
        tool: 'save_file',
        resource_type: 'file',
        resource_id: data['file_id'],
        title: 'acts.txt',
        outcome: 'done',
        kind: 'file_saved',
        token_name: 'robot',
      },
      { tool: 'read_file', resource_id: data['file_id'], outcome: 'done', kind: null },
      { tool: 'read_file', resource_id: 'nothing', outcome: 'refused', code: 'file_not_found' },
    ])
    await agent.close()
  })

  test('a token over the API: what it writes is written down, and nobody is told', async () => {
    const { secret, id } = await makeToken(dana, 'script')
    const bearer = { authorization: `Bearer ${secret}` }
    const made = await app.visitor().post('/api/files', { file_name: 'script.txt', content: 'x' }, bearer)
    const note = await app
      .visitor()
      .post(`/api/sticky-notes/${String(made.body['file_id'])}`, { content: '- [ ] a' }, bearer)
    const { id: noteId, updated_at: seen } = note.body['note'] as { id: string; updated_at: string }
    const toggle = { index: 0, checked: true, prev_updated_at: seen }
    await app.visitor().post(`/api/sticky-notes/note/${noteId}/task`, toggle, bearer)
    const acts = await rows('select tool, kind from agent_acts where token_id = $1', [id])
    expect(acts.map(({ tool, kind }) => `${String(tool)} ${String(kind)}`).toSorted()).toEqual([
      'api file_saved',
      'api note_created',
      'api note_updated',
    ])
    expect(await rows("select from outbox where actor = 'script'", [])).toEqual([])
  })

  test('S46: over MCP the outbox row, the act and the budget are there exactly when the write is', async () => {
    const { agent, id } = await agentWith({})
    const count = async () => {
      const [found] = await rows(
        `select (select count(*) from files where user_id = $1 and file_name like 'told %')::int as files,
           (select count(*) from outbox where user_id = $1 and title like 'told %')::int as told,
           (select count(*) from agent_acts where token_id = $2 and kind is not null)::int as acts,
           coalesce((select writes from token_usage where token_id = $2), 0) as spent`,
        [dana.id, id],
      )
      return found
    }
    await agent.call('save_file', { file_name: 'told 1', content: 'x' })
    expect(await count()).toEqual({ files: 1, told: 1, acts: 1, spent: 1 })
    // Whichever of the tables refuses, nothing of the write is left.
    for (const table of ['outbox', 'agent_acts', 'token_usage', 'file_versions']) {
      await app.pool.query(
        `create function refuse_${table}() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
      )
      await app.pool.query(
        `create trigger refuse before insert on ${table} for each row ${table === 'agent_acts' ? 'when (new.kind is not null)' : ''} execute function refuse_${table}()`,
      )
      expect((await agent.call('save_file', { file_name: `told ${table}`, content: table })).data, table).toMatchObject(
        { code: 'internal_error' },
      )
      await app.pool.query(`drop trigger refuse on ${table}`)
      expect(await count(), table).toEqual({ files: 1, told: 1, acts: 1, spent: 1 })
    }
    expect(await rows("select from agent_acts where token_id = $1 and outcome = 'failed'", [id])).toHaveLength(4)
    await agent.close()
  })
})
