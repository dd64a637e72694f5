import type { UserCtx } from '#platform/ctx.ts'
import { mirrorUnreadable } from '../problems.ts'
import type { RepoFile } from '../repo.ts'
import { type FilesAsk, listFiles } from '../store/files.ts'
import type { At } from '../view.ts'

const BATCH = 5_000

/** Yields everything at and below these paths, or everywhere, in batches ordered by path. */
export async function* walkFiles(
  ctx: UserCtx,
  at: Pick<At, 'repo' | 'commit'>,
  below: readonly string[],
): AsyncGenerator<RepoFile[]> {
  for (let after = ''; ;) {
    const batch = await listBatch(ctx, at, { below, after, limit: BATCH })
    yield batch
    const last = batch.at(-1)
    if (!last || batch.length < BATCH) return
    after = last.path
  }
}

/** Some files of the user's commit. Refuses while the list is of another one: a sync is about to move the user there. */
export async function listBatch(
  ctx: UserCtx,
  { repo, commit }: Pick<At, 'repo' | 'commit'>,
  ask: FilesAsk & { limit: number },
): Promise<RepoFile[]> {
  const listed = await listFiles(ctx.db, repo.mirrorId, commit, ask)
  if (listed === 'other_commit') throw mirrorUnreadable({ repo_name: repo.name })
  return listed
}
