import type { UserCtx } from '#platform/ctx.ts'
import type { MirrorId, RepoFile } from '../repo.ts'
import { listFiles } from '../store/files.ts'

const BATCH = 5_000

/** Yields everything at and below these paths, or everywhere, in batches ordered by path. */
export async function* walkFiles(ctx: UserCtx, id: MirrorId, below: readonly string[]): AsyncGenerator<RepoFile[]> {
  for (let after = ''; ;) {
    const batch = await listFiles(ctx.db, id, { below, after, limit: BATCH })
    yield batch
    const last = batch.at(-1)
    if (!last || batch.length < BATCH) return
    after = last.path
  }
}
