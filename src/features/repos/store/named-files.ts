import { sql } from 'kysely'
import type { Db } from '#platform/db/pool.ts'
import type { MirrorId } from '../repo.ts'
import { askMirrors } from './ask-mirrors.ts'

/** A file of the current list, and the commit of that list. */
export type NamedFile = { mirrorId: MirrorId; commit: string; path: string }

/** Files with this name in any folder, whatever the letter case, in no order. */
export async function findNamedFiles(
  db: Db,
  mirrorIds: readonly MirrorId[],
  name: string,
  limit: number,
): Promise<NamedFile[]> {
  return askMirrors(
    db,
    mirrorIds,
    limit,
    (ids, onShard) => sql<NamedFile>`/* unnamed: files of repositories by name */
      select f.mirror_id as "mirrorId", l.commit, f.path from mirror_lists l
      join mirror_files f on f.mirror_id = l.mirror_id and f.generation = l.generation
      where l.mirror_id = any(${ids}::uuid[]) ${onShard} and lower(split_part(f.path, '/', -1)) = lower(${name}) and f.kind in ('file', 'executable')
      limit ${limit}
    `,
  )
}
