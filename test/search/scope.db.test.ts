import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { replyOf, type TestUser } from '../app.ts'
import { indexStage, type IndexStage, queryFor } from '../code-index.ts'
import { repoStage, type RepoStage } from '../repos.ts'
import { findZoekt } from '../zoekt.ts'

/** `SEARCH=full`: as many as the promise says. */
const SEARCHES = process.env['SEARCH'] === 'full' ? 1_000 : 60
const WORDS = ['total', 'Total', 'needle', 'שלום', 'שָׁלוֹם', 'render', 'mark', 'a', 'py']
const NAMES = ['Dana', 'Omer', 'Noa', 'Avi'] as const
/** Everybody's texts have the same words, and a word of their own. */
const markOf = (name: string) => `mark${name}`

type Owned = { person: TestUser; mark: string; ids: Set<string>; repos: string[] }

let stage: RepoStage
const people: Owned[] = []
beforeAll(async () => {
  const bin = findZoekt()
  const index = bin === null ? null : await indexStage(bin)
  stage = index ?? (await repoStage())
  for (const name of NAMES) {
    const person = await stage.app.user(name)
    const [mark, own] = [markOf(name), `${name.toLowerCase()}/own`]
    stage.server.create(own).commit({ put: { 'total.py': textOf(mark), 'needle.md': `needle ${mark}\n` } })
    people.push({ person, mark, ids: await fill(person, mark), repos: [own] })
    await stage.mirror(person, own)
  }
  // One mirror, and one index of it, for two of them.
  stage.server
    .create('open/shared')
    .commit({ put: { 'total.py': textOf('markShared'), 'render.ts': 'needle render total\n' } })
  for (const owned of people.slice(0, 2)) {
    await stage.mirror(owned.person, 'open/shared')
    owned.repos.push('open/shared')
  }
  await index?.index()
  if (index) await waitForIndex(index)
  await stage.app.pool.query('analyze')
}, 120_000)
afterAll(() => stage[Symbol.asyncDispose]())

/** The server loads new shards by itself, a moment after they are written. */
async function waitForIndex(index: IndexStage): Promise<void> {
  for (const { person, repos } of people)
    for (let isLoaded = false; !isLoaded;) {
      const outcome = await index.search(person, repos, queryFor('total'))
      isLoaded = outcome.is === 'found' && outcome.byGit.length === 0
    }
}

const textOf = (mark: string) =>
  `def total(needle):\n    return render("שָׁלוֹם ${mark}")\n\n\ndef ${mark}_render():\n    pass\n`

/** The same things under the same names for everybody. Returns their ids. */
async function fill(person: TestUser, mark: string): Promise<Set<string>> {
  const ids = new Set<string>()
  for (const name of ['total.py', 'render.py', 'needle.py'])
    ids.add(await person.saveFile(name, textOf(mark), { tags: ['total', mark], folder: 'needle' }))
  const [file = ''] = ids
  for (const title of ['total', 'שָׁלוֹם', `needle ${mark}`])
    ids.add((await person.createNote(file, { title, content: `total needle ${mark}\n\n- [ ] render` })).id)
  const board = await person.createBoard(`total needle ${mark}`)
  // Everybody has a first board too, which nobody made.
  for (const { id } of await person.listBoards()) ids.add(id)
  ids.add((await person.createBoardNote(board.id, { title: 'render', content: `שלום ${mark}` })).id)
  const gone = await person.saveFile('gone.py', textOf(mark))
  ids.add(gone)
  replyOf(await person.post(`/api/files/${gone}/trash`))
  replyOf(await person.post('/api/files/bulk-favorite', { file_ids: [file] }))
  return ids
}

const word = fc.oneof(
  fc.constantFrom(...WORDS, ...NAMES.map(markOf), 'markShared'),
  fc.string({ minLength: 1, maxLength: 6, unit: 'grapheme' }),
)
const plain = word.filter((text) => !/["\\]/.test(text))
const part = fc.oneof(
  { weight: 4, arbitrary: word },
  plain.map((text) => `"${text}"`),
  plain.map((text) => `-"${text}"`),
  fc.constantFrom('/t.tal/', '/mark\\w+/', '/.*/', '/(needle|render) \\w+/', '-/x/'),
  word.map((text) => `sym:${text.replaceAll(/["\s]/g, '') || 'total'}`),
  fc.constantFrom('in:files', 'in:notes', 'in:boards', 'in:repos', 'is:favourite', 'is:task', 'is:trash', 'case:yes'),
  fc.constantFrom(
    'lang:python',
    'tag:total',
    'path:total',
    'repo:own',
    'repo:shared',
    'repo:noa',
    'after:2000',
    'before:2100',
  ),
)
const search = fc.record({
  asker: fc.nat({ max: NAMES.length - 1 }),
  q: fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' ')),
})

/** Whether the asker owns a result: by its id, or by the repository that it is in. */
function isOwn({ ids, repos }: Owned, group: string, id: string): boolean {
  if (group === 'repos') return repos.some((repo) => id.startsWith(`${repo}/`))
  const [owner = ''] = group === 'symbols' ? id.split(/-(?=\d)/) : [id]
  return ids.has(owner) || repos.some((repo) => id.startsWith(`${repo}/`))
}

test(`of ${SEARCHES} random searches by four people every result belongs to the asker`, async () => {
  let found = 0
  const property = fc.asyncProperty(search, async ({ asker, q }) => {
    const owned = people[asker]
    if (!owned) throw new Error(`nobody has the number ${asker}`)
    const answer = await owned.person.get(`/api/search?q=${encodeURIComponent(q)}`)
    expect([200, 400], answer.text).toContain(answer.status)
    const foreign = people.filter((each) => each !== owned).map(({ mark }) => mark)
    const page = await owned.person.page(`/search?q=${encodeURIComponent(q)}`)
    // The question itself may name somebody's mark.
    const shown = [answer.text, page.text].map((each) => each.replaceAll(q, '').replaceAll(encodeURIComponent(q), ''))
    if (!foreign.some((mark) => q.includes(mark)))
      for (const mark of foreign) expect(shown.join(''), q).not.toContain(mark)
    if (!answer.ok) return
    const hits = answer.body.groups.flatMap(({ group, hits: some }) => some.map(({ id }) => ({ group, id })))
    expect(
      hits.filter(({ group, id }) => !isOwn(owned, group, id)),
      q,
    ).toEqual([])
    found += hits.length
  })
  await fc.assert(property, { numRuns: SEARCHES })
  // Most random searches find nothing; if none did, nothing would have been tested.
  expect(found).toBeGreaterThan(SEARCHES / 10)
}, 1_800_000)
