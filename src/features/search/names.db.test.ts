import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replyOf, testApp, type TestApp, type TestUser } from '../../../test/app.ts'
import { nastyTexts } from '../../../test/nasty-texts.ts'
import { makeHeavy } from '../files/store/search-docs.ts'

let app: TestApp
let dana: TestUser
beforeAll(async () => {
  app = await testApp({ RATE_LIMIT_FACTOR: '1000' })
  dana = await app.user('Dana')
  await dana.saveFile(
    'billing.py',
    'def total(items):\n    pass\n\nclass Cart:\n    def sub_total(self):\n        pass\n',
  )
  await dana.saveFile('total.md', '# a', { folder: 'docs' })
  replyOf(await dana.post('/api/note-boards', { name: 'Total costs' }))
  const noa = await app.user('Noa')
  await noa.saveFile('total.py', 'def total():\n    pass\n')
  replyOf(await noa.post('/api/note-boards', { name: 'total' }))
})
afterAll(() => app[Symbol.asyncDispose]())

const groups = async (q: string, user = dana, limit = 8) =>
  replyOf(await user.get(`/api/search/names?limit=${limit}&q=${encodeURIComponent(q)}`)).groups
const titles = async (q: string, user = dana) =>
  Object.fromEntries((await groups(q, user)).map(({ group, hits }) => [group, hits.map(({ title }) => title)]))

describe('GET /api/search/names', () => {
  test.each([
    ['totl', { files: ['total.md'], symbols: ['total', 'sub_total'], boards: ['Total costs'] }],
    ['TOTL', { files: ['total.md'], symbols: ['total', 'sub_total'], boards: ['Total costs'] }],
    ['tomd', { files: ['total.md'] }],
    ['sbtot', { symbols: ['sub_total'] }],
    ['blng', { files: ['billing.py'] }],
    ['tcosts', { boards: ['Total costs'] }],
    ['otl', {}],
    ['t l', { boards: ['Total costs'] }],
    ['totlx', {}],
    ['  ', {}],
  ])('%j finds names in which letters are left out', async (q, found) => {
    expect(await titles(q)).toEqual(found)
  })

  test('hits have the line, the kind and the letters that match', async () => {
    const [symbols] = (await groups('totl')).filter(({ group }) => group === 'symbols')
    expect(symbols?.hits[0]).toMatchObject({
      title: 'total',
      ranges: [
        [0, 3],
        [4, 5],
      ],
      place: 'billing.py',
      symbol_kind: 'function',
    })
    expect(symbols?.hits[0]?.url).toMatch(/^\/file\/[0-9a-f-]+#L1$/)
  })

  test('has at most as many of a kind as were asked for, and says that there are more', async () => {
    const rina = await app.user('Rina')
    for (let i = 0; i < 4; i++) await rina.saveFile(`report-${i}.txt`, 'a')
    expect(await groups('rprt', rina, 3)).toMatchObject([{ group: 'files', hits: [{}, {}, {}], has_more: true }])
  })

  test('leaves out the trash, and what belongs to somebody else', async () => {
    const stranger = await app.user('Stranger')
    expect(await groups('totl', stranger)).toEqual([])
    const file = await stranger.saveFile('totals.py', 'def totals():\n    pass\n')
    expect(await titles('totl', stranger)).toEqual({ files: ['totals.py'], symbols: ['totals'] })
    replyOf(await stranger.post(`/api/files/${file}/trash`))
    expect(await groups('totl', stranger)).toEqual([])
  })

  test('takes any text as it stands, and refuses one that is too long', async () => {
    const user = await app.user('Nasty')
    const hostile = [
      ...Object.values(nastyTexts),
      '%%%',
      '___',
      '\\\\\\',
      'a%b_c',
      '"open',
      '/x(/',
      'in:nowhere abc',
      'a'.repeat(999),
    ]
    for (const text of hostile)
      expect((await user.get(`/api/search/names?q=${encodeURIComponent(text)}`)).status, text).toBe(200)
    expect((await user.get(`/api/search/names?q=${'a'.repeat(1_001)}`)).status).toBe(400)
    expect((await user.get('/api/search/names?q=%00abc')).status).toBe(400)
    expect((await user.get('/api/search/names?q=abc&limit=51')).status).toBe(400)
  })

  test('finds a name that holds what LIKE gives a meaning', async () => {
    const user = await app.user('Percent')
    await user.saveFile('a_b%c.txt', 'a')
    await user.saveFile('axbyc.txt', 'a')
    expect(await titles('a_%c', user)).toEqual({ files: ['a_b%c.txt'] })
  })

  test('a file that is older than the newest 1,500 is found by three letters in a row', async () => {
    const user = await app.user('Large')
    const id = await user.saveFile('zebra_stripes.py', 'def zebra_stripes():\n    pass\n')
    await app.pool.query(
      `insert into files (user_id, id, file_name, language, tags, version, sha256, size_bytes, line_count, is_favorite, created_at, updated_at, touched_at)
       select f.user_id, gen_random_uuid(), 'copy' || n || '.txt', f.language, f.tags, 1, f.sha256, 1, 1, false, now() + interval '1 day', now() + interval '1 day', now()
       from files f, generate_series(1, 1600) n where f.user_id = $1 and f.id = $2`,
      [user.id, id],
    )
    await app.pool.query(`update file_counts set n = 1601 where user_id = $1 and kind = 'language'`, [user.id])
    await makeHeavy(app.db, user.id)
    expect(await titles('zebstr', user)).toEqual({ files: ['zebra_stripes.py'], symbols: ['zebra_stripes'] })
    expect(await titles('zbrastr', user)).toEqual({})
  })
})
