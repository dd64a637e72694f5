import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as store from '#features/tokens/store.ts'
import type { TokenId } from './act.ts'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { connect, listening } from '../../../test/mcp-client.ts'
import { untilLockWaiters } from '../../../test/row-lock.ts'

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
  await app.confirm(dana)
  const token = await dana.createToken('robot', budget)
  return { ...token, agent: await connect(url, token.secret) }
}
const rows = async (sql: string, values: unknown[]) => (await app.pool.query<Record<string, unknown>>(sql, values)).rows
const board = async () => String((await dana.listBoards())[0]?.id)
const listed = async (id: string) => {
  const { tokens } = replyOf(await dana.get('/api/tokens'))
  return tokens.find((token) => token.id === id)
}

describe('token budget', () => {
  test('a new token gets 1,000 writes and 50 runs a day, and null means no limit', async () => {
    const [standard, free] = [
      await dana.createToken('s'),
      await dana.createToken('f', { writes_per_day: null, runs_per_day: 7 }),
    ]
    expect(await listed(standard.id)).toMatchObject({ writes_per_day: 1_000, runs_per_day: 50, writes_today: 0 })
    expect(await listed(free.id)).toMatchObject({ writes_per_day: null, runs_per_day: 7 })
    for (const writes of [0, -1, 1.5, 'many'])
      expect((await dana.post('/api/tokens', { name: 'x', scopes: ['read'], writes_per_day: writes })).status).toBe(400)
  })

  test('an exhausted budget refuses writes with its renewal time and still allows reads', async () => {
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

  test('a write refused for another reason costs no budget', async () => {
    const { agent, id } = await agentWith({ writes_per_day: 5 })
    await agent.call('save_file', { file_name: 'a/b', content: '' })
    await agent.call('create_note', { file_id: 'f'.repeat(32), content: 'x' })
    expect(await listed(id)).toMatchObject({ writes_today: 0 })
    await agent.close()
  })

  test('concurrent writes cannot exceed the remaining budget', async () => {
    // Each write has its own note, so that only the budget row makes them wait for each other.
    const notes = await Promise.all(
      Array.from({ length: 16 }, async (_, i) => dana.createBoardNote(await board(), { content: `${i}` })),
    )
    const { agent, id } = await agentWith({ writes_per_day: 5 })
    const answers = await Promise.all(
      notes.map(({ id: noteId, updated_at: seen }) =>
        agent.call('update_note', { note_id: noteId, prev_updated_at: seen, content: 'raced' }),
      ),
    )
    expect(answers.filter(({ isError }) => !isError)).toHaveLength(5)
    expect(answers.filter(({ data }) => data['code'] === 'budget_exhausted')).toHaveLength(11)
    expect(await rows("select from notes where user_id = $1 and content = 'raced'", [dana.id])).toHaveLength(5)
    expect(await rows('select from agent_acts where token_id = $1 and kind is not null', [id])).toHaveLength(5)
    await agent.close()
  })

  test('spendBudget grants the last unit to one of two concurrent transactions', async () => {
    const { id } = await dana.createToken('pair')
    const whose = { userId: dana.id, tokenId: id as TokenId, day: '2026-11-15' }
    const take = (trx: typeof app.db) => store.spendBudget(trx, whose, 'writes', 2)
    expect(await app.db.transaction().execute(take)).toBe(true)
    const second = Promise.withResolvers<boolean>()
    const first = await app.db.transaction().execute(async (trx) => {
      const taken = await take(trx)
      // This runs on another connection while we hold the row lock, so it waits for our commit or rollback.
      app.db.transaction().execute(take).then(second.resolve, second.reject)
      await untilLockWaiters(app.pool, 1)
      return taken
    })
    expect([first, await second.promise]).toEqual([true, false])
  })

  test('a rolled-back write returns its budget to a waiting transaction', async () => {
    const { id } = await dana.createToken('pair')
    const take = (trx: typeof app.db) =>
      store.spendBudget(trx, { userId: dana.id, tokenId: id as TokenId, day: '2026-11-15' }, 'writes', 1)
    const second = Promise.withResolvers<boolean>()
    const first = app.db.transaction().execute(async (trx) => {
      await take(trx)
      app.db.transaction().execute(take).then(second.resolve, second.reject)
      await untilLockWaiters(app.pool, 1)
      throw new Error('not written')
    })
    await expect(first).rejects.toThrow('not written')
    expect(await second.promise).toBe(true)
  })

  test('each writing request over the HTTP API costs one write', async () => {
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

  test('runs have their own budget', async () => {
    const rich = await app.user('Rich', 'premium')
    const { secret } = await rich.createToken('runner', { scopes: ['run'], runs_per_day: 1 })
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

describe('audit log', () => {
  test('every tool call is recorded with its token, resource and outcome', async () => {
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

  test('a write over the HTTP API is recorded and sends no notification', async () => {
    const { secret, id } = await dana.createToken('script')
    const bearer = { authorization: `Bearer ${secret}` }
    const made = await app.visitor().post('/api/files', { file_name: 'script.txt', content: 'x' }, bearer)
    const note = await app.visitor().post(`/api/sticky-notes/${replyOf(made).file_id}`, { content: '- [ ] a' }, bearer)
    const { id: noteId, updated_at: seen } = replyOf(note).note
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

  test('S46: over MCP the outbox row, the audit entry and the budget are committed exactly when the write is', async () => {
    const { agent, id } = await agentWith({})
    const count = async () => {
      const [found] = await rows(
        `select (select count(*) from files where user_id = $1 and file_name like 'atomic %')::int as files,
           (select count(*) from outbox where user_id = $1 and title like 'atomic %')::int as notifications,
           (select count(*) from agent_acts where token_id = $2 and kind is not null)::int as acts,
           coalesce((select writes from token_usage where token_id = $2), 0) as spent`,
        [dana.id, id],
      )
      return found
    }
    await agent.call('save_file', { file_name: 'atomic 1', content: 'x' })
    expect(await count()).toEqual({ files: 1, notifications: 1, acts: 1, spent: 1 })
    // A failure in any of these tables rolls the write back.
    for (const table of ['outbox', 'agent_acts', 'token_usage', 'file_versions']) {
      await app.pool.query(
        `create function refuse_${table}() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
      )
      await app.pool.query(
        `create trigger refuse before insert on ${table} for each row ${table === 'agent_acts' ? 'when (new.kind is not null)' : ''} execute function refuse_${table}()`,
      )
      expect(
        (await agent.call('save_file', { file_name: `atomic ${table}`, content: table })).data,
        table,
      ).toMatchObject({ code: 'internal_error' })
      await app.pool.query(`drop trigger refuse on ${table}`)
      expect(await count(), table).toEqual({ files: 1, notifications: 1, acts: 1, spent: 1 })
    }
    expect(await rows("select from agent_acts where token_id = $1 and outcome = 'failed'", [id])).toHaveLength(4)
    await agent.close()
  })
})
