import { afterAll, beforeAll, expect, test } from 'vitest'
import { noAgentAudit, type UserCtx } from '#platform/ctx.ts'
import { openDatabase } from '#platform/db/pool.ts'
import { noMirrors } from '#platform/git/mirrors.ts'
import { processSlots } from '#platform/slots.ts'
import { runInline } from '#platform/threads.ts'
import { newId, newToken } from '#platform/random.ts'
import { saveByName } from '#features/files/public.ts'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { runOnce } from '../../../test/job.ts'
import { connect, listening } from '../../../test/mcp-client.ts'
import type { TokenId } from './act.ts'
import { callAs, deleteExpiredActs } from './service/journal.ts'

let app: TestApp
let dana: TestUser
let url: string
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
  url = await listening(app)
})
afterAll(() => app[Symbol.asyncDispose]())

const words = (page: string) => (/<main[^]*<\/main>/.exec(page)?.[0] ?? '').replaceAll(/<[^>]*>/g, ' ')

test('GET /settings/agents lists the user’s own audit entries newest first, paginated, filtered by writes and by token', async () => {
  const [one, other] = [await dana.createToken('first robot'), await dana.createToken('second robot')]
  const [first, second] = [await connect(url, one.secret), await connect(url, other.secret)]
  for (let i = 0; i < 55; i++) {
    app.advance(1)
    await first.call('save_file', { file_name: `made-${i}.txt`, content: `${i}` })
  }
  app.advance(1)
  await second.call('list_boards')
  const newest = words((await dana.page('/settings/agents')).text)
  expect(newest).toContain('made-54.txt')
  expect(newest).not.toContain('made-4.txt')
  expect(newest).not.toContain('list_boards')
  const next = /href="(\/settings\/agents\?cursor=[^"]*)"/.exec((await dana.page('/settings/agents')).text)?.[1] ?? ''
  const older = words((await dana.page(next)).text)
  expect(older).toContain('made-4.txt')
  expect(older).not.toContain('made-5.txt')
  expect(words((await dana.page('/settings/agents?show=all')).text)).toContain('list_boards')
  const alone = words((await dana.page(`/settings/agents?token=${other.id}&show=all`)).text)
  expect(alone).toContain('list_boards')
  expect(alone).not.toContain('first robot')
  const omer = await app.user('Omer')
  expect(words((await omer.page(`/settings/agents?token=${one.id}&show=all`)).text)).not.toContain('made-')
  // A token must not read the audit log of tokens.
  const bearer = { authorization: `Bearer ${one.secret}` }
  expect((await app.visitor().get('/settings/agents', bearer)).body).toMatchObject({ code: 'session_required' })
  await Promise.all([first.close(), second.close()])
})

test('GET /settings/agents shows a notice for an invalid query and answers 404 for an invalid token id', async () => {
  const read = async (query: string) =>
    words((await dana.page(`/settings/agents${query}`, { 'accept-language': 'en' })).text)
  expect(await read('?cursor=soon')).toContain('start of the list')
  expect(await read('?show=reads')).toContain('so writes are shown')
  const plain = await read('?show=writes')
  expect(plain).not.toContain('start of the list')
  expect(plain).not.toContain('so writes are shown')
  expect((await dana.page('/settings/agents?token=nonsense')).status).toBe(404)
})

test('S46: a crash at any statement of a tool write leaves all or none of the write, audit entry, outbox row and budget', async () => {
  let left = Number.POSITIVE_INFINITY
  const dying = openDatabase({
    url: app.config.database.url,
    size: 2,
    applicationName: 'dying',
    onStatement: () => {
      if (--left === 0) throw new Error('killed here')
    },
  })
  const now = app.clock.now
  const ctx: UserCtx = {
    db: dying.db,
    now,
    emit: () => {},
    newId: () => newId(now),
    newToken,
    mirrors: noMirrors,
    codeIndex: null,
    slots: processSlots(),
    maxFileBytes: 2 * 1024 * 1024,
    spoolDir: '/nonexistent',
    offload: runInline,
    requestId: 'test',
    locale: 'en',
    user: { id: dana.id, role: 'user', firstName: 'Dana' },
    recordAgentWrite: noAgentAudit,
  }
  const actor = { id: newId<'token'>(now) as TokenId, name: 'Mortal', budget: { writes: null, runs: null } }
  let [steps, spent] = [0, 0]
  for (let died = true; died; steps++) {
    left = steps + 1
    const fileName = `mortal ${steps}`
    const called = { tool: 'save_file', resource: null }
    const run = callAs(ctx, actor, called, (asAgent) =>
      saveByName(asAgent, { fileName, content: fileName, source: 'agent' }),
    )
    const isSaved = await run.then(
      () => true,
      () => false,
    )
    died = left <= 0
    spent += isSaved ? 1 : 0
    const { rows } = await app.pool.query(
      `select (select count(*)::int from files where file_name = $1) as files,
         (select count(*)::int from outbox where title = $1) as notifications,
         (select count(*)::int from agent_acts where title = $1 and kind = 'file_saved') as acts,
         coalesce((select writes from token_usage where token_id = $2), 0) as spent`,
      [fileName, actor.id],
    )
    const there = isSaved ? 1 : 0
    expect(rows, `died at statement ${steps + 1}`).toEqual([{ files: there, notifications: there, acts: there, spent }])
  }
  expect(steps).toBeGreaterThan(8)
  await dying.close()
})

test('audit entries are deleted after 90 days', async () => {
  const agent = await connect(url, (await dana.createToken('old')).secret)
  await agent.call('list_boards')
  const count = async () => (await app.pool.query('select from agent_acts')).rows.length
  const before = await count()
  await runOnce(app, deleteExpiredActs)
  expect(await count()).toBe(before)
  app.advance(91 * 86_400)
  const fresh = await connect(url, (await (await app.user('Later')).createToken('new')).secret)
  await fresh.call('list_boards')
  expect((await runOnce(app, deleteExpiredActs)).processed).toBe(before)
  expect(await count()).toBe(1)
  await Promise.all([agent.close(), fresh.close()])
})

test('tools share the rate limits of their user: the 61st search in a minute is refused, reads continue', async () => {
  const noa = await app.user('Noa')
  const agent = await connect(url, (await noa.createToken('seeker')).secret)
  for (let i = 0; i < 40; i++) await agent.call('search_files', { query: 'x' })
  for (let i = 0; i < 20; i++) await noa.get('/api/sticky-notes/search?q=x')
  expect((await agent.call('search_notes', { query: 'x' })).data).toMatchObject({ code: 'rate_limited' })
  expect((await agent.call('list_files')).isError).toBe(false)
  await agent.close()
})

test('calls over the HTTP API are recorded: a change of a file as a write, anything else by its route, a refused call not at all', async () => {
  const user = await app.user('Programmer')
  const { id, secret } = await user.createToken('curl')
  const bearer = { authorization: `Bearer ${secret}` }
  const send = <const Path extends string>(path: Path, body?: unknown) => {
    app.advance(1)
    return app.visitor().post(path, body, bearer)
  }
  const made = await send('/api/files', { file_name: 'a.txt', content: 'one' })
  const fileId = replyOf(made).file_id
  await send(`/api/files/${fileId}/pin`, { is_pinned: true })
  await send('/api/files/bulk-tag', { file_ids: [fileId], tags: ['x'] })
  await send(`/api/files/${fileId}/trash`)
  await send(`/api/files/${'0'.repeat(32)}/trash`)
  await app.visitor().get('/api/files', bearer)
  const { rows } = await app.pool.query(
    'select tool, resource_id, kind, outcome from agent_acts where user_id = $1 and token_id = $2 order by id',
    [user.id, id],
  )
  const act = { kind: null, outcome: 'done' }
  expect(rows).toEqual([
    { tool: 'api', resource_id: fileId, kind: 'file_saved', outcome: 'done' },
    { ...act, tool: 'POST /api/files/:id/pin', resource_id: fileId },
    { ...act, tool: 'api', resource_id: fileId, kind: 'file_edited' },
    { ...act, tool: 'api', resource_id: fileId, kind: 'file_trashed' },
  ])
  expect(words((await user.page('/settings/agents')).text)).toContain('POST /api/files/:id/pin')
})
