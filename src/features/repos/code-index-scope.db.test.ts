import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CodeQuery, CodeTerm } from '#platform/code-index/query.ts'
import { indexStage, type IndexStage, queryFor } from '../../../test/code-index.ts'
import type { TestUser } from '../../../test/repos.ts'
import { findZoekt } from '../../../test/zoekt.ts'

const bin = findZoekt()
const WORDS = [
  'needle',
  'Needle',
  'שלום',
  'const',
  'or',
  'repo:',
  'a"b',
  'back\\slash',
  '(open',
  '1 + 1 = 2',
  'case:yes',
]
/** The words in many combinations, and in each repository a word of its owner. */
const filesOf = (owner: string) =>
  Object.fromEntries(
    WORDS.flatMap((word, i) => [
      [`src/${i}.ts`, `${word} of ${owner}\n${WORDS[(i * 3) % WORDS.length]} again\n\n${owner}\n`],
      [`doc/${i}.md`, `# ${word.toUpperCase()}\nplain text ${i}\n`],
    ]),
  )

let stage: IndexStage
let dana: TestUser
let omer: TestUser
const NAMES = { dana: ['noa/first', 'noa/second'], omer: ['noa/third'] }

beforeAll(async () => {
  if (bin === null) return
  stage = await indexStage(bin)
  dana = await stage.app.user('Dana')
  omer = await stage.app.user('Omer')
  for (const name of [...NAMES.dana, ...NAMES.omer]) {
    stage.server.create(name).commit({ put: filesOf(NAMES.omer.includes(name) ? 'Omer' : 'Dana') })
    await stage.mirror(NAMES.omer.includes(name) ? omer : dana, name)
  }
  await stage.index()
  for (let isLoaded = false; !isLoaded;) {
    const found = await Promise.all([
      stage.search(dana, NAMES.dana, queryFor('x')),
      stage.search(omer, NAMES.omer, queryFor('x')),
    ])
    isLoaded = found.every((each) => each.is === 'found' && each.byGit.length === 0)
  }
})
afterAll(async () => {
  if (bin !== null) await stage[Symbol.asyncDispose]()
})

async function both(query: CodeQuery) {
  const [index, git] = [
    await stage.search(dana, NAMES.dana, query),
    await stage.search(dana, NAMES.dana, query, { by: 'git' }),
  ]
  return [index, git].map((outcome) => {
    if (outcome.is !== 'found') return outcome.is
    return outcome.files
      .flatMap(({ mirrorId, path, lines }) => lines.map(({ line }) => `${mirrorId}/${path}:${line}`))
      .toSorted()
  })
}

const term = (text: string, more: Partial<CodeTerm> = {}): CodeTerm => ({
  kind: 'text',
  text,
  isNegated: false,
  ...more,
})
const terms = (...list: CodeTerm[]): CodeQuery => ({ ...queryFor(''), terms: list })

const CASES: Readonly<Record<string, CodeQuery>> = {
  'a word': queryFor('needle'),
  'a word with its letter case': queryFor('Needle', { isCaseSensitive: true }),
  'a Hebrew word': queryFor('שלום'),
  'a phrase': queryFor('needle of Dana'),
  'two words of one file': terms(term('needle'), term('again')),
  'a word without another': terms(term('of Dana'), term('needle', { isNegated: true })),
  'a pattern': terms(term('ne+dle\\s+of', { kind: 'pattern' })),
  'a pattern without a literal': terms(term('^[a-z]{5} .f', { kind: 'pattern' })),
  'a pattern and a word': terms(term('n..dle', { kind: 'pattern' }), term('again')),
  'a word without a pattern': terms(term('of Dana'), term('c.nst', { kind: 'pattern', isNegated: true })),
  alternatives: terms(term('(needle|const) of', { kind: 'pattern' })),
  'a pattern that is not valid': terms(term('(', { kind: 'pattern' })),
  'a backreference, which RE2 does not have': terms(term('(a)\\1', { kind: 'pattern' })),
  'a path': queryFor('needle', { paths: [{ text: 'SRC/', isNegated: false }] }),
  'not a path': queryFor('needle', { paths: [{ text: 'src/', isNegated: true }] }),
  'a language': queryFor('needle', { languages: [{ text: 'TypeScript', isNegated: false }] }),
  'one of two languages': queryFor('needle', {
    languages: ['TypeScript', 'Markdown'].map((text) => ({ text, isNegated: false })),
  }),
  'not a language': queryFor('needle', { languages: [{ text: 'Markdown', isNegated: true }] }),
}

const HOSTILE = [
  'repo:third Omer',
  'r:.* Omer',
  'x or Omer',
  'or',
  '" or "',
  '") or (Omer',
  '\\" or Omer or "',
  'a"b',
  'back\\slash',
  '\\',
  '"',
  '(open',
  ')',
  '-needle',
  'case:yes',
  'type:repo',
  'lang:python',
  'line\nbreak',
  'nul\0byte',
  'lone \ud800 surrogate',
  '[a-',
  '(?i)',
  '.*',
  'x'.repeat(10_000),
  '"'.repeat(5_000),
]

describe.skipIf(bin === null)('the code index and git', () => {
  test.each(Object.entries(CASES))('find the same lines: %s', async (_, query) => {
    const [index, git] = await both(query)
    expect(index).toEqual(git)
    expect(index).not.toEqual([])
  })

  test.each(HOSTILE.map((text) => [JSON.stringify(text).slice(0, 30), text]))(
    'find the same lines of %s, and none of other repositories',
    async (_, text) => {
      const [index, git] = await both(queryFor(text))
      expect(index).toEqual(git)
      expect(JSON.stringify(await stage.search(dana, NAMES.dana, queryFor(text)))).not.toContain('Omer')
    },
  )

  test('keep random queries of two users to their own repositories', async () => {
    const word = fc.oneof(fc.constantFrom(...WORDS, 'Omer', 'Dana'), fc.string({ minLength: 1, maxLength: 12 }))
    const anyTerm = fc.record({
      kind: fc.constantFrom('text' as const, 'text' as const, 'pattern' as const),
      text: word,
      isNegated: fc.boolean(),
    })
    const query = fc.record({
      terms: fc.array(anyTerm, { minLength: 1, maxLength: 3 }),
      isCaseSensitive: fc.boolean(),
      languages: fc.constant([]),
      paths: fc.array(fc.record({ text: word, isNegated: fc.boolean() }), { maxLength: 1 }),
    })
    const property = fc.asyncProperty(query, async (asked) => {
      const [hers, his] = await Promise.all([
        stage.search(dana, NAMES.dana, asked),
        stage.search(omer, NAMES.omer, asked),
      ])
      expect(JSON.stringify(hers)).not.toContain('Omer')
      expect(JSON.stringify(his)).not.toContain('Dana')
      if (hers.is === 'found') expect(hers.byGit).toEqual([])
    })
    await fc.assert(property, { numRuns: 150 })
  })

  test('say when the time was over, and which repositories are left', async () => {
    const found = await stage.search(dana, NAMES.dana, queryFor('needle'), { by: 'git', ms: 0.001 })
    expect(found).toMatchObject({ is: 'found', isStopped: true, left: NAMES.dana, files: [] })
  })
})
