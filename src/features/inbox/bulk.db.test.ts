import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyOf, testApp, type TestApp, type TestUser } from '../../../test/app.ts'
import { nastyTexts } from '../../../test/nasty-texts.ts'

let app: TestApp
let people = 0
beforeAll(async () => {
  app = await testApp({ RATE_LIMIT_FACTOR: '1000' })
})
afterAll(() => app[Symbol.asyncDispose]())

async function person(notes: number, fields: object = {}): Promise<{ user: TestUser; file: string; ids: string[] }> {
  const user = await app.user(`Person ${(people += 1)}`)
  const file = await user.saveFile('a.py', 'a\nb\n')
  const ids: string[] = []
  for (let i = 0; i < notes; i++)
    ids.push(replyOf(await user.post(`/api/sticky-notes/${file}`, { content: `note ${i}`, ...fields })).id)
  return { user, file, ids }
}

const bulk = (user: TestUser, body: object) => user.post('/api/sticky-notes/bulk', body)
/** Ids of one millisecond are in no order. */
const notesOf = async (user: TestUser, file: string) =>
  replyOf(await user.get(`/api/sticky-notes/${file}`)).notes.toSorted((a, b) => (a.content < b.content ? -1 : 1))

describe('POST /api/sticky-notes/bulk', () => {
  test('colours notes, and returns those that changed as they were', async () => {
    const { user, file, ids } = await person(3)
    replyOf(await user.put(`/api/sticky-notes/note/${ids[0]}`, { color: 'pink' }))
    const answer = await bulk(user, { action: 'color', color: 'pink', note_ids: [...ids, ids[1]] })
    expect(answer).toMatchObject({ status: 200, body: { missing: 0, full: 0 } })
    expect((answer.body as { notes: object[] }).notes).toEqual(
      ids.slice(1).map((id) => ({ note_id: id, color: 'yellow', tags: [], remind_at: null })),
    )
    expect((await notesOf(user, file)).map(({ color }) => color)).toEqual(['pink', 'pink', 'pink'])
  })

  test('adds tags, and leaves out a note that would have too many', async () => {
    const { user, file, ids } = await person(1, { tags: ['old'] })
    const many = Array.from({ length: 20 }, (_, i) => `t${i}`)
    const full = replyOf(await user.post(`/api/sticky-notes/${file}`, { content: 'full', tags: many })).id
    const answer = await bulk(user, { action: 'tag', tags: ['new', 'old', ' byte e\u0301 '], note_ids: [...ids, full] })
    expect(answer.body).toMatchObject({ notes: [{ note_id: ids[0], tags: ['old'] }], full: 1 })
    expect((await notesOf(user, file)).map(({ tags }) => tags)).toEqual([many, ['old', 'new', ' byte e\u0301 ']])
  })

  test('deletes notes and takes them back', async () => {
    const { user, file, ids } = await person(3)
    expect((await bulk(user, { action: 'delete', note_ids: ids.slice(1) })).body).toMatchObject({ notes: [{}, {}] })
    expect(await notesOf(user, file)).toHaveLength(1)
    expect((await bulk(user, { action: 'delete', note_ids: ids })).body).toMatchObject({ notes: [{}], missing: 2 })
    expect((await bulk(user, { action: 'restore', note_ids: ids })).body).toMatchObject({ notes: [{}, {}, {}] })
    expect(await notesOf(user, file)).toHaveLength(3)
    expect((await bulk(user, { action: 'restore', note_ids: ids })).body).toMatchObject({ missing: 3 })
  })

  test('closes pending reminders, and says when they were', async () => {
    const { user, ids } = await person(2)
    const [first] = ids
    const set = replyOf(
      await user.post(`/api/sticky-notes/note/${first}/reminder`, { preset: '1h', tz: 'Asia/Jerusalem' }),
    ) as { remind_at: string }
    const answer = await bulk(user, { action: 'done', note_ids: ids })
    expect(answer.body).toMatchObject({ notes: [{ note_id: first, remind_at: set.remind_at }], missing: 0 })
    expect((await bulk(user, { action: 'done', note_ids: ids })).body).toMatchObject({ notes: [] })
    const reopened = await user.post('/api/sticky-notes/reminders/reopen', {
      note_id: first,
      remind_at: set.remind_at,
    })
    expect(reopened.status).toBe(200)
  })

  test('changes nothing of somebody else', async () => {
    const { user, file, ids } = await person(2)
    const stranger = await app.user('Stranger')
    for (const act of [
      { action: 'delete' },
      { action: 'color', color: 'blue' },
      { action: 'tag', tags: ['x'] },
      { action: 'done' },
    ])
      expect((await bulk(stranger, { ...act, note_ids: ids })).body).toMatchObject({ notes: [], missing: 2 })
    expect(await notesOf(user, file)).toMatchObject([
      { color: 'yellow', tags: [] },
      { color: 'yellow', tags: [] },
    ])
  })

  test.each([
    ['an unknown action', { action: 'purge' }],
    ['no action', {}],
    ['no notes', { action: 'delete', note_ids: [] }],
    ['101 notes', { action: 'delete', note_ids: Array.from({ length: 101 }, () => '0'.repeat(32)) }],
    ['a colour that there is not', { action: 'color', color: 'teal' }],
    ['a colour for tags', { action: 'tag', color: 'pink' }],
    ['no tags', { action: 'tag', tags: [] }],
    ['a blank tag', { action: 'tag', tags: [' '] }],
    ['a tag with NUL', { action: 'tag', tags: ['a\u0000'] }],
    ['another field', { action: 'delete', user_id: '1' }],
  ])('%s is 400', async (_what, body) => {
    const { user, file, ids } = await person(1)
    expect((await bulk(user, { note_ids: ids, ...body })).status).toBe(400)
    expect(await notesOf(user, file)).toHaveLength(1)
  })

  test('an id that is none is 404, whatever it is', async () => {
    const { user } = await person(0)
    for (const text of Object.values(nastyTexts))
      expect((await bulk(user, { action: 'delete', note_ids: [text] })).status).toBe(404)
  })
})

describe('POST /notes/bulk', () => {
  const send = (user: TestUser, fields: [string, string][]) => user.form('/notes/bulk', fields)

  test('works without script, and leads back to the list only', async () => {
    const { user, file, ids } = await person(3)
    const chosen = ids.slice(0, 2).map((id): [string, string] => ['note_ids', id])
    const colored = await send(user, [...chosen, ['action', 'color-green'], ['next', '/notes?q=note']])
    expect(colored.headers['location']).toBe('/notes?q=note&done=color&n=2')
    const tagged = await send(user, [
      ...chosen,
      ['action', 'tag'],
      ['tags', 'one, two'],
      ['next', 'https://evil.example'],
    ])
    expect(tagged.headers['location']).toBe('/notes?done=tag&n=2')
    expect(await notesOf(user, file)).toMatchObject([{ color: 'green', tags: ['one', 'two'] }, {}, { tags: [] }])
    expect((await send(user, [['action', 'delete']])).headers['location']).toBe('/notes?done=none&n=0')
    const none = await send(user, [...chosen, ['action', 'tag'], ['tags', ' , ']])
    expect(none.headers['location']).toBe('/notes?done=bad_tags&n=0')
    const deleted = await send(user, [...chosen, ['note_ids', 'nonsense'], ['action', 'delete']])
    expect(deleted.headers['location']).toBe('/notes?done=delete&n=2')
    expect((await user.get('/notes?done=delete&n=2')).text).toContain('2 notes deleted.')
  })
})
