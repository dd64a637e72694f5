import { type RawBuilder, sql } from 'kysely'
import type { BoardId, FileId, NoteId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { InboxCursor, InboxFilter, InboxNote, InboxSource, NoteSource } from '../inbox.ts'
import type { NoteSearch } from '../note-search.ts'
import { noteColumns, type Row, toNote } from './rows.ts'
import {
  HAS_OPEN_TASK,
  hasOpenTaskOutsideFences,
  MAY_HAVE_FENCE,
  searchConditions,
  wordsInTitle,
} from './search-conditions.ts'

/** A filter with the answers that SQL cannot give: which notes with fenced code have an open task outside the fences. */
export type StoredFilter = InboxFilter & { openBesideFences: readonly NoteId[] }

type InboxRow = Row & Omit<InboxNote, 'note'>

/** Newest first. Unnamed, because no generic plan suits all filters. */
export async function listInbox(
  db: Db,
  userId: UserId,
  filter: StoredFilter,
  cursor: InboxCursor | null,
  limit: number,
): Promise<InboxNote[]> {
  const inTitle = filter.search ? wordsInTitle(filter.search) : sql`false`
  const { rows } = await sql<InboxRow>`/* unnamed: inbox of notes */
    select ${noteColumns(userId)}, split_part(f.file_name, '/', -1) as "fileName", b.name as "boardName", r.remind_at as "remindAt",
      coalesce(r.repeat_unit is not null, false) as "isRepeating", ${inTitle} as "inTitle"
    ${filtered(userId, filter)} ${after(filter, cursor)}
    order by ${hasWords(filter) ? sql`${inTitle} desc,` : sql``} n.created_at desc, n.id desc limit ${limit}
  `.execute(db)
  return rows.map(({ fileName, boardName, remindAt, isRepeating, inTitle: isInTitle, ...row }) => ({
    note: toNote(row),
    fileName,
    boardName,
    remindAt,
    isRepeating,
    inTitle: isInTitle,
  }))
}

/** `cursor` null counts all. */
export async function countInbox(
  db: Db,
  userId: UserId,
  filter: StoredFilter,
  cursor: InboxCursor | null,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`/* unnamed: inbox of notes */
    select count(*)::int as n ${filtered(userId, filter)} ${after(filter, cursor)}
  `.execute(db)
  return rows[0]?.n ?? 0
}

function hasWords(filter: InboxFilter): filter is InboxFilter & { search: NoteSearch } {
  return filter.search !== null && filter.search.holds.length > 0
}

/** Without words the row comparison is exactly the index `notes_by_creation`, so that a page reads only its own rows. */
function after(filter: InboxFilter, cursor: InboxCursor | null): RawBuilder<unknown> {
  if (!cursor) return sql``
  const { at, id, inTitle } = cursor
  if (!hasWords(filter)) return sql`and (n.created_at, n.id) < (${at}::timestamptz, ${id}::uuid)`
  return sql`and (${wordsInTitle(filter.search)}, n.created_at, n.id) < (${inTitle}::boolean, ${at}::timestamptz, ${id}::uuid)`
}

/** Notes in the trash and notes of files in the trash are excluded. */
function filtered(userId: UserId, filter: StoredFilter): RawBuilder<unknown> {
  const { color, noteId, search, source } = filter
  const conditions = [
    sql`n.user_id = ${userId} and n.deleted_at is null and f.deleted_at is null`,
    ...(color === null ? [] : [sql`n.color = ${color}`]),
    ...(noteId === null ? [] : [sql`n.id = ${noteId}`]),
    ...(source === null ? [] : [fromSource(source)]),
    ...(search === null ? [] : searchConditions(userId, search)),
    ...shown(filter),
  ]
  return sql`
    from notes n
    left join files f on f.user_id = ${userId} and f.id = n.file_id
    left join boards b on b.user_id = ${userId} and b.id = n.board_id
    left join reminders r on r.user_id = ${userId} and r.note_id = n.id and r.status = 'pending'
    where ${sql.join(conditions, sql` and `)}`
}

function shown({ show, openBesideFences }: StoredFilter): RawBuilder<unknown>[] {
  switch (show) {
    case 'all':
      return []
    case 'tasks':
      return [HAS_OPEN_TASK, hasOpenTaskOutsideFences(openBesideFences)]
    case 'reminder':
      return [sql`r.note_id is not null`]
    case 'movable':
      return [sql`(n.kind = 'repo' or (n.line_start is not null and f.version > n.quote_version))`]
  }
}

/** A null id equals nothing, so that a malformed filter finds nothing. */
function fromSource(source: InboxSource): RawBuilder<unknown> {
  switch (source.kind) {
    case 'file':
      return sql`n.kind = 'file' and n.file_id = ${source.fileId}`
    case 'board':
      return sql`n.kind = 'board' and n.board_id = ${source.boardId}`
    case 'repo':
      return sql`n.kind = 'repo' and n.repo_name = ${source.repoName}`
  }
}

/** The notes whose open tasks may all be inside fenced code, which `findCheckboxes` decides. */
export async function listTasksWithFences(db: Db, userId: UserId): Promise<{ id: NoteId; content: string }[]> {
  const { rows } = await sql<{ id: NoteId; content: string }>`
    select n.id, n.content from notes n
    where n.user_id = ${userId} and n.deleted_at is null and ${HAS_OPEN_TASK} and ${MAY_HAVE_FENCE}
  `.execute(db)
  return rows
}

type SourceRow = {
  kind: InboxSource['kind']
  fileId: FileId | null
  boardId: BoardId | null
  repoName: string | null
  name: string
  notes: number
}

/** The files, boards and repositories with the most notes. */
export async function listSources(db: Db, userId: UserId, limit: number): Promise<NoteSource[]> {
  const { rows } = await sql<SourceRow>`
    select n.kind, n.file_id as "fileId", n.board_id as "boardId", n.repo_name as "repoName",
      coalesce(split_part(f.file_name, '/', -1), b.name, n.repo_name, '') as name, count(*)::int as notes
    from notes n
    left join files f on f.user_id = ${userId} and f.id = n.file_id
    left join boards b on b.user_id = ${userId} and b.id = n.board_id
    where n.user_id = ${userId} and n.deleted_at is null and f.deleted_at is null
    group by n.kind, n.file_id, n.board_id, n.repo_name, f.file_name, b.name
    order by count(*) desc, name, n.file_id, n.board_id limit ${limit}
  `.execute(db)
  return rows.map((row) => ({ source: sourceOf(row), name: row.name, notes: row.notes }))
}

function sourceOf({ kind, fileId, boardId, repoName }: SourceRow): InboxSource {
  switch (kind) {
    case 'file':
      return { kind, fileId }
    case 'board':
      return { kind, boardId }
    case 'repo':
      return { kind, repoName: repoName ?? '' }
  }
}

/** The tags of the notes that are not in the trash, the most used first. */
export async function listTags(db: Db, userId: UserId, limit: number): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select t.tag from notes n cross join unnest(n.tags) as t (tag)
    where n.user_id = ${userId} and n.deleted_at is null group by t.tag order by count(*) desc, t.tag limit ${limit}
  `.execute(db)
  return rows.map(({ tag }) => tag)
}
