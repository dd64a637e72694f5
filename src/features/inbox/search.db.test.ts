import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp, type TestUser } from '../../../test/app.ts'
import { untilWhole } from '../../../test/whole-search.ts'

let app: TestApp
let dana: TestUser
const names = new Map<string, string>()
beforeAll(async () => {
  app = await testApp({ RATE_LIMIT_FACTOR: '1000' })
  dana = await app.user('Dana')
  const file = await dana.saveFile('a.md', 'one\ntwo\n')
  const notes = {
    milk: { title: 'Milk', content: 'buy milk and bread', color: 'pink' },
    bread: { content: 'bread before milk\n\n- [ ] bake' },
    code: { content: 'Error 404 in total()' },
    hebrew: { title: 'שָׁלוֹם', content: 'לקנות חלב' },
  }
  for (const [name, note] of Object.entries(notes)) {
    names.set((await dana.createNote(file, note)).id, name)
    app.advance(60)
  }
  const noa = await app.user('Noa')
  await noa.createNote(await noa.saveFile('b.md', 'x'), { title: 'Milk', content: 'milk of somebody else' })
})
afterAll(() => app[Symbol.asyncDispose]())

/** A list of notes; asked for again while its time was up. */
const openNotes = (user: TestUser, query: string) =>
  untilWhole(
    async () => (await user.page(`/notes?${query}`)).text,
    (html) => !html.includes('The time was up'),
  )
const look = (q: string, more = '') => openNotes(dana, `q=${encodeURIComponent(q)}${more}`)
const found = (html: string) =>
  [...html.matchAll(/class="inbox-note" id="note-([0-9a-f]{32})"/g)].map(([, id]) => names.get(id ?? ''))

describe('the query of GET /notes', () => {
  test.each([
    ['milk', ['milk', 'bread']],
    ['milk bread', ['bread', 'milk']],
    ['"milk and bread"', ['milk']],
    ['milk -bake', ['milk']],
    ['/err\\w+ \\d+/', ['code']],
    ['/m[il]+k/ -bake', ['milk']],
    // Both notes have the word that the pattern requires.
    ['/milk\\s[a-c]/', ['milk']],
    ['error case:yes', []],
    ['Error case:yes', ['code']],
    ['שלום', ['hebrew']],
    ['is:task', ['bread']],
    ['is:due', []],
    ['before:2000', []],
    ['after:2000 milk', ['milk', 'bread']],
    ['repo:owner/name', []],
    ['-repo:owner/name milk', ['milk', 'bread']],
    ['in:notes milk', ['milk', 'bread']],
    ['total(', ['code']],
    ['100%', []],
  ])('%s', async (q, expected) => {
    const html = await look(q)
    expect(found(html)).toEqual(expected)
    expect(html).toContain(expected.length === 1 ? '>1 note</h2>' : `>${expected.length} notes</h2>`)
  })

  test('combines with the colour and the state of the filters', async () => {
    expect(found(await look('milk', '&color=pink'))).toEqual(['milk'])
    expect(found(await look('/m.lk/', '&show=tasks'))).toEqual(['bread'])
  })

  test('marks every word, and each only once', async () => {
    const html = await look('milk bread')
    expect(html).toContain('buy <mark>milk</mark> and <mark>bread</mark>')
  })

  test('points at the letters that are wrong, and leads to the search of everything', async () => {
    expect(await look('milk lang:go')).toContain('milk <mark>lang:go</mark>')
    expect(await look('milk lang:go')).toContain('href="/search?q=milk%20lang%3Ago"')
    expect(await look('/a(/')).toContain('The regular expression is not valid')
    expect(await look('milk "x')).toContain('The quotation mark is not closed.')
  })

  test('pages of words and patterns list every note once, with the same number', async () => {
    const user = await app.user('Pages')
    const file = await user.saveFile('p.md', 'x')
    for (let n = 0; n < 45; n++) {
      await user.createNote(file, { ...(n % 9 === 0 && { title: 'needle' }), content: `needle ${n}` })
      app.advance(1)
    }
    for (const q of ['needle', '/ne+dle/', 'needle -44']) {
      const seen: string[] = []
      let at: string | null = `q=${encodeURIComponent(q)}`
      while (at !== null) {
        const text = await openNotes(user, at)
        expect(text).toContain(q === 'needle -44' ? '>44 notes</h2>' : '>45 notes</h2>')
        seen.push(...[...text.matchAll(/class="inbox-note" id="note-(\w+)"/g)].map(([, id]) => id ?? ''))
        at = /rel="next" href="\/notes\?([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? null
      }
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen).toHaveLength(q === 'needle -44' ? 44 : 45)
    }
  })
})
