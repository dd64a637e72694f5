import type { UserCtx } from '#platform/ctx.ts'
import type { Repo } from '../repo.ts'
import { findNamedFiles } from '../store/named-files.ts'

/** Files with this name in the commits that the user reads. */
export async function findRepoFilesByName(
  ctx: UserCtx,
  repos: readonly Pick<Repo, 'mirrorId' | 'name' | 'head'>[],
  name: string,
  limit: number,
): Promise<{ repoName: string; path: string }[]> {
  const byMirror = new Map(repos.map((repo) => [repo.mirrorId, repo]))
  const files = await findNamedFiles(ctx.db, [...byMirror.keys()], name, limit)
  return files.flatMap(({ mirrorId, commit, path }) => {
    const repo = byMirror.get(mirrorId)
    // While a sync moves the users of a mirror, its list is of a commit that this user does not read yet.
    return repo && repo.head === commit ? [{ repoName: repo.name, path }] : []
  })
}
