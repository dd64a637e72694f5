import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { raceForLastSlot } from '../../../test/row-lock.ts'

let app: TestApp
let dana: TestUser
let users = 0
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app[Symbol.asyncDispose]())
const newUser = () => app.user(`User ${++users}`)

const save = (user: TestUser, name: string, query = 'q=x', more: object = {}) =>
  user.post('/api/views', { name, page: 'files', query, ...more })
const list = async (user: TestUser) => replyOf(await user.get('/api/views')).views
const names = async (user: TestUser) => (await list(user)).map(({ name }) => name)

async function idOf(user: TestUser, name: string): Promise<string> {
  const view = (await list(user)).find((each) => each.name === name)
  if (!view) throw new Error(`no view ${name}`)
  return view.id
}

describe('/api/views', () => {
  beforeAll(async () => {
    dana = await newUser()
  })

  test('a view is saved, listed, changed and deleted', async () => {
    const { view } = replyOf(await save(dana, 'Open work', 'category=work&q=total'))
    expect(view).toMatchObject({
      name: 'Open work',
      page: 'files',
      query: 'q=total&category=work',
      url: '/files?q=total&category=work',
    })
    expect(await list(dana)).toEqual([view])
    const changed = await dana.patch(`/api/views/${view.id}`, { name: 'Work', query: 'category=work' })
    expect(changed.body).toMatchObject({ view: { id: view.id, name: 'Work', query: 'category=work' } })
    expect((await dana.delete(`/api/views/${view.id}`)).body).toEqual({ ok: true })
    expect(await list(dana)).toEqual([])
  })

  test('names and searches are kept byte for byte', async () => {
    const user = await newUser()
    const name = ' שָׁלוֹם\u202e <script>"&\'\u{1f600} '
    const q = 'a"b <i>\t%00& #?=+ת\u0301'
    const { view } = replyOf(
      await user.post('/api/views', { name, page: 'search', query: new URLSearchParams({ q }).toString() }),
    )
    expect(view.name).toBe(name)
    expect(new URL(view.url, 'http://x').searchParams.get('q')).toBe(q)
    expect((await list(user))[0]).toEqual(view)
  })

  test.each([
    ['a blank name', { name: '  ' }, 'invalid_input'],
    ['a name of 81 characters', { name: 'א'.repeat(81) }, 'invalid_input'],
    ['NUL in the name', { name: 'a\0' }, 'invalid_input'],
    ['half a surrogate pair', { name: '\ud800' }, 'invalid_input'],
    ['an unknown page', { page: 'boards' }, 'invalid_input'],
    ['an unknown field of the body', { url: 'https://evil.example' }, 'invalid_input'],
    ['no query', { query: '' }, 'invalid_input'],
    ['a query without fields', { query: 'lang=' }, 'invalid_view_query'],
    ['an order alone', { query: 'sort=name_asc' }, 'invalid_view_query'],
    ['a cursor', { query: 'q=a&cursor=b' }, 'invalid_view_query'],
    ['another address', { query: '//evil.example?q=a' }, 'invalid_view_query'],
    ['a field that comes twice', { query: 'q=a&q=b' }, 'invalid_view_query'],
    ['NUL in a value', { query: 'q=%00' }, 'invalid_view_query'],
    ['a query that is too long', { query: `q=${'a'.repeat(4_000)}` }, 'invalid_input'],
    ['a query that is too long once it is encoded', { query: `q=${'א'.repeat(700)}` }, 'invalid_view_query'],
  ])('%s is rejected', async (_what, field, code) => {
    const user = dana
    const answer = await user.post('/api/views', { name: 'n', page: 'files', query: 'q=a', ...field })
    expect(answer).toMatchObject({ status: 400, body: { code } })
  })

  test('a change to the query of another page, and one that changes nothing, are rejected', async () => {
    const user = await newUser()
    const { view } = replyOf(await save(user, 'a'))
    expect(await user.patch(`/api/views/${view.id}`, { query: 'show=tasks' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_view_query', field: 'query' },
    })
    expect((await user.patch(`/api/views/${view.id}`, {})).status).toBe(400)
    expect(await list(user)).toEqual([view])
  })

  test('a name is unique for each user', async () => {
    const [user, other] = [await newUser(), await newUser()]
    await save(user, 'a')
    await save(user, 'b')
    expect(await save(user, 'a', 'q=y')).toMatchObject({
      status: 409,
      body: { code: 'view_name_taken', field: 'name' },
    })
    expect(await user.patch(`/api/views/${await idOf(user, 'b')}`, { name: 'a' })).toMatchObject({ status: 409 })
    expect((await user.patch(`/api/views/${await idOf(user, 'b')}`, { name: 'b', query: 'q=z' })).status).toBe(200)
    expect((await save(user, 'A')).status).toBe(201)
    expect((await save(other, 'a')).status).toBe(201)
  })

  test('views of others, unknown ids and nonsense are the same 404', async () => {
    const [user, other] = [await newUser(), await newUser()]
    await save(other, 'theirs')
    for (const id of [await idOf(other, 'theirs'), '0'.repeat(32), '..%2f', "x'--"]) {
      const missing = { status: 404, body: { code: 'view_not_found' } }
      expect(await user.patch(`/api/views/${id}`, { name: 'mine' })).toMatchObject(missing)
      expect(await user.delete(`/api/views/${id}`)).toMatchObject(missing)
      expect(await user.put('/api/views/order', { view_ids: [decodeURIComponent(id)] })).toMatchObject(missing)
    }
    expect(await names(other)).toEqual(['theirs'])
  })
})

describe('the order of views', () => {
  test('new ones come last or at their position, and a deleted one comes back to its place', async () => {
    const user = await newUser()
    for (const name of ['a', 'b', 'c']) await save(user, name)
    await save(user, 'first', 'q=x', { position: 1 })
    await save(user, 'far', 'q=x', { position: 2_147_483_647 })
    expect(await names(user)).toEqual(['first', 'a', 'b', 'c', 'far'])
    await user.delete(`/api/views/${await idOf(user, 'b')}`)
    await save(user, 'b', 'q=x', { position: 3 })
    expect(await names(user)).toEqual(['first', 'a', 'b', 'c', 'far'])
  })

  test('views that are not named come after the others', async () => {
    const user = await newUser()
    for (const name of ['a', 'b', 'c', 'd']) await save(user, name)
    const ids = [await idOf(user, 'd'), await idOf(user, 'b'), await idOf(user, 'd')]
    const ordered = replyOf(await user.put('/api/views/order', { view_ids: ids }))
    expect(ordered.views.map(({ name }) => name)).toEqual(['d', 'b', 'a', 'c'])
    expect(await names(user)).toEqual(['d', 'b', 'a', 'c'])
  })
})

describe('concurrent saves', () => {
  test('the 51st view is rejected', async () => {
    const user = await newUser()
    await app.pool.query(
      `insert into views (user_id, id, name, page, query, position, created_at)
       select $1, gen_random_uuid(), 'view ' || n, 'files', 'q=x', n, now() from generate_series(1, 49) n`,
      [user.id],
    )
    const calls = ['a', 'b', 'c'].map((name) => () => save(user, name))
    const answers = await raceForLastSlot(app.pool, 'views', calls)
    expect(answers.map(({ status }) => status)).toEqual([201, 409, 409])
    expect(answers[1]?.body).toMatchObject({ code: 'too_many_views', max: 50 })
    expect(await list(user)).toHaveLength(50)
  })

  test('one of them gets the name', async () => {
    const user = await newUser()
    const answers = await Promise.all(Array.from({ length: 6 }, () => save(user, 'same')))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409, 409])
    expect(await names(user)).toEqual(['same'])
  })
})
