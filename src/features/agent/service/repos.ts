import { normalizePath } from '#base/path.ts'
import type { UserCtx } from '#platform/ctx.ts'
import * as repos from '#features/repos/public.ts'

export { listRepos } from '#features/repos/public.ts'

/** An empty path is the root of the repository. */
function pathOf(given: string): string {
  if (given === '' || given === '.' || given === '/') return ''
  const path = normalizePath(given)
  if (path === null) throw repos.invalidRepoPath({ field: 'repo_path' })
  return path
}

/** Lists the entries of a folder; for a file, the file itself. */
export async function listRepoFiles(ctx: UserCtx, name: string, path: string): Promise<repos.FolderItem[]> {
  const opened = await repos.openPath(ctx, await repos.openRepo(ctx, name), pathOf(path))
  if (opened.is === 'folder') return opened.items
  const { file } = opened
  return [{ name: file.path, path: file.path, kind: file.kind, size: file.size }]
}

export async function readRepoFile(ctx: UserCtx, name: string, path: string) {
  const at = await repos.openRepo(ctx, name)
  return { commit: at.commit, content: await repos.readText(ctx, at, pathOf(path)) }
}

export async function searchRepo(ctx: UserCtx, name: string, query: string) {
  const { found, isCut, skipped } = await repos.searchRepo(ctx, await repos.openRepo(ctx, name), query)
  const lines = found.flatMap((file) => file.lines.map(({ line, text }) => ({ path: file.path, line, text })))
  return { lines, isCut, skipped }
}
