import { type RawBuilder, sql } from 'kysely'
import type { NoteId, UserId } from '#base/ids.ts'
import type { Clause } from '#base/search-query/text-terms.ts'
import type { Db } from '#platform/db/pool.ts'
import type { Hit, Needle } from '../search.ts'
import { HAS_OPEN_TASK, hasOpenTaskOutsideFences } from './inbox.ts'
import { NOTE_COLUMNS, type Row, toNote } from './rows.ts'
import { matches } from './search.ts'

/** What the search of everything asks of notes. */
export type NoteSearch = {
  holds: readonly Needle[]
  lacks: readonly Needle[]
  /** Folded texts that the patterns of the query require in the title or the body. */
  requires: readonly Clause[]
  repos: { any: readonly string[]; none: readonly string[] }
  since: Date | null
  until: Date | null
  isInTrash: boolean
  /** Notes with a pending reminder whose time has come by then. */
  dueBy: Date | null
  /** Notes with an open task. `openBesideFences`: those of them that have fenced code too. */
  tasks: { openBesideFences: readonly NoteId[] } | null
}

export type FoundNote = Hit & { searched: { title: string; body: string }; inTitle: boolean }

/** Title hits first, then the most recently updated. Notes of files in the trash are excluded. */
export async function findMatching(db: Db, userId: UserId, search: NoteSearch, limit: number): Promise<FoundNote[]> {
  const inTitle =
    search.holds.length === 0
      ? sql`false`
      : sql.join(
          search.holds.map((needle) => matches(needle).inTitle),
          sql` and `,
        )
  const { rows } = await sql<Row & FoundRow>`/* unnamed: search notes */
    select ${NOTE_COLUMNS}, split_part(f.file_name, '/', -1) as "fileName", b.name as "boardName",
      n.search_title as "searchedTitle", n.search_body as "searchedBody", (${inTitle}) as "inTitle"
    from notes n
    left join files f on f.user_id = ${userId} and f.id = n.file_id
    left join boards b on b.user_id = ${userId} and b.id = n.board_id
    where n.user_id = ${userId} and f.deleted_at is null and ${sql.join(conditions(userId, search), sql` and `)}
    order by "inTitle" desc, n.updated_at desc, n.id desc limit ${limit}
  `.execute(db)
  return rows.map(({ fileName, boardName, searchedTitle, searchedBody, inTitle: isInTitle, ...row }) => ({
    note: toNote(row),
    fileName,
    boardName,
    searched: { title: searchedTitle, body: searchedBody },
    inTitle: isInTitle,
  }))
}

type FoundRow = {
  fileName: string | null
  boardName: string | null
  searchedTitle: string
  searchedBody: string
  inTitle: boolean
}

function conditions(userId: UserId, search: NoteSearch): RawBuilder<unknown>[] {
  const { holds, lacks, requires, repos, since, until, isInTrash, dueBy, tasks } = search
  return [
    isInTrash ? sql`n.deleted_at is not null` : sql`n.deleted_at is null`,
    ...holds.map((needle) => matches(needle).anywhere),
    ...lacks.map((needle) => sql`not ${matches(needle).anywhere}`),
    ...requires.map(
      (clause) =>
        sql`(${sql.join(
          clause.map((text) => sql`strpos(n.search_title, ${text}) > 0 or strpos(n.search_body, ${text}) > 0`),
          sql` or `,
        )})`,
    ),
    ...(repos.any.length > 0 ? [sql`n.repo_name = any(${repos.any}::text[])`] : []),
    ...(repos.none.length > 0 ? [sql`(n.repo_name is null or n.repo_name <> all(${repos.none}::text[]))`] : []),
    ...(since ? [sql`n.updated_at >= ${since}`] : []),
    ...(until ? [sql`n.updated_at < ${until}`] : []),
    ...(tasks ? [HAS_OPEN_TASK, hasOpenTaskOutsideFences(tasks.openBesideFences)] : []),
    ...(dueBy ? [isDue(userId, dueBy)] : []),
  ]
}

function isDue(userId: UserId, by: Date): RawBuilder<unknown> {
  return sql`exists (
    select from reminders r where r.user_id = ${userId} and r.note_id = n.id and r.status = 'pending' and r.remind_at <= ${by})`
}
