import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { failures, sendForm } from '../../../test/forms.ts'
import { jsonIn, manifestIn, unzip, zipOf } from '../../../test/zips.ts'

const REPO = 'https://github.com/octo/shelf'
let app: TestApp
let dana: TestUser
let zip: Buffer
const ORIGIN = {
  repo_name: 'octo/shelf',
  repo_url: `${REPO}.git`,
  repo_path: 'src/קובץ.ts',
  renamed_to: null,
  commit: 'a'.repeat(40),
  oid: 'b'.repeat(40),
  version: 1,
  sent_oid: null,
  taken_at: '2026-11-01T00:00:00.000+00:00',
}
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
  await dana.saveFile('a.py')
  await dana.form('/settings/time-zone', { time_zone: 'America/New_York' })
  await dana.form('/settings/editor', { wraps: 'on', indent: '8', text_size: '18' })
  await dana.form('/settings/agent', { agent_instructions: 'בעברית\r\n---' })
  await dana.put('/api/settings/shortcuts', { shortcuts: { KeyE: 'KeyZ' } })
  await dana.post('/settings/appearance', { locale: 'he', theme: 'dark' })
  expect((await dana.post('/api/repos', { url: REPO, branch: 'main' })).status).toBe(201)
  zip = (await dana.get('/export')).bytes
})
afterAll(() => app[Symbol.asyncDispose]())

type Json = Record<string, unknown>
const importInto = async (user: TestUser, bytes: Buffer) =>
  replyOf(await sendForm(user, '/api/import', [{ name: 'export.zip', content: Buffer.from(bytes) }]))

async function rowsOf(user: TestUser) {
  const preferences = await app.pool.query(
    `select to_jsonb(p) - 'user_id' as row from preferences p where user_id = $1`,
    [user.id],
  )
  const repos = await app.pool.query('select name, url, asked_branch from repos where user_id = $1', [user.id])
  const appearance = await app.pool.query('select locale, theme from users where user_id = $1', [user.id])
  return { preferences: preferences.rows, repos: repos.rows, appearance: appearance.rows }
}

test('settings and the list of repositories are imported once', async () => {
  const omer = await app.user('Omer')
  expect(await importInto(omer, zip)).toMatchObject({
    repositories: { saved: 1, unchanged: 0, failed: 0 },
    settings: { saved: 1, unchanged: 0, failed: 0 },
  })
  expect(await rowsOf(omer)).toEqual(await rowsOf(dana))
  expect(await importInto(omer, zip)).toMatchObject({
    repositories: { saved: 0, unchanged: 1, failed: 0 },
    settings: { saved: 0, unchanged: 1, failed: 0 },
  })
})

test('settings that were chosen here are kept and reported', async () => {
  const omer = await app.user('Omer')
  await omer.form('/settings/editor', { indent: '2', text_size: '12' })
  await omer.post('/settings/appearance', { locale: 'en', theme: 'light' })
  const before = await rowsOf(omer)
  const body = await importInto(omer, zip)
  expect(failures(body)).toMatchObject([{ kind: 'settings', code: 'settings_changed_here' }])
  expect(await rowsOf(omer)).toEqual({ ...before, repos: expect.any(Array) as unknown[] })
})

test('language and theme are imported where none was chosen, whatever the other settings are', async () => {
  const omer = await app.user('Omer')
  await omer.form('/settings/editor', { indent: '2', text_size: '12' })
  await omer.post('/settings/appearance', { theme: 'light' })
  await importInto(omer, zip)
  expect((await rowsOf(omer)).appearance).toEqual([{ locale: 'he', theme: 'light' }])
})

/** The export with one entry replaced and recomputed checksums. */
async function withEntry(
  section: 'files' | 'settings' | 'repositories' | 'views',
  change: Json,
  bytes = zip,
): Promise<Buffer> {
  const files = await unzip(bytes)
  const manifest = manifestIn(files)
  const [row] = manifest[section]
  if (!row) throw new Error('no row')
  const path = row.sidecar
  const text = JSON.stringify({ ...jsonIn(files, path), ...change })
  row.sidecar_sha256 = createHash('sha256').update(text).digest('hex')
  files.set(path, Buffer.from(text))
  files.set('manifest.json', Buffer.from(JSON.stringify(manifest)))
  return zipOf([...files].map(([name, content]) => ({ name, content })))
}

test.each([
  ['settings', { time_zone: 'Mars/Olympus' }, 'invalid_settings_export'],
  ['settings', { editor: { wraps: true, indent: 3, text_size: 13 } }, 'invalid_settings_export'],
  ['settings', { shortcuts: { KeyE: 'rm -rf' } }, 'invalid_settings_export'],
  ['settings', { shortcuts: { KeyE: 'KeyR' } }, 'shortcut_clash'],
  ['settings', { agent_instructions: 'x'.repeat(4_001) }, 'invalid_settings_export'],
  ['settings', { agent_instructions: 7 }, 'damaged_export'],
  ['settings', { theme: 'pink' }, 'damaged_export'],
  ['repositories', { url: 'http://127.0.0.1/x/y' }, 'https_only'],
  ['repositories', { url: 'file:///etc/passwd' }, 'https_only'],
  ['repositories', { branch: '--upload-pack=x' }, 'invalid_branch'],
] as const)('hostile %s %j are rejected with a message', async (section, change, code) => {
  const omer = await app.user('Omer')
  const body = await importInto(omer, await withEntry(section, change))
  expect(failures(body)).toMatchObject([{ code, message: expect.stringMatching(/\S/) as string }])
  expect(body).toMatchObject({ [section]: { saved: 0, failed: 1 } })
})

test.each([
  [
    'https://github.com.evil.example/octo/shelf',
    { repo_url: 'https://github.com.evil.example/octo/shelf' },
    'host_not_allowed',
  ],
  ['a script as its address', { repo_url: 'javascript:alert(1)' }, 'https_only'],
  ['an empty path', { repo_path: '' }, 'invalid_origin_export'],
  ['NUL in a path', { renamed_to: 'a\0' }, 'invalid_origin_export'],
  ['a commit that is none', { commit: '--output=x' }, 'invalid_origin_export'],
  ['version 0', { version: 0 }, 'invalid_origin_export'],
])('an origin with %s is rejected, and its file is imported', async (_name, change, code) => {
  const omer = await app.user('Omer')
  const body = await importInto(omer, await withEntry('files', { origin: { ...ORIGIN, ...change } }))
  expect(body).toMatchObject({ saved: 1, failed: 0 })
  expect(failures(body)).toMatchObject([{ kind: 'origin', code, name: 'a.py' }])
})

test('an imported file is recognised as a copy of its repository file, and keeps an origin that it has', async () => {
  const omer = await app.user('Omer')
  const originOf = async () => {
    const sql = 'select repo_name, repo_url, repo_path from file_origins where user_id = $1'
    return (await app.pool.query<Json>(sql, [omer.id])).rows
  }
  await importInto(omer, await withEntry('files', { origin: ORIGIN }))
  const expected = [{ repo_name: 'octo/shelf', repo_url: `${REPO}.git`, repo_path: 'src/קובץ.ts' }]
  expect(await originOf()).toEqual(expected)
  await importInto(omer, await withEntry('files', { origin: { ...ORIGIN, repo_path: 'other.ts' } }))
  expect(await originOf()).toEqual(expected)
})

describe('saved views', () => {
  const query = 'q=total&category=work'
  const viewsOf = async (user: TestUser) => replyOf(await user.get('/api/views')).views.map(({ name }) => name)

  test('are imported once, in their order, after those that are here', async () => {
    const [from, to] = [await app.user('From'), await app.user('To')]
    for (const name of ['a', 'b', 'c']) await from.post('/api/views', { name, page: 'files', query })
    await to.post('/api/views', { name: 'mine', page: 'files', query })
    const bytes = (await from.get('/export')).bytes
    expect(await importInto(to, bytes)).toMatchObject({ views: { saved: 3, unchanged: 0, failed: 0 } })
    expect(await viewsOf(to)).toEqual(['mine', 'a', 'b', 'c'])
    expect(await importInto(to, bytes)).toMatchObject({ views: { saved: 0, unchanged: 3, failed: 0 } })
    expect(await importInto(from, bytes)).toMatchObject({ views: { saved: 0, unchanged: 3, failed: 0 } })
  })

  test('of the notes of a file show the imported file', async () => {
    const [from, to] = [await app.user('From'), await app.user('To')]
    const file = await from.saveFile('a.py')
    await from.createNote(file, { content: 'x' })
    await from.post('/api/views', { name: 'notes of a', page: 'notes', query: `file=${file}` })
    await importInto(to, (await from.get('/export')).bytes)
    const [view] = replyOf(await to.get('/api/views')).views
    expect(view?.query).not.toContain(file)
    expect((await to.page(view?.url ?? '')).text).toContain('a.py')
  })

  test('whose name another view has are rejected with a message, and so are hostile ones', async () => {
    const [from, to] = [await app.user('From'), await app.user('To')]
    await from.post('/api/views', { name: 'taken', page: 'files', query })
    await to.post('/api/views', { name: 'taken', page: 'files', query: 'q=other' })
    const bytes = (await from.get('/export')).bytes
    const name = { kind: 'view', name: 'taken', message: expect.stringMatching(/\S/) as string }
    expect(failures(await importInto(to, bytes))).toMatchObject([{ ...name, code: 'view_name_taken' }])
    for (const [change, code] of [
      [{ query: 'q=a&next=//evil.example' }, 'invalid_view_export'],
      [{ name: '   ' }, 'invalid_view_export'],
      [{ page: '../admin' }, 'damaged_export'],
    ] as const)
      expect(failures(await importInto(await app.user('Omer'), await withEntry('views', change, bytes)))).toMatchObject(
        [{ kind: 'view', code }],
      )
  })
})
