import type { UserCtx } from '#platform/ctx.ts'
import { decodeText } from '#features/files/public.ts'
import { repoFileNotFound } from '../problems.ts'
import { MAX_TEXT_BYTES, type Repo } from '../repo.ts'
import * as files from '../store/files.ts'
import * as repos from '../store/repos.ts'
import { reading } from './open.ts'

export async function findRepo(ctx: UserCtx, name: string): Promise<Repo | null> {
  return repos.findByName(ctx.db, ctx.user.id, name)
}

export async function mirroredNames(ctx: UserCtx): Promise<Set<string>> {
  return new Set((await repos.listRepos(ctx.db, ctx.user.id)).map(({ name }) => name))
}

/** Whether anything can be said about what is in it: it was synced once, and the copy is there. */
export async function isReadable(ctx: UserCtx, repo: Repo): Promise<boolean> {
  return repo.head !== null && (await ctx.mirrors.of(repo.id).isReadable())
}

export async function hasFile(ctx: UserCtx, name: string, path: string): Promise<boolean> {
  return (await files.presentPaths(ctx.db, ctx.user.id, name, [path])).length > 0
}

/** The text of a file in the current commit; null when it is not text. */
export async function currentText(
  ctx: UserCtx,
  name: string,
  path: string,
): Promise<{ text: string; commit: string } | null> {
  const repo = await findRepo(ctx, name)
  const file = repo && (await files.findFile(ctx.db, ctx.user.id, repo.id, path))
  if (!file || repo.head === null) throw repoFileNotFound({ repo_name: name, repo_path: path })
  if (file.kind === 'submodule' || file.size > MAX_TEXT_BYTES) return null
  const { bytes } = await reading(repo, () => ctx.mirrors.of(repo.id).blob(file.oid, MAX_TEXT_BYTES))
  const text = decodeText(bytes)
  return text === null ? null : { text, commit: repo.head }
}

/** Steps between two texts that are followed one by one; of more, as many are left out as it takes. */
const MAX_STEPS = 80

/**
 * The texts of a file from this commit to the current one, oldest first, under the names it had: the first is what it said
 * then. Empty when that cannot be told.
 */
export async function textsSince(ctx: UserCtx, repo: Repo, path: string, since: string): Promise<string[]> {
  const { head } = repo
  const mirror = ctx.mirrors.of(repo.id)
  if (head === null) return []
  return reading(repo, async () => {
    const steps: { commit: string; path: string; wasCalled: string | null }[] = []
    if (since !== head && (await mirror.hasCommit(since)))
      for await (const step of mirror.history({ commit: head, path, since })) steps.unshift(step)
    const [oldest] = steps
    const firstName = oldest?.wasCalled ?? oldest?.path ?? path
    const names = [`${since}:${firstName}`, ...thinned(steps).map((step) => `${step.commit}:${step.path}`)]
    const asked = steps.length === 0 ? [`${since}:${firstName}`, `${head}:${path}`] : [...names, `${head}:${path}`]
    const room = { each: MAX_TEXT_BYTES, total: 64 * 1024 * 1024 }
    const blobs = await mirror.blobs(asked, room)
    const texts = blobs.map((blob) => blob && decodeText(blob))
    return texts[0] == null ? [] : texts.filter((text) => text !== null)
  })
}

function thinned<T>(steps: readonly T[]): T[] {
  const every = Math.ceil(steps.length / MAX_STEPS)
  return every <= 1 ? [...steps] : steps.filter((_, i) => i % every === 0 || i === steps.length - 1)
}
