import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { failures, sendForm } from '../../../test/forms.ts'
import { jsonIn, manifestIn, unzip, zipOf } from '../../../test/zips.ts'

const REPO = 'https://github.com/octo/shelf'
let app: TestApp
let dana: TestUser
let zip: Buffer
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
  await dana.form('/settings/time-zone', { time_zone: 'America/New_York' })
  await dana.form('/settings/editor', { wraps: 'on', indent: '8', text_size: '18' })
  await dana.form('/settings/agent', { agent_instructions: 'בעברית\r\n---' })
  await dana.put('/api/settings/shortcuts', { shortcuts: { KeyE: 'KeyZ' } })
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
  return { preferences: preferences.rows, repos: repos.rows }
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
  const before = await rowsOf(omer)
  const body = await importInto(omer, zip)
  expect(failures(body)).toMatchObject([{ kind: 'settings', code: 'settings_changed_here' }])
  expect(await rowsOf(omer)).toEqual({ ...before, repos: expect.any(Array) as unknown[] })
})

/** The export with one entry replaced and recomputed checksums. */
async function withEntry(section: 'settings' | 'repositories', change: Json): Promise<Buffer> {
  const files = await unzip(zip)
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
  ['repositories', { url: 'http://127.0.0.1/x/y' }, 'https_only'],
  ['repositories', { url: 'file:///etc/passwd' }, 'https_only'],
  ['repositories', { branch: '--upload-pack=x' }, 'invalid_branch'],
] as const)('hostile %s %j are rejected with a message', async (section, change, code) => {
  const omer = await app.user('Omer')
  const body = await importInto(omer, await withEntry(section, change))
  expect(failures(body)).toMatchObject([{ code, message: expect.stringMatching(/\S/) as string }])
  expect(body).toMatchObject({ [section]: { saved: 0, failed: 1 } })
})
