import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seed } from '../../../db/seed.ts'
import { type TestApp, testApp } from '../../../test/app.ts'
import { anchorsOf, ctxOf, exportOf, importInto, writeLibrary } from '../../../test/libraries.ts'
import { writeAccount } from '../../../test/library-extras.ts'
import { tablesOf } from '../../../test/library-rows.ts'
import { manifestIn, unzip } from '../../../test/zips.ts'
import { libraryFormat } from './schema/library.ts'
import { exportLibrary } from './service/export.ts'
import { randomFile, type RandomLibrary, randomLibrary, randomNote } from '../../../test/random-library.ts'

/** `EXPORTS=full` runs 2,000 libraries, about ten minutes. */
const LIBRARIES = process.env['EXPORTS'] === 'full' ? 2_000 : 15

let app: TestApp
/** An empty installation. */
let other: TestApp
let people = 9_000_000
const nextPerson = () => String((people += 1))
beforeAll(async () => {
  app = await testApp()
  other = await testApp()
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await other[Symbol.asyncDispose]()
})

const EMPTY: RandomLibrary = {
  files: [],
  shares: [],
  repos: [],
  settings: null,
  locale: null,
  theme: 'system',
  hasBoards: false,
  defaultBoardName: 'home',
  boards: ['b'],
  views: [],
  notes: [],
}

/** Imports into an empty account of an empty installation, into it again, and into the source account. */
async function assertRoundTrip(from: string, to: string): Promise<void> {
  const zip = await exportOf(ctxOf(app, from))
  const tables = await tablesOf(app, from)
  await writeAccount(other, to)
  const first = await importInto(ctxOf(other, to), zip)
  expect(first.outcomes.filter(({ outcome }) => outcome !== 'saved')).toEqual([])
  expect(await tablesOf(other, to)).toEqual(tables)
  expect(await anchorsOf(other, to)).toEqual(await anchorsOf(app, from))
  for (const [installation, account] of [
    [other, to],
    [app, from],
  ] as const) {
    const again = await importInto(ctxOf(installation, account), zip)
    expect(again.outcomes.filter(({ outcome }) => outcome !== 'unchanged')).toEqual([])
    for (const counts of Object.values(again.extras)) expect(counts).toMatchObject({ saved: 0, failed: 0 })
    expect(await tablesOf(installation, account)).toEqual(tables)
  }
}

test(`every table of an import into an empty installation equals its source row by row, for ${LIBRARIES} random libraries`, async () => {
  await fc.assert(
    fc.asyncProperty(randomLibrary, async (library) => {
      const [from, to] = [nextPerson(), nextPerson()]
      await writeLibrary(app, from, library)
      await assertRoundTrip(from, to)
    }),
    { numRuns: LIBRARIES },
  )
}, 3_600_000)

test('the libraries of the demo users make a complete round trip, every note on its line', async () => {
  const listUsers = () => app.pool.query<{ user_id: string }>('select user_id from users order by user_id')
  const before = new Set((await listUsers()).rows.map(({ user_id }) => user_id))
  await seed(app.db, app.clock.now)
  const rows = (await listUsers()).rows.filter(({ user_id }) => !before.has(user_id))
  expect(rows.length).toBeGreaterThanOrEqual(3)
  // The demo has a due reminder that was not pushed: an import does not push it, and it differs in nothing else.
  await app.pool.query('update reminders set push_at = null where push_at <= $1', [app.clock.now])
  for (const { user_id: from } of rows) await assertRoundTrip(from, nextPerson())
})

test('an import killed after any of its steps is completed by importing again', async () => {
  const notes = fc.sample(randomNote, { numRuns: 6, seed: 7 })
  const files = fc.sample(randomFile, { numRuns: 2, seed: 7 })
  const from = nextPerson()
  const note = { title: 'x', content: 'y', hasLines: true }
  const file = { n: 0, version: 0, hiddenLines: [1], range: null, notes: [note] }
  const views = [
    { name: 'first', of: 'file' as const, q: 'x', n: 0 },
    { name: 'second', of: 'search' as const, q: 'y', n: 0 },
  ]
  const shares = [{ isPublic: true, files: [file], age: 60, days: null, views: 2 }]
  await writeLibrary(app, from, {
    ...EMPTY,
    files,
    notes,
    shares,
    repos: ['octo/cat'],
    theme: 'dark',
    hasBoards: true,
    views,
  })
  const zip = await exportOf(ctxOf(app, from))
  for (let step = 0, isKilled = true; isKilled; step++) {
    const to = nextPerson()
    await writeAccount(other, to)
    // As in an installation of its own: the account of the step before has the address of the link.
    await other.pool.query('delete from share_keys')
    isKilled = await importUntil(to, zip, step)
    const again = await importInto(ctxOf(other, to), zip)
    expect(again.outcomes.filter(({ outcome }) => outcome === 'refused')).toEqual([])
    expect(await tablesOf(other, to), `killed after ${step} steps`).toEqual(await tablesOf(app, from))
  }
})

test('an export leaves out the notes of a file that is purged during the download', async () => {
  const from = nextPerson()
  const files = [1, 2].map((n) => ({
    name: `${n}.txt`,
    versions: ['x'],
    tags: [],
    isFavorite: false,
    isPinned: false,
    folder: '',
    isTrashed: false,
    origin: null,
  }))
  // Incompressible, so that the stream waits for its reader after the first notes.
  const content = () => randomBytes(15_000).toString('base64').slice(0, 20_000)
  const notes = fc.sample(randomNote, { numRuns: 60, seed: 1 }).map((note, n) => ({
    ...note,
    content: content(),
    on: { kind: 'file' as const, n: n % 2 },
    age: 60 - n,
  }))
  await writeLibrary(app, from, { ...EMPTY, files, notes })
  const stream = await exportLibrary(ctxOf(app, from), libraryFormat)
  const chunks: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (chunks.push(chunk) === 1)
      await app.pool.query(`delete from files where user_id = $1 and file_name = '0 1.txt'`, [from])
  }
  const entries = await unzip(Buffer.concat(chunks))
  const manifest = manifestIn(entries)
  expect(manifest.files).toHaveLength(1)
  expect([...entries.keys()].filter((name) => name.endsWith('.md')).length).toBeGreaterThan(manifest.notes.length + 1)
  const report = await importInto(ctxOf(app, nextPerson()), Buffer.concat(chunks))
  expect(report.extras.notes).toEqual({ saved: manifest.notes.length, unchanged: 0, failed: 0 })
  expect(manifest.notes).toHaveLength(30)
})

/** The import checks before each item whether its client is gone; the test kills it there. False when it finished before. */
async function importUntil(to: string, zip: Buffer, steps: number): Promise<boolean> {
  let step = 0
  try {
    const signal = new AbortController().signal
    Object.defineProperty(signal, 'aborted', {
      get: () => {
        if (step++ === steps) throw new Error('killed')
        return false
      },
    })
    await importInto(ctxOf(other, to), zip, signal)
    return false
  } catch (error) {
    expect(error).toEqual(new Error('killed'))
    return true
  }
}
