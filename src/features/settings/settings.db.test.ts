import { keysOf } from '#base/keys-of.ts'
import { paneHref, paneOf, PANES, SETTINGS_SECTIONS, settingsHref } from '#base/settings-panes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { eraseDueAccounts } from './service/account.ts'

let app: TestApp
let dana: TestUser
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
})
afterAll(() => app[Symbol.asyncDispose]())

describe('panes', () => {
  test('every pane has its sections, its title and its own entry of the list marked', async () => {
    for (const pane of keysOf(PANES)) {
      const { status, text } = await dana.page(paneHref(pane))
      expect(status, pane).toBe(200)
      expect(text).toContain(`<title>${PANES[pane].en} · Settings · Codeshelf</title>`)
      const current = Array.from(
        text.matchAll(/<a class="nav-link" href="([^"]+)" aria-current="page"/g),
        ([, href]) => href,
      )
      expect(current).toEqual([paneHref(pane)])
      const sections = Array.from(text.matchAll(/<section class="card" id="([^"]+)"/g), ([, id]) => id)
      expect(sections).toEqual(SETTINGS_SECTIONS.filter((id) => paneOf(id) === pane))
    }
    expect((await dana.page('/settings/nowhere')).status).toBe(404)
  })

  test('/settings lists the panes, and keeps the anchor of every section', async () => {
    const { text } = await dana.page('/settings')
    for (const id of SETTINGS_SECTIONS)
      expect(text).toMatch(new RegExp(`<a id="${id}"[^>]* href="${settingsHref(id)}"`))
  })

  test.each([
    ['theme', '/settings/appearance#theme'],
    ['ערכת', '/settings/appearance#theme'],
    ['token', '/settings/tokens#tokens'],
    ['הסיסמה', '/settings/account#sign-in'],
    ['recovery', '/settings/account#recovery-codes'],
    ['rss', '/settings/shares#feed'],
    ['time zone', '/settings/appearance#time-zone'],
    ['גיבוי', '/settings/data#transfer'],
  ])('the search for %j leads to %s, whose page has the anchor', async (words, href) => {
    const { text } = await dana.page(`/settings?q=${encodeURIComponent(words)}`)
    expect(text).toContain(`href="${href}"`)
    const [path = '', anchor] = href.split('#')
    expect((await dana.page(path)).text).toContain(`id="${anchor}"`)
  })

  test('a search without a result repeats the words, and too many words are refused', async () => {
    expect((await dana.page('/settings?q=%3Cb%3Ezebra')).text).toContain('&lt;b>zebra')
    expect((await dana.page(`/settings?q=${'x'.repeat(101)}`)).status).toBe(400)
    expect((await dana.page('/settings?q=+')).text).toContain(`href="${paneHref('account')}"`)
  })
})

describe('preferences', () => {
  test('the time zone applies to the times on pages', async () => {
    expect((await dana.form('/settings/time-zone', { time_zone: 'America/New_York' })).status).toBe(303)
    const { text } = await dana.page('/settings/appearance')
    expect(text).toContain('<option value="America/New_York" selected>')
    expect((await dana.page('/settings/account')).text).toMatch(/<time[^>]*title="[^"]*04:30[^"]*"/)
    for (const time_zone of ['Mars/Olympus', '../etc'])
      expect((await dana.form('/settings/time-zone', { time_zone })).status).toBe(400)
    await dana.form('/settings/time-zone', { time_zone: '' })
    expect((await dana.page('/settings/account')).text).toMatch(/<time[^>]*title="[^"]*11:30[^"]*"/)
  })

  test('the editor settings are embedded in every page', async () => {
    expect((await dana.form('/settings/editor', { wraps: 'on', indent: '8', text_size: '18' })).status).toBe(303)
    expect((await dana.page('/files')).text).toContain(
      'data-editor="{&quot;wraps&quot;:true,&quot;indent&quot;:8,&quot;textSize&quot;:18}"',
    )
    for (const wrong of [
      { indent: '3', text_size: '14' },
      { indent: '4', text_size: '99' },
    ])
      expect((await dana.form('/settings/editor', wrong)).status).toBe(400)
  })

  test('instructions for agents are stored verbatim', async () => {
    const words = '  תשובות בעברית.\r\nNo new libraries.  '
    expect((await dana.form('/settings/agent', { agent_instructions: words })).status).toBe(303)
    const row = app.db.selectFrom('preferences').select('agent_instructions').where('user_id', '=', dana.id)
    expect(await row.execute()).toEqual([{ agent_instructions: words }])
    expect((await dana.form('/settings/agent', { agent_instructions: 'א'.repeat(4_001) })).status).toBe(400)
  })
})

describe('PUT /api/settings/shortcuts', () => {
  test('assigns keys, which every page embeds', async () => {
    const answer = await dana.put('/api/settings/shortcuts', { shortcuts: { KeyE: 'KeyZ', KeyC: 'KeyC' } })
    expect(answer).toMatchObject({ status: 200, body: { ok: true, shortcuts: { KeyE: 'KeyZ' } } })
    expect((await dana.page('/files')).text).toContain('data-keys="{&quot;KeyE&quot;:&quot;KeyZ&quot;}"')
  })

  test('lets two shortcuts swap keys, and refuses keys in use', async () => {
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

  test('refuses unknown shortcuts and invalid keys', async () => {
    for (const shortcuts of [{ KeyQ: 'KeyZ' }, { KeyE: 'Escape' }, { KeyE: 'z' }, { KeyE: 7 }])
      expect((await dana.put('/api/settings/shortcuts', { shortcuts })).status).toBe(400)
  })

  test('a form resets all shortcuts', async () => {
    expect((await dana.form('/settings/shortcuts/reset')).status).toBe(303)
    expect((await dana.page('/files')).text).not.toContain('data-keys')
  })
})

describe('account deletion', () => {
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

  /** Creates one of everything that a user can own. */
  async function live(who: TestUser): Promise<string> {
    const id = await who.saveFile('mine.py', 'print(1)\n', { tags: ['a'] })
    await who.put(`/api/files/${id}`, { content: 'print(2)\n', prev_version: 1 })
    const { id: noteId } = await who.createNote(id, { content: '- [ ] פתק', line_start: 1 })
    await who.put(`/api/sticky-notes/note/${noteId}`, { content: 'changed' })
    await who.post(`/api/sticky-notes/note/${noteId}/reminder`, { preset: '1h', tz: 'UTC' })
    await who.get('/api/note-boards')
    await who.post(`/api/files/${id}/share`, {})
    await who.post('/api/files/create-share-link', { file_ids: [id] })
    await who.createToken('cli', { scopes: ['read'] })
    await who.form('/settings/editor', { indent: '4', text_size: '14' })
    await who.post(`/api/files/${await who.saveFile('old.py', 'old\n')}/trash`)
    return id
  }

  test('requires a tick, shows the deadline on every page, and can be cancelled', async () => {
    const omer = await app.user('Omer')
    expect((await omer.form('/settings/account/delete')).status).toBe(400)
    expect((await omer.form('/settings/account/delete', { confirm: 'on' })).status).toBe(303)
    const page = await omer.page('/files')
    expect(page.text).toContain('action="/settings/account/keep"')
    expect(page.text).toContain('29 November 2026')
    app.advance(10 * day)
    // A second request does not move the deadline.
    await omer.form('/settings/account/delete', { confirm: 'on' })
    expect((await omer.page('/files')).text).toContain('29 November 2026')
    expect((await omer.form('/settings/account/keep')).status).toBe(303)
    expect((await omer.page('/files')).text).not.toContain('/settings/account/keep')
    app.advance(30 * day)
    await eraseDueAccounts(app.db, app.clock.now)
    expect(await rowsOf(omer)).toHaveProperty('users')
  })

  test('removes every row of the user after the grace period, and no row of another user', async () => {
    const [rotem, gil] = [await app.user('Rotem'), await app.user('Gil')]
    await live(rotem)
    const shared = await live(gil)
    const link = await gil.post(`/api/files/${shared}/share`, {})
    await rotem.post('/api/shared/save', { share_id: replyOf(link).share_id })
    const before = await rowsOf(rotem)
    for (const table of ['files', 'file_versions', 'blobs', 'notes', 'shares', 'share_keys', 'sessions', 'identities'])
      expect(before, table).toHaveProperty(table)
    const others = await rowsOf(gil)

    await rotem.form('/settings/account/delete', { confirm: 'on' })
    app.advance(14 * day - 60)
    await eraseDueAccounts(app.db, app.clock.now)
    expect((await rowsOf(rotem))['files']).toBe(before['files'])

    app.advance(120)
    await eraseDueAccounts(app.db, app.clock.now)
    // The deletion mark is removed in the round that finds no other rows.
    expect(await rowsOf(rotem)).toEqual({ account_deletions: 1 })
    await eraseDueAccounts(app.db, app.clock.now)
    expect(await rowsOf(rotem)).toEqual({})
    expect(await rowsOf(gil)).toEqual(others)
    expect((await rotem.get('/api/stats')).status).toBe(401)
  })

  test('a later sign-in creates a new user', async () => {
    const { rows } = await app.pool.query('select count(*)::int as n from identities where provider_uid = 50003')
    expect(rows).toEqual([{ n: 0 }])
  })
})
