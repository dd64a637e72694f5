import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORIGIN, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { whileRowIsLocked } from '../../../test/row-lock.ts'

let app: TestApp
let noa: TestUser
beforeAll(async () => {
  app = await testApp({ RATE_LIMIT_FACTOR: '100' })
  noa = await app.user('Noa', 'admin')
})
afterAll(() => app[Symbol.asyncDispose]())

const form = (who: TestUser, url: string, fields: Record<string, string> = {}) =>
  who.raw({
    method: 'POST',
    url,
    headers: { origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
const setRole = (who: TestUser, whose: TestUser, role: string) => {
  // Entries with equal timestamps have no order, so advance the clock.
  app.advance(1)
  return form(who, `/admin/users/${whose.id}/role`, { role })
}
const shown = (html: string) => Array.from(html.matchAll(/id="user-(\d+)"/g), ([, id]) => id)
/** The first column of the first row, as text. */
async function valueOf(query: string, values: unknown[] = [], { pool } = app): Promise<string> {
  const { rows } = await pool.query<Record<string, unknown>>(query, values)
  return String(Object.values(rows[0] ?? {})[0])
}
const roleOf = (who: TestUser) => valueOf('select role from users where user_id = $1', [who.id])
async function actsOn(target: string): Promise<unknown[]> {
  const { rows } = await app.pool.query<Record<string, unknown>>(
    'select actor_id, act, target_type, detail from admin_acts where target_id = $1 order by at, id',
    [target],
  )
  return rows
}

describe('/admin/users', () => {
  test('search finds users by part of the name, by user id and by messenger id, and treats wildcards as text', async () => {
    const percent = await app.user('100%_ש״ץ')
    const other = await app.user('1000 דגים')
    expect(shown((await noa.page('/admin/users?q=%25_')).text)).toEqual([percent.id])
    expect(shown((await noa.page('/admin/users?q=דגים')).text)).toEqual([other.id])
    expect(shown((await noa.page(`/admin/users?q=${other.id}`)).text)).toEqual([other.id])
    const messengerId = await valueOf('select provider_uid from identities where user_id = $1', [other.id])
    expect(shown((await noa.page(`/admin/users?q=${messengerId}`)).text)).toEqual([other.id])
    expect((await noa.page('/admin/users?q=nobody-at-all')).text).toContain('class="empty"')
  })

  test('each row shows counts of a user’s content and none of the content', async () => {
    const dana = await app.user('Dana of the counts')
    await dana.post('/api/files', { file_name: 'canary-name.py', content: 'canary-text' })
    await dana.post('/api/files', { file_name: 'second.py', content: 'x' })
    const [board] = await dana.listBoards()
    await dana.post(`/api/sticky-notes/board/${board?.id}`, { content: 'canary-note' })
    const { text } = await noa.page(`/admin/users?q=${dana.id}`, { 'accept-language': 'en' })
    expect(text).toContain('2 files')
    expect(text).toContain('1 note')
    expect(text).toContain('1 session')
    expect(text).not.toContain('canary')
  })

  test('pagination of a search filtered by role lists each match once, newest first', async () => {
    await app.pool.query(`insert into users (user_id, first_name, role, created_at, last_sign_in_at)
      select n, 'Crowd ' || n, case when n % 2 = 0 then 'premium' else 'user' end, now(), now() from generate_series(5001, 5060) n`)
    const walked: string[] = []
    let next: string | undefined = '/admin/users?q=crowd&role=premium'
    while (next !== undefined) {
      const { text } = await noa.page(next)
      walked.push(...shown(text).filter((id) => id !== undefined))
      next = /rel="next" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
    }
    expect(walked).toEqual(Array.from({ length: 30 }, (_, i) => `${5060 - 2 * i}`))
    expect((await noa.page('/admin/users?before=soon', { 'accept-language': 'en' })).text).toContain('no longer valid')
  })

  test('an unknown role shows a notice, and an empty role lists every role', async () => {
    const read = async (role: string) =>
      (await noa.page(`/admin/users?q=&role=${role}`, { 'accept-language': 'en' })).text
    expect(await read('king')).toContain('There is no such role, so all roles are shown.')
    for (const role of ['', 'admin']) expect(await read(role)).not.toContain('There is no such role')
  })
})

describe('user role', () => {
  test('changes at once, offers undo, and records both changes', async () => {
    const omer = await app.user('Omer')
    const answer = await setRole(noa, omer, 'premium')
    expect(answer).toMatchObject({
      status: 303,
      headers: { location: `/admin/users?done=role&who=${omer.id}&was=user` },
    })
    const page = await noa.page(String(answer.headers['location']))
    expect(page.text).toContain(`action="/admin/users/${omer.id}/role"`)
    expect(page.text).toContain('name="role" value="user"')
    await setRole(noa, omer, 'admin')
    expect((await omer.page('/admin')).status).toBe(200)
    await setRole(noa, omer, 'user')
    expect((await omer.page('/admin')).status).toBe(403)
    await setRole(noa, omer, 'user')
    expect(await actsOn(omer.id)).toEqual([
      { actor_id: noa.id, act: 'role_changed', target_type: 'user', detail: { from: 'user', to: 'premium' } },
      { actor_id: noa.id, act: 'role_changed', target_type: 'user', detail: { from: 'premium', to: 'admin' } },
      { actor_id: noa.id, act: 'role_changed', target_type: 'user', detail: { from: 'admin', to: 'user' } },
    ])
  })

  test('an unknown role is refused, and an unknown user is 404', async () => {
    expect((await setRole(noa, noa, 'king')).body).toMatchObject({ code: 'invalid_input', field: 'role' })
    for (const id of ['999999', 'x', '0', '99999999999999999999'])
      expect(await form(noa, `/admin/users/${id}/role`, { role: 'user' })).toMatchObject({
        status: 404,
        body: { code: 'user_not_found' },
      })
  })

  test('the last admin cannot be demoted', async () => {
    expect(await setRole(noa, noa, 'user')).toMatchObject({ status: 409, body: { code: 'last_admin' } })
    expect(await roleOf(noa)).toBe('admin')
    expect(await actsOn(noa.id)).toEqual([])
  })

  test('two admins who demote each other concurrently leave one admin', async () => {
    const rival = await app.user('Rival', 'admin')
    // Both requests pass the admin check before either changes a role.
    const lock = { sql: 'select pg_advisory_xact_lock(7267019)', values: [] }
    const both = () => Promise.all([setRole(noa, rival, 'user'), setRole(rival, noa, 'user')])
    const answers = await whileRowIsLocked(app.pool, lock, async () => ({ waiting: both() }), 2)
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 409])
    const { rows } = await app.pool.query("select user_id from users where role = 'admin'")
    expect(rows).toHaveLength(1)
    await app.pool.query("update users set role = case when user_id = $1 then 'admin' else 'user' end", [noa.id])
  })

  test('a role change is rolled back when its audit entry cannot be written', async () => {
    await using own = await testApp()
    const admin = await own.user('Noa', 'admin')
    const dana = await own.user('Dana')
    await own.pool.query('drop table admin_acts')
    expect((await setRole(admin, dana, 'admin')).status).toBe(500)
    expect((await form(admin, `/admin/users/${dana.id}/sessions/end`)).status).toBe(500)
    const { rows } = await own.pool.query('select role from users where user_id = $1', [dana.id])
    expect(rows).toEqual([{ role: 'user' }])
    expect((await dana.get('/api/files')).status).toBe(200)
  })
})

describe('role set by configuration', () => {
  test('is shown with its variable and the warning that the next sign-in restores it', async () => {
    await using own = await testApp({ ADMIN_IDS: '50001', PREMIUM_IDS: '50002,50003' })
    const admin = await own.user('Noa')
    const premium = await own.user('Omer')
    const lifted = await own.user('Dana')
    const read = async () => (await admin.page('/admin/users', { 'accept-language': 'en' })).text
    expect(await read()).toContain('Role given by ADMIN_IDS')
    await setRole(admin, premium, 'user')
    await setRole(admin, lifted, 'admin')
    expect((await read()).match(/by PREMIUM_IDS/g)).toHaveLength(1)
    expect(await read()).toContain('Becomes “Premium” again at the next sign-in, by PREMIUM_IDS')
  })

  test('never demotes: a user in PREMIUM_IDS whom an admin promoted to admin stays admin', async () => {
    const { signWidget } = await import('../../../test/sign-widget.ts')
    const { BOT_TOKEN } = await import('../../../test/app.ts')
    await using own = await testApp({ ADMIN_IDS: '50001', PREMIUM_IDS: '50002' })
    const admin = await own.user('Noa')
    const dana = await own.user('Dana')
    await setRole(admin, dana, 'admin')
    own.advance(5)
    const fields = { id: 50_002, first_name: 'Dana', auth_date: Math.floor(own.clock.now.getTime() / 1000) }
    expect((await own.visitor().post('/auth/messenger', signWidget(BOT_TOKEN, fields))).status).toBe(200)
    expect((await dana.page('/admin')).status).toBe(200)
  })
})

test('ending access deletes sessions, revokes tokens, and records both counts', async () => {
  const dana = await app.user('Dana')
  const tokenOf = async (name: string) => {
    const { secret } = await dana.createToken(name, { scopes: ['read'] })
    return { authorization: `Bearer ${secret}` }
  }
  const tokens = [await tokenOf('cli'), await tokenOf('agent')]
  const listed = (await noa.page('/admin/users?q=Dana', { 'accept-language': 'en' })).text
  expect(listed).toContain('2 access tokens')
  expect(listed).toContain('Sign out and revoke tokens')
  expect((await dana.get('/api/files')).status).toBe(200)
  expect(
    (await form(noa, `/admin/users/${dana.id}/sessions/end`, { back: '/admin/users?q=Dana' })).headers['location'],
  ).toBe(`/admin/users?q=Dana&done=sessions&who=${dana.id}`)
  expect((await dana.get('/api/files')).status).toBe(401)
  for (const token of tokens) expect((await app.visitor().get('/api/files', token)).status).toBe(401)
  expect(await actsOn(dana.id)).toMatchObject([{ act: 'sessions_ended', detail: { count: 1, tokens: 2 } }])
  expect((await noa.page('/admin/acts', { 'accept-language': 'en' })).text).toContain(
    'Signed out everywhere (1 session) and revoked tokens (2)',
  )
  expect(
    (await form(noa, `/admin/users/${dana.id}/sessions/end`, { back: '//evil.example' })).headers['location'],
  ).toMatch(/^\/admin\/users\?/)
})

describe('/admin/acts', () => {
  test('lists the admin actions on announcements and jobs with actor, target and time', async () => {
    await using own = await testApp()
    const admin = await own.user('Noa', 'admin')
    await form(admin, '/admin/announcements', { text: 'hello' })
    const id = await valueOf('select id from announcements', [], own)
    for (const step of [
      'announcements/ID/activate',
      'announcements/ID/end',
      'announcements/ID/end',
      'jobs/empty_trash/run',
    ]) {
      own.advance(1)
      await form(admin, `/admin/${step.replace('ID', id)}`)
    }
    const acts = await own.pool.query('select act, target_id, actor_id from admin_acts order by id')
    expect(acts.rows).toEqual([
      { act: 'announcement_written', target_id: id, actor_id: admin.id },
      { act: 'announcement_activated', target_id: id, actor_id: admin.id },
      { act: 'announcement_ended', target_id: id, actor_id: admin.id },
      { act: 'job_requested', target_id: 'empty_trash', actor_id: admin.id },
    ])
    const { text } = await admin.page('/admin/acts', { 'accept-language': 'en' })
    expect(text.indexOf('Started a background job')).toBeLessThan(text.indexOf('Wrote an announcement'))
    expect(text).toContain('href="/admin/jobs#empty_trash"')
    expect(text).toContain('<bdi>Noa</bdi>')
  })

  test('pagination lists each entry once, and a deleted user appears as a number', async () => {
    await using own = await testApp()
    const admin = await own.user('Noa', 'admin')
    await own.pool.query(`insert into admin_acts (id, at, actor_id, act, target_type, target_id, detail)
      select gen_random_uuid(), '2026-01-01', 77, 'role_changed', 'user', n::text, '{"from": "user", "to": "admin"}'
      from generate_series(1, 120) n`)
    const walked: string[] = []
    let next: string | undefined = '/admin/acts'
    while (next !== undefined) {
      const { text } = await admin.page(next, { 'accept-language': 'en' })
      expect(text).toContain('deleted account')
      walked.push(...Array.from(text.matchAll(/users\?q=(\d+)"/g), ([, id = '']) => id))
      next = /rel="next" href="([^"]+)"/.exec(text)?.[1]
    }
    expect(new Set(walked).size).toBe(120)
    expect(walked).toHaveLength(120)
    expect((await admin.page('/admin/acts?before=soon', { 'accept-language': 'en' })).text).toContain('no longer valid')
  })
})

test('GET /admin links to every administration page', async () => {
  const { text } = await noa.page('/admin')
  for (const url of ['/admin/jobs', '/admin/verify-indexes', '/admin/users', '/admin/announcements', '/admin/acts'])
    expect(text).toMatch(new RegExp(`<a (?:class="[^"]*" )?href="${url}"`))
})
