import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyOf, type TestApp, testApp, type TestUser } from '../../../test/app.ts'

let app: TestApp
let dana: TestUser
beforeAll(async () => {
  app = await testApp()
  dana = await app.user('Dana')
})
afterAll(() => app[Symbol.asyncDispose]())

const list = async (user: TestUser, query = '') => {
  const answer = await user.get(`/api/files?${query}`)
  expect(answer.status, answer.text).toBe(200)
  return replyOf(answer)
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
    const found: Awaited<ReturnType<typeof list>> = await list(user, `${query}${cursor && `&cursor=${cursor}`}`)
    seen.push(...found.items.map(({ id }) => id))
    cursor = found.next_cursor
    await between(page)
  }
  return seen
}

describe('GET /api/files', () => {
  test('S33: paging returns every file once in both orders, also when rows share a timestamp', async () => {
    const noa = await app.user('Noa')
    const ids: string[] = []
    // 45 files share one millisecond, the next 10 share another.
    for (let i = 0; i < 45; i++) ids.push(await noa.saveFile(`same-${i}.txt`))
    app.advance(1)
    for (let i = 0; i < 10; i++) ids.push(await noa.saveFile(`later-${i}.txt`))
    for (const sort of ['created_at_desc', 'created_at_asc']) {
      const seen = await walk(noa, `sort=${sort}`)
      expect(seen).toHaveLength(55)
      expect(new Set(seen)).toEqual(new Set(ids))
    }
    const down = await walk(noa, 'sort=created_at_desc')
    expect((await walk(noa, 'sort=created_at_asc')).toReversed()).toEqual(down)
  })

  test('S33: paging returns every file once while files are added and deleted', async () => {
    const noa = await app.user('Noa')
    const ids: string[] = []
    for (let i = 0; i < 60; i++) ids.push(await noa.saveFile(`f${i}.txt`))
    const gone = ids[3] ?? ''
    const seen = await walk(noa, 'sort=created_at_desc', async (page) => {
      app.advance(1)
      await noa.saveFile(`new-${page}.txt`)
      if (page === 0) await noa.post(`/api/files/${gone}/trash`)
    })
    expect(seen).toHaveLength(new Set(seen).size)
    expect(ids.filter((id) => id !== gone && !seen.includes(id))).toEqual([])
  })

  test('returns 400 invalid_cursor for a bad cursor', async () => {
    expect(await dana.get('/api/files?cursor=nonsense')).toMatchObject({
      status: 400,
      body: { code: 'invalid_cursor' },
    })
  })

  test('filters by language, tag, favourites, large, repo and other', async () => {
    const user = await app.user('Filter')
    await user.saveFile('a.py', 'x', { tags: ['work'] })
    const js = await user.saveFile('b.js', 'y')
    await user.saveFile('big.txt', 'z'.repeat(100_000))
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

  test('S34: every list has one row per file, and counts equal rows', async () => {
    const user = await app.user('Counter')
    for (let i = 0; i < 5; i++) await user.saveFile('same.md', `v${i}`)
    expect(await list(user)).toMatchObject({ items: [{ file_name: 'same.md', version: 5 }], total_known: 1 })
  })
})

describe('q', () => {
  test('matches a case-insensitive substring of name, description, tags and content, with Hebrew and niqqud', async () => {
    const user = await app.user('Seeker')
    await user.saveFile('Config.py', 'alpha = 1')
    await user.saveFile('b.txt', 'first\nשָׁלוֹם עולם\nlast')
    await user.saveFile('c.txt', 'nothing', { description: 'רשימת קניות', tags: ['Groceries'] })
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
    await user.saveFile('one', 'configXpy')
    await user.saveFile('two', String.raw`a( 100% under_score back\slash`)
    for (const q of ['config.py', '%%', '100_', 'a.'])
      expect(await names(user, `q=${encodeURIComponent(q)}`)).toEqual([])
    for (const q of ['a(', '100%', 'r_s', String.raw`k\s`])
      expect(await names(user, `q=${encodeURIComponent(q)}`)).toEqual(['two'])
  })

  test('returns the same hits through the trigram index as through the walk', async () => {
    const user = await app.user('Heavy')
    for (const [name, text] of [
      ['x1', 'needle % here'],
      ['x2', 'קובץ ארוך'],
      ['x3', 'plain'],
    ] as const)
      await user.saveFile(name, text)
    const { makeHeavy } = await import('./store/search-docs.ts')
    await makeHeavy(app.db, user.id)
    const { searchFiles } = await import('./store/find-by-text.ts')
    const { EVERYTHING } = await import('./store/list-conditions.ts')
    const ask = (needle: string) =>
      searchFiles(
        app.db,
        user.id,
        { ...EVERYTHING, text: { holds: [[needle]], lacks: [] } },
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
    await user.saveFile('a.py', 'same')
    await user.saveFile('b.py', 'same')
    await user.saveFile('c.js', 'same')
    expect((await user.get('/api/files/facets?q=same')).body).toEqual({
      ok: true,
      languages: { Python: 2, JavaScript: 1 },
    })
  })

  test('returns 400 with max when it is longer than 200 characters', async () => {
    const answer = await dana.get(`/api/files?q=${encodeURIComponent('ש'.repeat(201))}`)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', field: 'q', max: 200 } })
    expect((await dana.get(`/api/files?q=${encodeURIComponent('ש'.repeat(200))}`)).status).toBe(200)
  })
})
