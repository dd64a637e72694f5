import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UserId } from '#base/ids.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import type { File } from './file.ts'
import { pairsOf } from './search-index.ts'
import { cursorAfter, SORTS } from './list-order.ts'
import { listFiles } from './store/list.ts'
import { EVERYTHING, type ListFilter, type PageRequest } from './store/list-conditions.ts'
import { searchFiles } from './store/find-by-text.ts'
import { indexSome, makeHeavy } from './store/search-docs.ts'

/** More files than search walks before it uses an index. */
const FILES = 1_700

/** File number i; the last one is the newest, and five share a timestamp. */
function textOf(i: number): string {
  const parts = ['plain text']
  if (i % 2 === 0) parts.push('common')
  if (i % 40 === 0) parts.push('now and then')
  if (i === 3 || i === 900) parts.push('needle qz שץ =>')
  return parts.join('\n')
}

let app: TestApp
let userId: UserId

beforeAll(async () => {
  app = await testApp()
  userId = (await app.user('Heavy')).id
  await app.pool.query(
    `insert into files (user_id, id, file_name, language, tags, repo, version, sha256, size_bytes, line_count, created_at, updated_at, touched_at)
     select $1, md5(i::text)::uuid, 'f' || i, case when i % 3 = 0 then 'Python' else 'Text' end,
       case when i % 2 = 0 then array['even'] when i < 40 then array['old'] else '{}' end, case when i = 7 then 'a/b' end, 1, '\\x00', 1, 1, at, at, at
     from generate_series(0, $2) as i, lateral (select '2026-01-01'::timestamptz + (i / 5) * interval '1 minute' as at) moment`,
    [userId, FILES - 1],
  )
  await app.pool.query(
    `insert into search_docs (user_id, file_id, doc) select $1, md5(i::text)::uuid, doc from unnest($2::int[], $3::text[]) as d (i, doc)`,
    [userId, Array.from({ length: FILES }, (_, i) => i), Array.from({ length: FILES }, (_, i) => textOf(i))],
  )
  await app.pool.query(`insert into file_counts values ($1, 'language', 'Text', $2)`, [userId, FILES])
  // Without statistics every page of a walk reads the searched texts in a nested loop.
  await app.pool.query('analyze files, search_docs')
})
afterAll(() => app[Symbol.asyncDispose]())

/** Collects the file numbers of all pages by following the cursor. */
async function numbers(page: (paging: PageRequest) => Promise<File[]>, sort: PageRequest['sort'] = 'created_at_desc') {
  const names: number[] = []
  for (let cursor: PageRequest['cursor'] = null; ;) {
    const found = await page({ sort, cursor, limit: 21 })
    names.push(...found.slice(0, 20).map(({ fileName }) => Number(fileName.slice(1))))
    const last = found[19]
    if (found.length <= 20 || !last) return names.toSorted((a, b) => a - b)
    expect(last.id).not.toBe(cursor?.id)
    cursor = cursorAfter(last, sort)
  }
}

const all = Array.from({ length: FILES }, (_, i) => i)
const hits = (needle: string) => all.filter((i) => textOf(i).includes(needle))

describe('search', () => {
  const needles = ['needle', 'common', 'now and then', 'qz', 'שץ', '=>', 'w a', 'zz', 'absent', 'p', 'qz\nx']
  const ask = (needle: string, isHeavy: boolean) =>
    numbers((paging) =>
      searchFiles(app.db, userId, { ...EVERYTHING, text: { holds: [[needle]], lacks: [] } }, paging, {
        userHasMore: true,
        isHeavy,
      }),
    )

  test('finds the same files by walking and through each index', async () => {
    for (const needle of needles) expect(await ask(needle, false), needle).toEqual(hits(needle))
    await makeHeavy(app.db, userId)
    for (const needle of needles) expect(await ask(needle, true), needle).toEqual(hits(needle))
  })

  test('fills the indexes in steps, with the character pairs of each text', async () => {
    await app.pool.query('update search_docs set indexed = false, pairs = null where user_id = $1', [userId])
    expect(await indexSome(app.db, userId)).toBe(true)
    const { rows } = await app.pool.query<{ pairs: Buffer; doc: string }>(
      'select pairs, doc from search_docs where user_id = $1 and indexed',
      [userId],
    )
    expect(rows).toHaveLength(100)
    for (const { pairs, doc } of rows) expect(Uint8Array.from(pairs)).toEqual(pairsOf(doc))
    await makeHeavy(app.db, userId)
    expect(await indexSome(app.db, userId)).toBe(false)
  })
})

describe('filters without an index in list order', () => {
  const filters: [string, Partial<ListFilter>, number[]][] = [
    ['common tag', { category: { name: 'tag', tag: 'even' } }, all.filter((i) => i % 2 === 0)],
    ['tag of old files', { category: { name: 'tag', tag: 'old' } }, all.filter((i) => i % 2 === 1 && i < 40)],
    ['unknown tag', { category: { name: 'tag', tag: 'none' } }, []],
    ['any repo', { category: { name: 'repo' } }, [7]],
    ['no repo', { category: { name: 'other' } }, all.filter((i) => i !== 7)],
    ['recent', { category: { name: 'recent', since: new Date('2026-01-01T05:30:00Z') } }, all.filter((i) => i >= 1650)],
    [
      'language and tag',
      { language: 'Python', category: { name: 'tag', tag: 'old' } },
      all.filter((i) => i % 6 === 3 && i < 40),
    ],
  ]

  test.each(filters)('%s: lists every file once, in both directions', async (_, filter, expected) => {
    for (const sort of SORTS)
      expect(await numbers((paging) => listFiles(app.db, userId, { ...EVERYTHING, ...filter }, paging), sort)).toEqual(
        expected,
      )
  })
})
