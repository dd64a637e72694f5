import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserId } from '#base/ids.ts'
import { sql } from 'kysely'
import { testApp, type TestApp } from '../../../test/app.ts'
import { cursorAfter, type ListCursor } from './list-order.ts'
import { makeHeavy } from './store/search-docs.ts'
import { EVERYTHING, type PageRequest } from './store/list-conditions.ts'
import { searchWindow } from './store/search-window.ts'

const FILES = 900
let app: TestApp
let userId: UserId

/**
 * A person with files of one minute each. Three out of a hundred were changed long after their creation, and one has an id that is later than its
 * change. In the reverse, ids are later than every change, and the oldest file was changed last.
 */
async function fillShelf(name: string, isReverse: boolean): Promise<UserId> {
  const { id } = await app.user(name)
  await app.pool.query(
    `insert into files (user_id, id, file_name, language, version, sha256, size_bytes, line_count, created_at, updated_at, touched_at)
     select $1, rpad(lpad(to_hex((extract(epoch from of_id) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(i), 3, '0') || '8', 32, md5(i::text))::uuid,
       'f' || i, 'Text', 1, '\\x00', 1, 1, at, changed, changed
     from generate_series(0, $2) as i,
       lateral (select '2026-01-01'::timestamptz + i * interval '1 minute' as at) a,
       lateral (select case when $3 then '2025-01-01'::timestamptz - i * interval '1 minute' when i % 33 = 5 then at + interval '7 hours' else at end as changed, case when i % 100 = 7 then at + interval '2 days' else at end as of_id) b`,
    [id, FILES - 1, isReverse],
  )
  await app.pool.query(
    `insert into search_docs (user_id, file_id, doc)
     select $1, id, case when md5(file_name) < '8' then 'half of all ' else '' end || case when md5(file_name) < '1' then 'seldom seen' else 'text' end from files where user_id = $1`,
    [id],
  )
  await makeHeavy(app.db, id)
  return id
}

beforeAll(async () => {
  app = await testApp()
  userId = await fillShelf('Heavy', false)
})
afterAll(() => app[Symbol.asyncDispose]())

const COLUMN = { created_at_desc: 'created_at', updated_at_desc: 'updated_at' } as const
type Newest = keyof typeof COLUMN

/** The same by reading every file of the window. */
async function expected(needle: string, { sort, cursor, limit }: PageRequest & { sort: Newest }, size: number) {
  const column = COLUMN[sort]
  const { rows } = await app.pool.query<{ name: string }>(
    `select file_name as name from (
       select * from files f where user_id = $1 and ($2::timestamptz is null or (${column}, id) < ($2, $3)) order by ${column} desc, id desc limit $4
     ) page where exists (select from search_docs d where d.user_id = $1 and d.file_id = page.id and strpos(d.doc, $5) > 0)
     order by ${column} desc, id desc limit $6`,
    [userId, cursor?.key ?? null, cursor?.id ?? null, size, needle, limit],
  )
  return rows.map(({ name }) => name)
}

function search(needle: string, paging: PageRequest, size: number, of = userId) {
  const matches = {
    byIndex: sql`d.indexed and d.doc like ${`%${needle}%`}`,
    each: sql`strpos(d.doc, ${needle}) > 0`,
  }
  return searchWindow(app.db, of, { filter: EVERYTHING, paging, matches }, size)
}

test('searchWindow finds exactly the matches among the next files, whenever they were created', async () => {
  for (const sort of ['updated_at_desc', 'created_at_desc'] as const)
    for (const needle of ['half', 'seldom', 'of all seldom', 'absent'])
      for (const [size, limit] of [
        [200, 21],
        [400, 500],
      ] as const) {
        let cursor: ListCursor | null = null
        for (let page = 0; page < 2; page++) {
          const paging = { sort, cursor, limit }
          const found = await search(needle, paging, size)
          expect(
            found?.map(({ fileName }) => fileName),
            `${sort} ${needle} ${size}`,
          ).toEqual(await expected(needle, paging, size))
          const last = found?.[10]
          if (last) cursor = cursorAfter(last, sort)
        }
      }
})

test('searchWindow declines where fewer files are left, and where ids do not follow the order', async () => {
  const paging = { sort: 'updated_at_desc', cursor: null, limit: 21 } as const
  expect(await search('half', paging, FILES + 1)).toBeNull()
  const reverse = await fillShelf('Reverse', true)
  expect(await search('half', paging, 100, reverse)).toBeNull()
})
