import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'

let app: TestApp
let dana: TestUser
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
})
afterAll(() => app[Symbol.asyncDispose]())

type Item = { id: string; file_name: string; matches?: { line: number; text: string; ranges: [number, number][] }[] }
const save = async (user: TestUser, file_name: string, content = 'x', more: object = {}) => {
  const answer = await user.post('/api/files', { file_name, content, ...more })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.body['file_id'])
}
const list = async (user: TestUser, query = '') => {
  const answer = await user.get(`/api/files?${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body as unknown as { items: Item[]; next_cursor: string | null; total_known: number | null }
}
const names = async (user: TestUser, query = '') => (await list(user, query)).items.map(({ file_name }) => file_name)

async function walk(
  user: TestUser,
  query: string,
  between: (page: number) => Promise<void> = async () => undefined,
): Promise<string[]> {
  const seen: string[] = []
  let cursor: string | null = ''
  for (let page = 0; cursor !== null; page++) {
    const found: { items: Item[]; next_cursor: string | null } = await list(
      user,
      `${query}${cursor && `&cursor=${cursor}`}`,
    )
    seen.push(...found.items.map(({ id }) => id))
    cursor = found.next_cursor
    await between(page)
  }
  return seen
}

describe('GET /api/files', () => {
  test('S33: walking all pages shows every file once, also when rows share a timestamp, in both orders', async () => {
    const noa = await app.user('Noa')
    const ids: string[] = []
    // 45 files of one millisecond, then 10 of another.
    for (let i = 0; i < 45; i++) ids.push(await save(noa, `same-${i}.txt`))
    app.advance(1)
    for (let i = 0; i < 10; i++) ids.push(await save(noa, `later-${i}.txt`))
    for (const sort of ['created_at_desc', 'created_at_asc']) {
      const seen = await walk(noa, `sort=${sort}`)
      expect(seen).toHaveLength(55)
      expect(new Set(seen)).toEqual(new Set(ids))
    }
    const down = await walk(noa, 'sort=created_at_desc')
    expect((await walk(noa, 'sort=created_at_asc')).toReversed()).toEqual(down)
  })

  test('S33: and while files are added and deleted', async () => {
    const noa = await app.user('Noa')
    const ids: string[] = []
    for (let i = 0; i < 60; i++) ids.push(await save(noa, `f${i}.txt`))
    const gone = ids[3] ?? ''
    const seen = await walk(noa, 'sort=created_at_desc', async (page) => {
      app.advance(1)
      await save(noa, `new-${page}.txt`)
      if (page === 0) await noa.post(`/api/files/${gone}/trash`)
    })
    expect(seen).toHaveLength(new Set(seen).size)
    expect(ids.filter((id) => id !== gone && !seen.includes(id))).toEqual([])
  })

  test('a bad cursor is 400 invalid_cursor', async () => {
    expect(await dana.get('/api/files?cursor=nonsense')).toMatchObject({
      status: 400,
      body: { code: 'invalid_cursor' },
    })
  })

  test('filters by language, tag, favourites, large, repo and other', async () => {
    const user = await app.user('Filter')
    await save(user, 'a.py', 'x', { tags: ['work'] })
    const js = await save(user, 'b.js', 'y')
    await save(user, 'big.txt', 'z'.repeat(100_000))
    await user.post('/api/files/bulk-favorite', { file_ids: [js] })
    expect(await names(user, 'lang=Python')).toEqual(['a.py'])
    expect(await names(user, 'category=work')).toEqual(['a.py'])
    expect(await names(user, 'category=favorites')).toEqual(['b.js'])
    expect(await names(user, 'category=large')).toEqual(['big.txt'])
    expect(await names(user, 'category=repo')).toEqual([])
    expect(await names(user, 'category=other&lang=JavaScript')).toEqual(['b.js'])
    expect(await names(user, 'category=recent')).toHaveLength(3)
    app.advance(15 * 86_400)
    expect(await names(user, 'category=recent')).toEqual([])
    expect((await user.get('/api/files?sort=name')).body).toMatchObject({ code: 'invalid_input', field: 'sort' })
  })

  test('S34: one row per file everywhere; counts equal rows', async () => {
    const user = await app.user('Counter')
    for (let i = 0; i < 5; i++) await save(user, 'same.md', `v${i}`)
    expect(await list(user)).toMatchObject({ items: [{ file_name: 'same.md', version: 5 }], total_known: 1 })
  })
})

describe('q', () => {
  test('is a case-insensitive substring over name, description, tags and content, Hebrew and niqqud included', async () => {
    const user = await app.user('Seeker')
    await save(user, 'Config.py', 'alpha = 1')
    await save(user, 'b.txt', 'first\nשָׁלוֹם עולם\nlast')
    await save(user, 'c.txt', 'nothing', { description: 'רשימת קניות', tags: ['Groceries'] })
    expect(await names(user, 'q=CONFIG')).toEqual(['Config.py'])
    expect(await names(user, 'q=lph')).toEqual(['Config.py'])
    expect(await names(user, `q=${encodeURIComponent('שלום')}`)).toEqual(['b.txt'])
    expect(await names(user, `q=${encodeURIComponent('קניות')}`)).toEqual(['c.txt'])
    expect(await names(user, 'q=grocer')).toEqual(['c.txt'])
    const [hit] = (await list(user, `q=${encodeURIComponent('שלום')}`)).items
    expect(hit?.matches).toEqual([{ line: 2, text: 'שָׁלוֹם עולם', ranges: [[0, 7]] }])
  })

  test('S28: config.py does not match configXpy; a(, %, _ and \\ are plain characters', async () => {
    const user = await app.user('Literal')
    await save(user, 'one', 'configXpy')
    await save(user, 'two', String.raw`a( 100% under_score back\slash`)
    for (const q of ['config.py', '%%', '100_', 'a.'])
      expect(await names(user, `q=${encodeURIComponent(q)}`)).toEqual([])
    for (const q of ['a(', '100%', 'r_s', String.raw`k\s`])
      expect(await names(user, `q=${encodeURIComponent(q)}`)).toEqual(['two'])
  })

  test('the trigram index of a heavy user answers as the walk does', async () => {
    const user = await app.user('Heavy')
    for (const [name, text] of [
      ['x1', 'needle % here'],
      ['x2', 'קובץ ארוך'],
      ['x3', 'plain'],
    ] as const)
      await save(user, name, text)
    const { makeHeavy } = await import('./store/search-docs.ts')
    await makeHeavy(app.db, user.id)
    const { searchFiles } = await import('./store/list.ts')
    const ask = (needle: string) =>
      searchFiles(
        app.db,
        user.id,
        { language: null, category: null, repo: null, needle },
        { sort: 'created_at_desc', cursor: null, limit: 21 },
        { userHasMore: true, isHeavy: true },
      )
    expect((await ask('needle %')).map(({ fileName }) => fileName)).toEqual(['x1'])
    expect((await ask('קובץ')).map(({ fileName }) => fileName)).toEqual(['x2'])
    expect((await ask('l')).map(({ fileName }) => fileName).toSorted()).toEqual(
      ['x1', 'x3'].filter((name) => name === 'x3' || 'needle % here'.includes('l')),
    )
    expect(await ask('needle_')).toEqual([])
  })

  test('facets count hits by language', async () => {
    const user = await app.user('Facet')
    await save(user, 'a.py', 'same')
    await save(user, 'b.py', 'same')
    await save(user, 'c.js', 'same')
    expect((await user.get('/api/files/facets?q=same')).body).toEqual({
      ok: true,
      languages: { Python: 2, JavaScript: 1 },
    })
  })

  test('over 200 characters is 400 with max', async () => {
    const answer = await dana.get(`/api/files?q=${encodeURIComponent('ש'.repeat(201))}`)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', field: 'q', max: 200 } })
    expect((await dana.get(`/api/files?q=${encodeURIComponent('ש'.repeat(200))}`)).status).toBe(200)
  })
})
