import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { replyOf, testApp, type TestApp, type TestUser } from '../../../test/app.ts'
import { runInline, type Threads } from '#platform/threads.ts'
import { failingThreads } from '../../../test/failing-threads.ts'
import { untilWhole } from '../../../test/whole-search.ts'
import { makeHeavy } from './store/search-docs.ts'

let app: TestApp
let dana: TestUser
beforeAll(async () => {
  app = await testApp({ RATE_LIMIT_FACTOR: '1000' })
  dana = await app.user('Dana')
  await dana.saveFile('total.py', 'def total(items):\n    return sum(items)\n', { tags: ['billing', 'Draft'] })
  await dana.saveFile('total.css', '.total { color: red }\n/* TODO: dark */\n')
  await dana.saveFile('errors.ts', 'throw new TypeError("x")\nconst warning = 1\n', {
    description: 'all errors',
    folder: 'src',
  })
  await dana.saveFile('שיר.txt', 'שָׁלוֹם עולם\nיוֹם טוֹב\n')
  const noa = await app.user('Noa')
  await noa.saveFile('total.py', 'def total(items): return 1', { tags: ['billing'] })
})
afterAll(() => app[Symbol.asyncDispose]())

const find = async (q: string) => {
  const { items } = await untilWhole(
    async () => replyOf(await dana.get(`/api/files?q=${encodeURIComponent(q)}`)),
    ({ unsearched }) => unsearched === undefined,
  )
  return items.map(({ folder, file_name: name }) => (folder ? `${folder}/${name}` : name)).toSorted()
}

const CASES = [
  ['total items', ['total.py']],
  ['total color', ['total.css']],
  ['items total', ['total.py']],
  ['"def total"', ['total.py']],
  ['"total def"', []],
  ['total -css', ['total.py']],
  ['total -"def total"', ['total.css']],
  ['lang:python', ['total.py']],
  ['lang:py lang:css', ['total.css', 'total.py']],
  ['total -lang:css', ['total.py']],
  ['tag:billing tag:Draft', ['total.py']],
  ['tag:nothing', []],
  ['is:untagged', ['src/errors.ts', 'total.css', 'שיר.txt']],
  ['is:untagged total', ['total.css']],
  ['path:SRC/', ['src/errors.ts']],
  ['total -path:.py', ['total.css']],
  ['/def\\s+t\\w+\\(/', ['total.py']],
  ['/t(otal|heft) \\{/', ['total.css']],
  ['/DEF TOTAL/', ['total.py']],
  ['/DEF TOTAL/ case:yes', []],
  ['/[A-Z]ype[A-Z]/ case:yes', ['src/errors.ts']],
  ['typeerror', ['src/errors.ts']],
  ['typeerror case:yes', []],
  ['TypeError case:yes', ['src/errors.ts']],
  ['total -TODO case:yes', ['total.py']],
  ['total -todo case:yes', ['total.css', 'total.py']],
  ['/^all errors$/', ['src/errors.ts']],
  ['/שלום\\s+ע/', ['שיר.txt']],
  ['/יוֹם/ lang:text', ['שיר.txt']],
  ['/x*/ -/total/', ['src/errors.ts', 'שיר.txt']],
  ['before:2000', []],
  ['after:2000 total', ['total.css', 'total.py']],
  ['is:favourite', []],
  // Not a query, or not one that a list of files can answer: the text is looked for as it stands.
  ['"def', []],
  ['new TypeError("x', ['src/errors.ts']],
  ['/(/', []],
  ['in:notes', []],
] as const

describe.each(['walk', 'index'])('the query of the list, by %s', (how) => {
  beforeAll(async () => {
    if (how === 'index') await makeHeavy(app.db, dana.id)
  })

  test.each(CASES)('%s', async (q, names) => {
    expect(await find(q)).toEqual([...names].toSorted())
  })
})

test('is:untagged finds files without tags in the search, and is a category of the list', async () => {
  const q = 'is:untagged lang:css'
  const { groups } = replyOf(await dana.get(`/api/search?q=${encodeURIComponent(q)}`))
  expect(groups).toMatchObject([
    { group: 'files', hits: [{ title: 'total.css' }], more_url: `/files?q=${encodeURIComponent(q)}` },
  ])
  const { items } = replyOf(await dana.get('/api/files?category=is:untagged&lang=CSS'))
  expect(items).toMatchObject([{ file_name: 'total.css' }])
})

test('lines show where the words and patterns are', async () => {
  const lines = async (q: string) => {
    const { items } = replyOf(await dana.get(`/api/files?q=${encodeURIComponent(q)}`))
    return items.flatMap(({ matches = [] }) =>
      matches.map(({ line, text, ranges }) => [line, ranges.map(([from, to]) => text.slice(from, to))]),
    )
  }
  expect(await lines('total items -css')).toEqual([
    [1, ['total', 'items']],
    [2, ['items']],
  ])
  // The ranges of patterns in lines have 50 ms, and a busy machine lists a file without them.
  await expect.poll(() => lines('/t\\w+l\\(/ -css')).toEqual([[1, ['total(']]])
  await expect.poll(() => lines('/שלו./')).toEqual([[1, ['שָׁלוֹם']]])
})

/** Threads that have time for one text of every check. */
const HURRIED: Threads = {
  run: async (_lane, task, input) => {
    const output = await runInline(task, input)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the output of a check is a list
    return task.name === 'check-texts' ? ((output as unknown as boolean[]).slice(0, 1) as typeof output) : output
  },
  close: () => Promise.resolve(),
}

describe('a pattern that takes too long', () => {
  const readAll = async (person: TestUser, q: string) => {
    const page = async (cursor: string) =>
      replyOf(await person.get(`/api/files?q=${encodeURIComponent(q)}&sort=created_at_asc&cursor=${cursor}`))
    const seen: string[] = []
    const left: (number | null)[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const answer: Awaited<ReturnType<typeof page>> = await page(cursor)
      seen.push(...answer.items.map(({ file_name: name }) => name))
      left.push(answer.unsearched?.files ?? null)
      cursor = answer.next_cursor
    }
    return { seen, left }
  }

  test('says how many files are left, and the next page goes on there', async () => {
    await using hurried = await testApp({}, HURRIED)
    const person = await hurried.user('Hurried')
    for (const name of ['a', 'b', 'c', 'd']) {
      await person.saveFile(name, name)
      hurried.advance(1)
    }
    expect(await readAll(person, '/[bd]/')).toEqual({ seen: ['b', 'd'], left: [3, 2, 1, null] })
    const { text } = await person.page(`/files?q=${encodeURIComponent('/[bd]/')}&sort=created_at_asc`, {
      'accept-language': 'en',
    })
    expect(text).toContain('3 files were not searched yet')
  })

  test('checks one text of every page when a slow database has used up the time', async () => {
    await using slow = await testApp({}, { run: (_lane, task, input) => runInline(task, input), close: async () => {} })
    const person = await slow.user('Slow')
    for (const name of ['a', 'b', 'c', 'd']) {
      await person.saveFile(name, name)
      slow.advance(1)
    }
    let now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000))
    try {
      expect(await readAll(person, '/[bd]/')).toEqual({ seen: ['b', 'd'], left: [3, 2, 1, null] })
    } finally {
      clock.mockRestore()
    }
  })

  test('passes over a text that takes longer than all the time there is', async () => {
    await using stuck = await testApp({}, failingThreads(['check-texts'], 'deadline'))
    const person = await stuck.user('Stuck')
    for (const name of ['a', 'b']) await person.saveFile(name, name)
    expect(await readAll(person, '/[ab]/')).toEqual({ seen: [], left: [2, 1, null] })
  })
})
