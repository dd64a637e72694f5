import { afterAll, beforeAll, expect, test } from 'vitest'
import { replyOf } from '../../../test/app.ts'
import { repoStage, type RepoStage, type TestUser } from '../../../test/repos.ts'

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
  const { groups } = replyOf(await user.get(`/api/search?q=${encodeURIComponent(q)}`))
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

test('a result leads to its line', async () => {
  const { groups } = replyOf(await dana.get('/api/search?q=sum'))
  const [hit] = groups.find(({ group }) => group === 'repos')?.hits ?? []
  expect(hit?.matches).toEqual([
    { line: 2, text: '    return sum(items)', ranges: [[11, 14]], url: `/repos/${NAME}/src/total.py#L2` },
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
