import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { eraseDueAccounts } from './service/account.ts'

let app: TestApp
let dana: TestUser
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
})
afterAll(() => app[Symbol.asyncDispose]())

const form = (who: TestUser, url: string, fields: Record<string, string>) =>
  who.raw({
    method: 'POST',
    url,
    headers: { origin: 'https://shelf.test', accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })

describe('what somebody sets is what they find', () => {
  test('the time zone, in which pages then write moments', async () => {
    expect((await form(dana, '/settings/time-zone', { time_zone: 'America/New_York' })).status).toBe(303)
    const { text } = await dana.page('/settings')
    expect(text).toContain('<option value="America/New_York" selected>')
    expect(text).toMatch(/<time[^>]*title="[^"]*04:30[^"]*"/)
    for (const time_zone of ['Mars/Olympus', '../etc'])
      expect((await form(dana, '/settings/time-zone', { time_zone })).status).toBe(400)
    await form(dana, '/settings/time-zone', { time_zone: '' })
    expect((await dana.page('/settings')).text).toMatch(/<time[^>]*title="[^"]*11:30[^"]*"/)
  })

  test('the editor, carried to the browser by every page', async () => {
    expect((await form(dana, '/settings/editor', { wraps: 'on', indent: '8', text_size: '18' })).status).toBe(303)
    expect((await dana.page('/files')).text).toContain(
      'data-editor="{&quot;wraps&quot;:true,&quot;indent&quot;:8,&quot;textSize&quot;:18}"',
    )
    for (const wrong of [
      { indent: '3', text_size: '14' },
      { indent: '4', text_size: '99' },
    ])
      expect((await form(dana, '/settings/editor', wrong)).status).toBe(400)
  })

  test('instructions for agents, exactly as written', async () => {
    const words = '  תשובות בעברית.\r\nNo new libraries.  '
    expect((await form(dana, '/settings/agent', { agent_instructions: words })).status).toBe(303)
    const row = app.db.selectFrom('preferences').select('agent_instructions').where('user_id', '=', dana.id)
    expect(await row.execute()).toEqual([{ agent_instructions: words }])
    expect((await form(dana, '/settings/agent', { agent_instructions: 'א'.repeat(4_001) })).status).toBe(400)
  })
})

describe('PUT /api/settings/shortcuts', () => {
  test('gives shortcuts other keys, which every page carries', async () => {
    const answer = await dana.put('/api/settings/shortcuts', { shortcuts: { KeyE: 'KeyZ', KeyC: 'KeyC' } })
    expect(answer).toMatchObject({ status: 200, body: { ok: true, shortcuts: { KeyE: 'KeyZ' } } })
    expect((await dana.page('/files')).text).toContain('data-keys="{&quot;KeyE&quot;:&quot;KeyZ&quot;}"')
  })

  test('two may change places, and none may take another’s', async () => {
    expect((await dana.put('/api/settings/shortcuts', { shortcuts: { KeyE: 'KeyR', KeyR: 'KeyE' } })).status).toBe(200)
    expect(await dana.put('/api/settings/shortcuts', { shortcuts: { KeyE: 'KeyR' } })).toMatchObject({
      status: 400,
      body: { code: 'shortcut_clash' },
    })
    expect(await dana.put('/api/settings/shortcuts', { shortcuts: { KeyE: 'KeyG' } })).toMatchObject({
      status: 400,
      body: { code: 'shortcut_clash' },
    })
  })

  test('refuses what is no shortcut and what are no keys', async () => {
    for (const shortcuts of [{ KeyQ: 'KeyZ' }, { KeyE: 'Escape' }, { KeyE: 'z' }, { KeyE: 7 }])
      expect((await dana.put('/api/settings/shortcuts', { shortcuts })).status).toBe(400)
  })

  test('all of them are reset by a form', async () => {
    expect((await form(dana, '/settings/shortcuts/reset', {})).status).toBe(303)
    expect((await dana.page('/files')).text).not.toContain('data-keys')
  })
})

describe('deleting an account', () => {
  const day = 86_400

  async function tables(): Promise<string[]> {
    const { rows } = await app.pool.query<{ name: string }>(
      `select distinct c.table_name as name from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and c.column_name = 'user_id' and t.table_type = 'BASE TABLE' order by 1`,
    )
    return rows.map(({ name }) => name)
  }

  async function rowsOf(who: TestUser): Promise<Record<string, number>> {
    const counts: Record<string, number> = {}
    for (const table of await tables()) {
      const { rows } = await app.pool.query<{ n: number }>(
        `select count(*)::int as n from "${table}" where user_id = $1`,
        [who.id],
      )
      if (rows[0] && rows[0].n > 0) counts[table] = rows[0].n
    }
    return counts
  }

  /** Something of every kind that a person can leave behind. */
  async function live(who: TestUser): Promise<string> {
    const file = await who.post('/api/files', { file_name: 'mine.py', content: 'print(1)\n', tags: ['a'] })
    const id = String(file.body['file_id'])
    await who.put(`/api/files/${id}`, { content: 'print(2)\n', prev_version: 1 })
    const note = await who.post(`/api/sticky-notes/${id}`, { content: '- [ ] פתק', line_start: 1 })
    const noteId = String(note.body['id'])
    await who.put(`/api/sticky-notes/note/${noteId}`, { content: 'changed' })
    await who.post(`/api/sticky-notes/note/${noteId}/reminder`, { preset: '1h', tz: 'UTC' })
    await who.get('/api/note-boards')
    await who.post(`/api/files/${id}/share`, {})
    await who.post('/api/files/create-share-link', { file_ids: [id] })
    await who.post('/api/tokens', { name: 'cli', scopes: ['read'] })
    await form(who, '/settings/editor', { indent: '4', text_size: '14' })
    const trashed = await who.post('/api/files', { file_name: 'old.py', content: 'old\n' })
    await who.post(`/api/files/${String(trashed.body['file_id'])}/trash`)
    return id
  }

  test('asks for a tick, says until when it can be taken back on every page, and can be taken back', async () => {
    const omer = await app.user('Omer')
    expect((await form(omer, '/settings/account/delete', {})).status).toBe(400)
    expect((await form(omer, '/settings/account/delete', { confirm: 'on' })).status).toBe(303)
    const page = await omer.page('/files')
    expect(page.text).toContain('action="/settings/account/keep"')
    expect(page.text).toContain('29 November 2026')
    app.advance(10 * day)
    // Asking again does not move the day.
    await form(omer, '/settings/account/delete', { confirm: 'on' })
    expect((await omer.page('/files')).text).toContain('29 November 2026')
    expect((await form(omer, '/settings/account/keep', {})).status).toBe(303)
    expect((await omer.page('/files')).text).not.toContain('/settings/account/keep')
    app.advance(30 * day)
    await eraseDueAccounts(app.db, app.clock.now)
    expect(await rowsOf(omer)).toHaveProperty('users')
  })

  test('after the grace period not one row is left in any table, and nobody else misses one', async () => {
    const [rotem, gil] = [await app.user('Rotem'), await app.user('Gil')]
    await live(rotem)
    const shared = await live(gil)
    const link = await gil.post(`/api/files/${shared}/share`, {})
    await rotem.post('/api/shared/save', { share_id: link.body['share_id'] })
    const before = await rowsOf(rotem)
    for (const table of ['files', 'file_versions', 'blobs', 'notes', 'shares', 'share_keys', 'sessions', 'identities'])
      expect(before, table).toHaveProperty(table)
    const others = await rowsOf(gil)

    await form(rotem, '/settings/account/delete', { confirm: 'on' })
    app.advance(14 * day - 60)
    await eraseDueAccounts(app.db, app.clock.now)
    expect((await rowsOf(rotem))['files']).toBe(before['files'])

    app.advance(120)
    await eraseDueAccounts(app.db, app.clock.now)
    // The mark waits for a round that finds nothing else.
    expect(await rowsOf(rotem)).toEqual({ account_deletions: 1 })
    await eraseDueAccounts(app.db, app.clock.now)
    expect(await rowsOf(rotem)).toEqual({})
    expect(await rowsOf(gil)).toEqual(others)
    expect((await rotem.get('/api/stats')).status).toBe(401)
  })

  test('whoever signs in afterwards is somebody new', async () => {
    const { rows } = await app.pool.query('select count(*)::int as n from identities where provider_uid = 50003')
    expect(rows).toEqual([{ n: 0 }])
  })
})
