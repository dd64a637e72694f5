import { sql } from 'kysely'
import type { UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Hit, NoteSearch } from '../note-search.ts'
import { noteColumns, type Row, toNote } from './rows.ts'
import { searchConditions, wordsInTitle } from './search-conditions.ts'

export type FoundNote = Hit & { searched: { title: string; body: string } }

/** Up to this limit, hits in titles are looked for first. A larger one is seldom filled by titles alone. */
const FEW = 100

/** Title hits first, then the most recently updated. Notes of files in the trash are excluded. */
export async function findMatching(db: Db, userId: UserId, search: NoteSearch, limit: number): Promise<FoundNote[]> {
  const inTitles = search.holds.length > 0 && limit <= FEW ? await find(db, userId, search, limit, true) : []
  // A common word is in the titles of more notes than are asked for, and then no other text has to be read.
  return inTitles.length >= limit ? inTitles : find(db, userId, search, limit, false)
}

/** Only the best are read whole: a common word is in thousands of notes, and sorting all their texts takes several times as long. */
async function find(
  db: Db,
  userId: UserId,
  search: NoteSearch,
  limit: number,
  isTitleOnly: boolean,
): Promise<FoundNote[]> {
  const inTitle = wordsInTitle(search)
  const conditions = isTitleOnly
    ? [inTitle, ...searchConditions(userId, { ...search, holds: [] })]
    : searchConditions(userId, search)
  const { rows } = await sql<Row & FoundRow>`/* unnamed: search notes */
    with hit as materialized (
      select n.id, (${inTitle}) as "inTitle" from notes n
      where n.user_id = ${userId} and ${sql.join(conditions, sql` and `)}
        and (n.file_id is null or n.file_id not in (select f.id from files f where f.user_id = ${userId} and f.deleted_at is not null))
      order by "inTitle" desc, n.updated_at desc, n.id desc limit ${limit}
    )
    select ${noteColumns(userId)}, split_part(f.file_name, '/', -1) as "fileName", b.name as "boardName",
      n.search_title as "searchedTitle", n.search_body as "searchedBody"
    from hit join notes n on n.user_id = ${userId} and n.id = hit.id
    left join files f on f.user_id = ${userId} and f.id = n.file_id
    left join boards b on b.user_id = ${userId} and b.id = n.board_id
    order by hit."inTitle" desc, n.updated_at desc, n.id desc
  `.execute(db)
  return rows.map(({ fileName, boardName, searchedTitle, searchedBody, ...row }) => ({
    note: toNote(row),
    fileName,
    boardName,
    searched: { title: searchedTitle, body: searchedBody },
  }))
}

type FoundRow = {
  fileName: string | null
  boardName: string | null
  searchedTitle: string
  searchedBody: string
}
