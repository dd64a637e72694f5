import type { FileId, UserId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { uniquePath } from '../path.ts'
import { findNamesakes, findPresent, type Namesake } from '../store/transfer.ts'

const STEP = 100

/** Live files of one folder called `a.py`, `a (2).py`, … by path. Runs one query per hundred, and one that finds no more. */
export async function namesakesOf(db: Db, userId: UserId, path: string): Promise<Map<string, Namesake>> {
  const live = new Map<string, Namesake>()
  for (let from = 0; ; from += STEP) {
    const found = await findNamesakes(db, userId, candidates(path, from))
    if (found.length === 0) return live
    for (const namesake of found) live.set(namesake.path, namesake)
  }
}

/** The fields of an existing file that are needed to write its next version. */
export type ExistingFile = Namesake

/** Drops the files that are in the trash. */
export async function findExistingFiles(ctx: UserCtx, ids: readonly FileId[]): Promise<Map<FileId, ExistingFile>> {
  return new Map((await findPresent(ctx.db, ctx.user.id, ids)).map((file) => [file.id, file]))
}

function candidates(path: string, from: number): string[] {
  const paths: string[] = []
  uniquePath(path, (candidate) => paths.push(candidate) < from + STEP)
  return paths.slice(from)
}
