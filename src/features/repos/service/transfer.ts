import type { UserCtx } from '#platform/ctx.ts'
import { repoNameTaken } from '../problems.ts'
import * as repos from '../store/repos.ts'
import { addRepo, readUrl } from './repos.ts'

/** Adds a repository of an export as a user would; the worker fetches it. */
export async function importRepo(
  ctx: UserCtx,
  exported: { url: string; branch: string | null },
): Promise<'saved' | 'unchanged'> {
  const { url, name } = readUrl(ctx, exported.url)
  const present = await repos.findByName(ctx.db, ctx.user.id, name)
  if (!present) {
    await addRepo(ctx, exported)
    return 'saved'
  }
  if (present.url !== url) throw repoNameTaken({ repo_name: name })
  return 'unchanged'
}
