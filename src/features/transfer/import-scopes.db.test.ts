import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokenScope } from '#platform/http/guard.ts'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { failures, sendForm } from '../../../test/forms.ts'
import { manifestIn, unzip } from '../../../test/zips.ts'
import { type Section, SECTION_ROUTES } from './sections.ts'

let app: TestApp
let dana: TestUser
let zip: Buffer<ArrayBuffer>
/** An export with every section. */
beforeAll(async () => {
  app = await testApp({ RATE_LIMIT_FACTOR: '100' })
  dana = await app.user('Dana')
  const file = await dana.saveFile('a.py')
  const note = await dana.createNote(file, { content: 'remember' })
  await dana.post(`/api/sticky-notes/note/${note.id}/reminder`, { preset: '1h', tz: 'UTC' })
  await dana.post('/api/note-boards', { name: 'plans' })
  await dana.post('/api/views', { name: 'work', page: 'files', query: 'category=work' })
  await dana.post('/api/files/create-share-link', { file_ids: [file] })
  await dana.post('/api/repos', { url: 'https://github.com/octo/shelf', branch: 'main' })
  await dana.form('/settings/agent', { agent_instructions: 'Ask before you write.' })
  zip = Buffer.from((await dana.get('/export')).bytes)
})
afterAll(() => app[Symbol.asyncDispose]())

async function tokenOf(user: TestUser, options = {}) {
  const { secret, id } = await user.createToken('robot', { scopes: ['write'], ...options })
  return { id, bearer: { authorization: `Bearer ${secret}` } }
}
const importWith = async (headers: Record<string, string>) =>
  replyOf(await sendForm(app.visitor(), '/api/import', [{ name: 'export.zip', content: zip }], headers))
const instructionsOf = async (user: TestUser) =>
  (
    await app.pool.query<{ text: string }>('select agent_instructions as text from preferences where user_id = $1', [
      user.id,
    ])
  ).rows

/** What a token that may write is refused, by section. */
const REFUSED = {
  files: null,
  origins: null,
  boards: null,
  notes: null,
  reminders: null,
  views: null,
  shares: null,
  repositories: null,
  settings: 'session_required',
} satisfies Record<Section, string | null>

describe('the sections of an import', () => {
  test.each(Object.entries(SECTION_ROUTES))('%s needs what its routes need', (section, routes) => {
    const found = routes.map((name) => app.app.routeTable().find(({ method, url }) => `${method} ${url}` === name))
    expect(found, 'each route exists').not.toContain(undefined)
    const isRefused = found.some((route) => route && tokenScope(route) !== 'write')
    expect(isRefused ? 'session_required' : null).toBe(Object.entries(REFUSED).find(([name]) => name === section)?.[1])
  })

  test('the export of this test has every section', async () => {
    const manifest = manifestIn(await unzip(zip))
    for (const section of ['files', 'boards', 'notes', 'views', 'shares', 'repositories', 'settings'])
      expect(manifest[section], section).not.toHaveLength(0)
  })

  test('a token that may write imports everything but the settings, which are reported with the reason', async () => {
    const noa = await app.user('Noa')
    const { bearer } = await tokenOf(noa)
    const reply = await importWith({ ...bearer, 'accept-language': 'en' })
    expect(reply).toMatchObject({
      saved: 1,
      failed: 0,
      notes: { saved: 1, failed: 0 },
      reminders: { saved: 1, failed: 0 },
      views: { saved: 1, failed: 0 },
      shares: { saved: 1, failed: 0 },
      repositories: { saved: 1, failed: 0 },
      settings: { saved: 0, failed: 1 },
    })
    const message = expect.stringMatching(/.{10}/) as unknown
    expect(failures(reply)).toEqual([
      { path: 'settings', ok: false, kind: 'section', code: 'session_required', error: 'session_required', message },
    ])
    expect(await instructionsOf(noa)).toEqual([])
    expect((await noa.get('/api/agent/primer')).text).not.toContain('Ask before you write.')
  })

  test('the same export imported by its owner in the browser sets the instructions', async () => {
    const omer = await app.user('Omer')
    const reply = replyOf(await sendForm(omer, '/api/import', [{ name: 'export.zip', content: zip }]))
    expect([reply.settings, failures(reply)]).toEqual([{ saved: 1, unchanged: 0, failed: 0 }, []])
    expect(await instructionsOf(omer)).toEqual([{ text: 'Ask before you write.' }])
  })

  test('every imported item costs a write of the token, and those beyond the budget are refused', async () => {
    const rich = await app.user('Rich')
    const all = await tokenOf(rich)
    await importWith(all.bearer)
    const used = replyOf(await rich.get('/api/tokens')).tokens.find(({ id }) => id === all.id)?.writes_today
    // A file, a note with its reminder, a board, the renamed default board or none, a share and a repository.
    expect(used).toBeGreaterThanOrEqual(5)
    await importWith(all.bearer)
    const again = replyOf(await rich.get('/api/tokens')).tokens.find(({ id }) => id === all.id)?.writes_today
    expect(again, 'an import that changes nothing costs one').toBe((used ?? 0) + 1)
    const poor = await app.user('Poor')
    const reply = await importWith((await tokenOf(poor, { writes_per_day: 2 })).bearer)
    const refused = failures(reply).filter(({ code }) => code === 'budget_exhausted')
    expect(refused.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['note', 'share', 'repository']))
    expect(reply.shares.saved + reply.repositories.saved).toBe(0)
  })
})
