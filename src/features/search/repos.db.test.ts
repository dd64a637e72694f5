import { afterAll, beforeAll, expect, test } from 'vitest'
import { replyOf } from '../../../test/app.ts'
import { repoStage, type RepoStage, type TestUser } from '../../../test/repos.ts'
import { searchWhole } from '../../../test/whole-search.ts'

let stage: RepoStage
let dana: TestUser
const NAME = 'dana/shop'
beforeAll(async () => {
  stage = await repoStage()
  dana = await stage.app.user('Dana')
  stage.server.create(NAME).commit({
    put: {
      'src/total.py': 'def total(items):\n    return sum(items)\n',
      'readme.md': 'the total of everything\n',
    },
  })
  await stage.mirror(dana, NAME)
})
afterAll(() => stage[Symbol.asyncDispose]())

const paths = async (q: string, user = dana) => {
  const { groups } = await searchWhole(user, q)
  return groups.flatMap(({ group, hits }) => (group === 'repos' ? hits.map(({ id }) => id.slice(NAME.length + 1)) : []))
}

test('files of repositories are found by words, patterns and filters, the best name first', async () => {
  expect(await paths('total')).toEqual(['src/total.py', 'readme.md'])
  expect(await paths('total items')).toEqual(['src/total.py'])
  expect(await paths('/s.m\\(/')).toEqual(['src/total.py'])
  expect(await paths('total path:src')).toEqual(['src/total.py'])
  expect(await paths('total -path:src')).toEqual(['readme.md'])
  expect(await paths('total repo:shop')).toHaveLength(2)
  expect(await paths('total -repo:shop')).toEqual([])
  expect(await paths('total in:files')).toEqual([])
})

test('a file of a repository is found by its whole name in any letter case, though no text has it', async () => {
  expect(await paths('Total.PY')).toEqual(['src/total.py'])
  expect(await paths('"total.py" repo:shop')).toEqual(['src/total.py'])
  expect(await paths('total.py -repo:shop')).toEqual([])
  expect(await paths('otal.py')).toEqual([])
  expect(await paths('total.py', await stage.app.user('Nobody'))).toEqual([])
})

const symbols = async (q: string, user = dana) => {
  const { groups } = await searchWhole(user, q)
  return groups.find(({ group }) => group === 'symbols')
}

test('symbols of repositories and of the library are one group, the best match first', async () => {
  const noa = await stage.app.user('Both')
  stage.server.create('noa/tools').commit({
    put: { 'src/sums.py': 'class Sums:\n    def total_of(self):\n        pass\n\ndef total():\n    pass\n' },
  })
  await stage.mirror(noa, 'noa/tools')
  const file = await noa.saveFile('own.py', 'def total_price():\n    pass\n')
  expect(await symbols('sym:total', noa)).toMatchObject({ hits: [{}], unsearched: { count: 0, repos: 1 } })
  const { text } = await noa.page('/search?q=sym%3Atotal', { 'accept-language': 'en' })
  expect(text).toContain('The symbols of 1 repository are still being read')
  await stage.readSymbols()
  const found = await symbols('sym:total', noa)
  expect(found?.unsearched).toBeUndefined()
  expect(found?.hits.map(({ url, place }) => ({ url, place }))).toEqual([
    { url: '/repos/noa/tools/src/sums.py#L5', place: 'noa/tools · src/sums.py' },
    { url: `/file/${file}#L1`, place: 'own.py' },
    { url: '/repos/noa/tools/src/sums.py#L2', place: 'Sums · noa/tools · src/sums.py' },
  ])
  expect(found?.hits[0]).toMatchObject({
    title: 'total',
    language: 'Python',
    symbol_kind: 'function',
    ranges: [[0, 5]],
  })
  const titles = async (q: string) => (await symbols(q, noa))?.hits.map(({ title }) => title)
  expect(await titles('sym:total in:repos')).toEqual(['total', 'total_of'])
  expect(await titles('sym:total in:files')).toEqual(['total_price'])
  expect(await titles('sym:total repo:tools')).toEqual(['total', 'total_of'])
  expect(await titles('sym:total -repo:tools')).toEqual([])
  expect(await titles('sym:total lang:python path:src/')).toEqual(['total', 'total_of'])
  expect(await titles('sym:total -path:src/ in:repos')).toEqual([])
  expect(await titles('sym:total lang:css')).toEqual([])
  expect((await symbols('sym:total', await stage.app.user('Nobody')))?.hits).toEqual([])
})

test('a result leads to its line', async () => {
  const { groups } = await searchWhole(dana, 'sum')
  const [hit] = groups.find(({ group }) => group === 'repos')?.hits ?? []
  expect(hit?.matches).toEqual([
    {
      line: 2,
      text: '    return sum(items)',
      ranges: [[11, 14]],
      cut: { start: false, end: false },
      url: `/repos/${NAME}/src/total.py#L2`,
    },
  ])
})

test('the page says that vowel points count in repositories', async () => {
  const person = await stage.app.user('Pointed')
  stage.server.create('p/points').commit({ put: { 'a.md': 'שלום\n' } })
  await stage.mirror(person, 'p/points')
  const { text } = await person.page(`/search?q=${encodeURIComponent('שלום')}`, { 'accept-language': 'en' })
  expect(text).toContain('vowel points count')
})

test('nobody finds lines of a repository that somebody else mirrors', async () => {
  const noa = await stage.app.user('Noa')
  expect(await paths('total', noa)).toEqual([])
})

test('repositories and their files are named among the things opened last, folders and lost files are not', async () => {
  const opened = async (user: TestUser) => {
    const pages = ['src/total.py', 'gone.py', 'src', ''].map((path) => `path=/repos/${NAME}/${path}`)
    return replyOf(await user.get(`/api/search/opened?${pages.join('&')}`)).opened
  }
  expect(await opened(dana)).toEqual([
    { group: 'repos', url: `/repos/${NAME}/src/total.py`, title: 'total.py', place: NAME },
    { group: 'repos', url: `/repos/${NAME}`, title: NAME, place: '' },
  ])
  expect(await opened(await stage.app.user('Other'))).toEqual([])
})

test('an address with an escaped NUL names nothing', async () => {
  const path = encodeURIComponent(`/repos/${NAME}/a%00b`)
  expect(replyOf(await dana.get(`/api/search/opened?path=${path}`)).opened).toEqual([])
})
