import type { KnownValues } from '#base/search-query/suggest.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { filterCounts } from '#features/files/public.ts'
import { listNoteTags } from '#features/notes/public.ts'
import { listRepos } from '#features/repos/public.ts'

/** The browser loads them all at once, so that no letter needs a request. */
const MOST_OF_A_KIND = 500

/** The values that the search box suggests: those of the user's own files and repositories, the most used first. */
export async function listSearchValues(ctx: UserCtx): Promise<{ [Key in keyof KnownValues]: string[] }> {
  const [{ counts }, repos, noteTags] = await Promise.all([
    filterCounts(ctx, MOST_OF_A_KIND),
    listRepos(ctx),
    listNoteTags(ctx, MOST_OF_A_KIND),
  ])
  const names = (all: readonly { name: string }[]) => all.map(({ name }) => name)
  return {
    lang: names(counts.languages),
    tag: [...new Set([...names(counts.tags), ...noteTags])].slice(0, MOST_OF_A_KIND),
    // Files can come from a repository that is not mirrored any more.
    repo: [...new Set([...names(repos), ...names(counts.repos)])],
    path: names(counts.folders).map((folder) => `${folder}/`),
  }
}
