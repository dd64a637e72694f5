import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyOf, testApp, type TestApp, type TestUser } from '../../../test/app.ts'
import { searchWhole } from '../../../test/whole-search.ts'

let app: TestApp
let dana: TestUser
beforeAll(async () => {
  app = await testApp({ RATE_LIMIT_FACTOR: '1000' })
  dana = await app.user('Dana')
  const file = await dana.saveFile('billing.py', 'def total(items):\n    return sum(items)\n')
  await dana.saveFile('total.md', '# סיכום\nהמחיר הכולל')
  await dana.createNote(file, { title: 'About total', content: 'rounding is wrong\n\n- [ ] fix' })
  // Of notes that changed in one moment any may come first.
  app.advance(1)
  await dana.createNote(file, { title: 'שָׁלוֹם', content: 'נְקֻדּוֹת בטקסט' })
  replyOf(await dana.post('/api/note-boards', { name: 'Total costs' }))
  const noa = await app.user('Noa')
  const other = await noa.saveFile('total.py', 'total')
  await noa.createNote(other, { title: 'total', content: 'total' })
  replyOf(await noa.post('/api/note-boards', { name: 'total' }))
})
afterAll(() => app[Symbol.asyncDispose]())

const search = (q: string, user = dana) => searchWhole(user, q)
const titles = async (q: string) => {
  const { groups } = await search(q)
  return Object.fromEntries(
    groups.flatMap(({ group, hits }) => (hits.length > 0 ? [[group, hits.map(({ title }) => title)]] : [])),
  )
}

describe('GET /api/search', () => {
  test.each([
    [
      'total',
      { files: ['total.md', 'billing.py'], symbols: ['total'], boards: ['Total costs'], notes: ['About total'] },
    ],
    ['sym:tot', { symbols: ['total'] }],
    ['sym:total lang:css', {}],
    ['total items', { files: ['billing.py'] }],
    ['total in:notes', { notes: ['About total'] }],
    ['in:boards', {}],
    ['in:notes', { notes: ['שָׁלוֹם', 'About total'] }],
    ['in:boards costs', { boards: ['Total costs'] }],
    ['total lang:python', { files: ['billing.py'], symbols: ['total'] }],
    ['is:task', { notes: ['About total'] }],
    ['is:due', {}],
    ['/r.und\\w+/', { notes: ['About total'] }],
    ['/^total/', { files: ['total.md'], boards: ['Total costs'] }],
    ['שלום', { notes: ['שָׁלוֹם'] }],
    ['נקודות OR', {}],
    ['נקדות', { notes: ['שָׁלוֹם'] }],
    ['rounding -fix', {}],
    ['Rounding case:yes', {}],
    ['rounding case:yes', { notes: ['About total'] }],
    ['before:2000 total', {}],
  ])('%s', async (q, found) => {
    expect(await titles(q)).toEqual(found)
  })

  test('groups come in the order of their best result', async () => {
    const { groups } = await search('total')
    expect(groups.filter(({ hits }) => hits.length > 0).map(({ group }) => group)).toEqual([
      'files',
      'symbols',
      'boards',
      'notes',
    ])
  })

  test('lines lead to their place, and matches are marked', async () => {
    const { groups } = await search('sum lang:python')
    const hit = groups.find(({ group }) => group === 'files')?.hits[0]
    const [line] = hit?.matches ?? []
    expect(line).toMatchObject({
      line: 2,
      text: '    return sum(items)',
      ranges: [[11, 14]],
      url: `/file/${hit?.id}#L2`,
    })
  })

  test('files and notes in the trash are found only there', async () => {
    const id = await dana.saveFile('old-thing.txt', 'unusual words')
    replyOf(await dana.post(`/api/files/${id}/trash`))
    expect(await titles('unusual')).toEqual({})
    expect(await titles('unusual is:trash')).toEqual({ files: ['old-thing.txt'] })
  })

  test.each([
    ['"open', 'unclosed_quote', 0, 5],
    ['a in:nowhere', 'unknown_value', 2, 12],
    ['a /x(/', 'invalid_pattern', 2, 6],
    ['a -/x(?=b)/', 'invalid_pattern', 5, 8],
    ['a /[a-/', 'invalid_pattern', 2, 7],
    ['-a', 'only_exclusions', 0, 2],
  ])('%s is refused, with the letters that are wrong', async (q, reason, from, to) => {
    const { status, body } = await dana.get(`/api/search?q=${encodeURIComponent(q)}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'invalid_query', field: 'q', reason, from, to })
  })

  test.each(['   ', '\u05b0'])('a query of nothing (%j) finds nothing', async (q) => {
    expect((await search(q)).groups.flatMap(({ hits }) => hits)).toEqual([])
  })

  test('a lone point beside a filter leaves the filter', async () => {
    expect(await titles('\u05b0 lang:python')).toEqual({ files: ['billing.py'] })
  })

  test('nobody finds what belongs to somebody else', async () => {
    const stranger = await app.user('Stranger')
    for (const q of ['total', '/t/', 'sum', 'path:.py', 'is:task', 'after:2000'])
      expect(
        (await search(q, stranger)).groups.flatMap(({ hits }) => hits),
        q,
      ).toEqual([])
  })
})

describe('/search', () => {
  test('offers to create the file that a link asked for, whatever its name is', async () => {
    const name = '"><script>alert(1)</script>'
    const { text } = await dana.get(`/search?q=nowhere&create=${encodeURIComponent(name)}`)
    expect(text).toContain(`href="/files/new?name=${encodeURIComponent(name).replaceAll("'", '&#39;')}"`)
    expect(text).not.toContain('<script>alert')
    expect((await dana.get('/search?q=nowhere')).text).not.toContain('/files/new?name=')
    const form = await dana.get('/files/new?name=later%20note.md')
    expect(form.text).toContain('value="later note.md"')
  })

  test('shows results and help without script, and points at a wrong letter', async () => {
    expect((await dana.get('/search')).text).toContain('What you can search for')
    const found = (await dana.get('/search?q=total')).text
    expect(found).toContain('<mark>total</mark></span><span class="file-extension">.md')
    expect(found).toContain('<mark>Total</mark> costs')
    const many = await app.user('Many')
    const file = await many.saveFile('a.txt', 'a')
    for (let i = 0; i < 10; i++) await many.createNote(file, { content: `thing ${i}` })
    const [few, more] = [
      (await many.get('/search?q=thing')).text,
      (await many.get('/search?q=thing%20in%3Anotes')).text,
    ]
    expect(few).toContain('href="/search?q=thing%20in%3Anotes"')
    expect([few, more].map((text) => text.match(/data-hit/g)?.length)).toEqual([8, 10])
    await many.createNote(file, { content: '- [ ] **buy** milk' })
    expect((await many.get('/search?q=milk')).text).toContain('<bdi>buy <mark>milk</mark></bdi>')
    expect((await dana.get('/search?q=zzzz')).text).toContain('Nothing was found')
    const wrong = (await dana.get(`/search?q=${encodeURIComponent('x in:y')}`)).text
    expect(wrong).toContain('<mark>in:y</mark>')
    expect(wrong).toContain('What you can search for')
    expect(wrong.match(/id="results-title"/g)).toHaveLength(1)
  })
})

describe('GET /api/search/values', () => {
  test('lists what the files and repositories of this person have, the most used first', async () => {
    const rina = await app.user('Rina')
    await rina.saveFile('a.py', 'a = 1', { tags: ['one', 'both'], folder: 'src/lib' })
    await rina.saveFile('b.py', 'b = 1', { tags: ['both'], folder: 'src' })
    await rina.saveFile('c.css', 'c {}')
    expect(replyOf(await rina.get('/api/search/values'))).toEqual({
      ok: true,
      lang: ['Python', 'CSS'],
      tag: ['both', 'one'],
      repo: [],
      path: ['src/', 'src/lib/'],
    })
    const { tag, path } = replyOf(await dana.get('/api/search/values'))
    expect({ tag, path }).toEqual({ tag: [], path: [] })
  })
})

describe('GET /api/search/opened', () => {
  test('names the files and boards of these addresses, in their order and once each', async () => {
    const gil = await app.user('Gil')
    const file = await gil.saveFile('a.py', 'a = 1', { folder: 'src' })
    const { id: board } = replyOf(await gil.post('/api/note-boards', { name: 'Plans' })).board
    const pages = [`/boards/${board}`, `/file/${file}/history`, `/file/${file}`, '/file/%', '/nothing', '']
    const query = new URLSearchParams(pages.map((path) => ['path', path]))
    const opened = async (user: TestUser) => replyOf(await user.get(`/api/search/opened?${query}`)).opened
    const inFile = { group: 'files', url: `/file/${file}`, title: 'a.py', place: 'src' }
    expect(await opened(gil)).toEqual([{ group: 'boards', url: `/boards/${board}`, title: 'Plans', place: '' }, inFile])
    expect(await opened(dana)).toEqual([])
    await gil.delete(`/api/note-boards/${board}`)
    expect(await opened(gil)).toEqual([inFile])
    await gil.post(`/api/files/${file}/trash`)
    expect(await opened(gil)).toEqual([])
  })

  test('one address is enough, and thirteen are too many', async () => {
    expect(replyOf(await dana.get('/api/search/opened?path=/files')).opened).toEqual([])
    expect(replyOf(await dana.get('/api/search/opened')).opened).toEqual([])
    expect((await dana.get(`/api/search/opened?${'path=/files&'.repeat(13)}`)).status).toBe(400)
  })
})
