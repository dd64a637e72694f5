import { sql } from 'kysely'
import type { NoteId } from '#base/ids.ts'
import type { Db } from '#platform/db/pool.ts'
import type { MirrorId } from '../repo.ts'
import type { NotedLines, UsedPath } from '../noted-lines.ts'

type WatchingUser = Pick<UsedPath, 'userId' | 'id'> & { noteId: NoteId; watchAt: Date }

/** The watches on these files that are on, of users of the mirror who are at this commit. */
export async function listWatching(
  db: Db,
  mirrorId: MirrorId,
  head: string,
  paths: readonly string[],
): Promise<WatchingUser[]> {
  if (paths.length === 0) return []
  const { rows } = await sql<WatchingUser>`/* worker */
    select r.user_id as "userId", r.id, n.id as "noteId", n.watch_at as "watchAt" from repos r
    join notes n on n.user_id = r.user_id and n.kind = 'repo' and n.repo_name = r.name
    join unnest(${paths}::text[]) as touched (path) on touched.path = n.repo_path
    where r.mirror_id = ${mirrorId} and r.head = ${head} and n.watch_at is not null and n.watch_fired_at is null
      and n.deleted_at is null and n.quote_commit is not null
  `.execute(db)
  return rows
}

/**
 * The notes on lines of these files, of users of the mirror who are at this commit. Those whose lines are gone are left out, unless they watch a
 * symbol: it may be there without the lines.
 */
export async function notedLines(
  db: Db,
  mirrorId: MirrorId,
  head: string,
  paths: readonly string[],
): Promise<NotedLines[]> {
  if (paths.length === 0) return []
  const { rows } = await sql<NotedLines>`/* worker */
    select r.user_id as "userId", r.id, r.name, r.url, n.repo_path as path, n.id as "noteId", n.quote_commit as commit,
      n.line_start as start, n.line_end as end, n.followed, n.places,
      case when n.watch_fired_at is null then n.watch_at end as "watchAt",
      case when n.watch_fired_at is null then n.watch_text end as "watchText", n.watch_symbol as "watchSymbol" from repos r
    join notes n on n.user_id = r.user_id and n.kind = 'repo' and n.repo_name = r.name
    join unnest(${paths}::text[]) as touched (path) on touched.path = n.repo_path
    where r.mirror_id = ${mirrorId} and r.head = ${head} and n.line_start is not null and n.quote_commit is not null
      and (n.followed is null or jsonb_array_length(n.followed -> 'ranges') > 0
        or (n.watch_symbol is not null and n.watch_at is not null and n.watch_fired_at is null))
  `.execute(db)
  return rows
}
