import { sql } from 'kysely'
import type { NoteId, UserId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { FollowedNote } from '#features/following/noted-lines.ts'
import type { Note } from '../note.ts'
import { noteColumns, type Row, toNote } from './rows.ts'

/** `commit`: where the notes are, because a sync moves them and the user's commit together; null when it is not mirrored. */
export type NotesInRepo = { notes: Note[]; commit: string | null }

/** The notes of a repository, oldest first, and their commit, in one statement. `path` null: of the whole repository. */
export async function listInRepo(db: Db, userId: UserId, repoName: string, path: string | null): Promise<NotesInRepo> {
  const { rows } = await sql<Row & { commit: string | null }>`
    select ${noteColumns(userId)}, r.head as commit from notes n
    left join repos r on r.user_id = ${userId} and r.name = n.repo_name
    where n.user_id = ${userId} and n.kind = 'repo' and n.repo_name = ${repoName} and n.deleted_at is null
      and (${path}::text is null or n.repo_path = ${path})
    order by n.id
  `.execute(db)
  return { notes: rows.map(({ commit: _, ...row }) => toNote(row)), commit: rows[0]?.commit ?? null }
}

export async function countOnPath(
  db: Db,
  userId: UserId,
  repoName: string,
  path: string,
): Promise<{ count: number; movedFrom: string[] }> {
  const { rows } = await sql<{ count: number; movedFrom: string[] }>`
    select count(*)::int as count,
      coalesce(array_agg(distinct n.moved_from) filter (where n.moved_from is not null), '{}') as "movedFrom"
    from notes n
    where n.user_id = ${userId} and n.kind = 'repo' and n.repo_name = ${repoName} and n.repo_path = ${path}
      and n.deleted_at is null
  `.execute(db)
  return rows[0] ?? { count: 0, movedFrom: [] }
}

/** Counts the notes of each repository that has any. */
export async function countByRepo(db: Db, userId: UserId): Promise<{ repoName: string; notes: number }[]> {
  const { rows } = await sql<{ repoName: string; notes: number }>`
    select n.repo_name as "repoName", count(*)::int as notes from notes n
    where n.user_id = ${userId} and n.kind = 'repo' and n.repo_name is not null and n.deleted_at is null
    group by n.repo_name order by n.repo_name
  `.execute(db)
  return rows
}

type Rename = { from: string; to: string }

/**
 * Takes the transaction that moves the user to the new commit: there the notes would be orphans without this. Also moves notes in the trash.
 * `updated_at` stays, so that a move causes no conflict for a text being edited.
 */
export async function moveNotesOfRenamedFiles(
  db: Db,
  userId: UserId,
  repoName: string,
  renames: readonly Rename[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    update notes n set repo_path = m.to_path, moved_from = n.repo_path
    from unnest(${renames.map(({ from }) => from)}::text[], ${renames.map(({ to }) => to)}::text[]) as m (from_path, to_path)
    where n.user_id = ${userId} and n.kind = 'repo' and n.repo_name = ${repoName} and n.repo_path = m.from_path
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/**
 * Records where a sync found notes, and moves those whose code is in another file now. Takes the transaction that moves the user to the new
 * commit, after the renames of files. Returns how many moved.
 */
export async function putFollowedNotes(
  db: Db,
  userId: UserId,
  repoName: string,
  notes: readonly FollowedNote[],
): Promise<number> {
  if (notes.length === 0) return 0
  const found = notes.map(({ since: { commit, start, end }, ...same }) => ({ ...same, commit, start, stop: end }))
  const { rows } = await sql<{ isMoved: boolean }>`
    update notes n set followed = f.followed, places = f.places, repo_path = coalesce(f.path, n.repo_path),
      moved_from = case when f.path <> f.was then f.was else n.moved_from end
    from (
      select g.*, o.repo_path as was from notes o
      join jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
        as g (id uuid, path text, followed jsonb, places jsonb, commit text, start int, stop int) on g.id = o.id
      where o.user_id = ${userId}
    ) f
    where n.user_id = ${userId} and n.id = f.id and n.kind = 'repo' and n.repo_name = ${repoName}
      and n.quote_commit = f.commit and n.line_start = f.start and n.line_end is not distinct from f.stop
    returning coalesce(f.path <> f.was, false) as "isMoved"
  `.execute(db)
  return rows.filter(({ isMoved }) => isMoved).length
}

/** Moves a note to another file of the repository at the user's request. */
export async function putOnPath(db: Db, userId: UserId, id: NoteId, path: string): Promise<void> {
  await sql`
    update notes set repo_path = ${path}, moved_from = null, followed = null where user_id = ${userId} and id = ${id} and kind = 'repo'
  `.execute(db)
}
