import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { sendForm } from '../../../test/forms.ts'
import { sendMove } from '../../../test/move-in-kit.ts'
import { zipOf } from '../../../test/zips.ts'

/** Each way by which one request of a token writes many files or notes: all of them are counted, and undone together. */
let app: TestApp
beforeAll(async () => {
  app = await testApp({ RATE_LIMIT_FACTOR: '100' })
})
afterAll(() => app[Symbol.asyncDispose]())

let people = 0
let user: TestUser
let token: { id: string; secret: string }
let bearer: { authorization: string }
beforeEach(async () => {
  user = await app.user(`Doors ${(people += 1)}`)
  token = await user.createToken('robot', { writes_per_day: 3 })
  bearer = { authorization: `Bearer ${token.secret}` }
})

const NAMES = ['1.txt', '2.txt', '3.txt', '4.txt']
const files = (names = NAMES) => names.map((name) => ({ name, content: Buffer.from(`text of ${name}`) }))
const own = () => Promise.all(NAMES.map((name) => user.saveFile(name)))
const used = async () => replyOf(await user.get('/api/tokens')).tokens.find(({ id }) => id === token.id)?.writes_today
const liveNames = async () =>
  replyOf(await user.get('/api/files'))
    .items.map(({ file_name: name }) => name)
    .toSorted()
async function kinds(): Promise<(string | null)[]> {
  const sql = 'select kind from agent_acts where token_id = $1 order by kind'
  return (await app.pool.query<{ kind: string | null }>(sql, [token.id])).rows.map(({ kind }) => kind)
}
const undo = () => user.form('/settings/agents/undo', { token: token.id, since: 'all' })
const exhausted = { status: 429, body: { code: 'budget_exhausted', max: 3 } }

test('an upload counts each file and refuses those beyond the budget', async () => {
  const reply = await sendForm(app.visitor(), '/api/files/upload', files(), bearer)
  expect(reply).toMatchObject({ status: 200, body: { saved: 3, failed: 1 } })
  expect(reply.text).toContain('budget_exhausted')
  expect([await used(), await kinds(), await liveNames()]).toEqual([
    3,
    ['file_saved', 'file_saved', 'file_saved'],
    ['1.txt', '2.txt', '3.txt'],
  ])
  await undo()
  expect(await liveNames()).toEqual([])
})

test('an import of a zip counts each file and refuses those beyond the budget', async () => {
  const zip = { name: 'a.zip', content: await zipOf(files()) }
  const reply = await sendForm(app.visitor(), '/api/import', [zip], bearer)
  expect(reply).toMatchObject({ status: 200, body: { saved: 3, failed: 1 } })
  expect([await used(), (await kinds()).length]).toEqual([3, 3])
})

test('a move from another program counts each file and refuses those beyond the budget', async () => {
  const snippets = NAMES.map((name) => ({ name, text: name }))
  const upload = [{ name: 'r.json', content: JSON.stringify(snippets) }]
  const reply = replyOf(await sendMove(app.visitor(), '/api/move-in', upload, {}, bearer))
  expect(reply.saved).toBe(3)
  expect([await used(), (await kinds()).length]).toEqual([3, 3])
})

test('bulk-delete of more files than the budget has left moves none of them, and undo restores those of a smaller one', async () => {
  const ids = await own()
  expect(await app.visitor().post('/api/files/bulk-delete', { file_ids: ids }, bearer)).toMatchObject(exhausted)
  expect(await liveNames()).toEqual(NAMES)
  // The refused request cost one write, as every request does.
  const deleted = await app.visitor().post('/api/files/bulk-delete', { file_ids: ids.slice(0, 2) }, bearer)
  expect([deleted.status, await used(), await kinds()]).toEqual([200, 3, ['file_trashed', 'file_trashed']])
  expect(await liveNames()).toEqual(['3.txt', '4.txt'])
  await undo()
  expect(await liveNames()).toEqual(NAMES)
})

test('bulk-restore counts each file, and undo moves them back to the trash', async () => {
  const ids = await own()
  await user.post('/api/files/bulk-delete', { file_ids: ids })
  expect(await app.visitor().post('/api/trash/bulk-restore', { file_ids: ids }, bearer)).toMatchObject(exhausted)
  await app.visitor().post('/api/trash/bulk-restore', { file_ids: ids.slice(0, 2) }, bearer)
  expect([await used(), await kinds(), await liveNames()]).toEqual([
    3,
    ['file_restored', 'file_restored'],
    ['1.txt', '2.txt'],
  ])
  await undo()
  expect(await liveNames()).toEqual([])
})

test('bulk-tag and bulk-move count each file, and undo restores tags and folders', async () => {
  const ids = await own()
  expect(await app.visitor().post('/api/files/bulk-tag', { file_ids: ids, tags: ['x'] }, bearer)).toMatchObject(
    exhausted,
  )
  const [first, second] = ids
  await app.visitor().post('/api/files/bulk-tag', { file_ids: [first], tags: ['x'] }, bearer)
  await app.visitor().post('/api/files/bulk-move', { file_ids: [second], folder: 'f' }, bearer)
  expect(await app.visitor().post('/api/files/bulk-move', { file_ids: [first], folder: 'f' }, bearer)).toMatchObject(
    exhausted,
  )
  expect([await used(), await kinds()]).toEqual([3, ['file_edited', 'file_edited']])
  await undo()
  expect(await user.readFile(String(first))).toMatchObject({ tags: [] })
  expect(await user.readFile(String(second))).toMatchObject({ folder: '' })
})

test('a batch of notes counts each note', async () => {
  const file = await user.saveFile('a.txt')
  const notes = await Promise.all(NAMES.map((content) => user.createNote(file, { content })))
  const updates = notes.map(({ id, updated_at: seen }) => ({ id, prev_updated_at: seen, content: 'new' }))
  await app.visitor().post('/api/sticky-notes/batch', { updates }, bearer)
  expect(await used()).toBe(3)
  expect((await kinds()).length).toBe(3)
})
