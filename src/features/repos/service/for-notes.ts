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

/** Texts that are followed one by one; of more, as many are left out as it takes. */
const MAX_TEXTS = 80
/** So many bytes of them. */
const TEXTS_BYTES = 64 * 1024 * 1024

/**
 * The texts of a file from this commit to the current one, oldest first, under the names it had: the first is what it said
 * then. Empty when that is gone; null when what it says now cannot be had.
 */
export async function textsSince(ctx: UserCtx, repo: Repo, path: string, since: string): Promise<string[] | null> {
  const { head } = repo
  const mirror = ctx.mirrors.of(repo.id)
  if (head === null) return null
  return reading(repo, async () => {
    const steps: { commit: string; path: string; wasCalled: string | null }[] = []
    if (since !== head && (await mirror.hasCommit(since)))
      for await (const step of mirror.history({ commit: head, path, since })) steps.unshift(step)
    const [oldest] = steps
    const firstName = oldest?.wasCalled ?? oldest?.path ?? path
    const between = steps.map((step) => `${step.commit}:${step.path}`)
    const names = [`${since}:${firstName}`, ...between, `${head}:${path}`]
    const sizes = (await mirror.findBlobs(names)).map((blob) => blob?.size ?? 0)
    const most = Math.min(MAX_TEXTS, Math.floor(TEXTS_BYTES / Math.max(1, ...sizes)))
    const blobs = await mirror.blobs(thinned(names, most), MAX_TEXT_BYTES)
    const texts = blobs.map((blob) => blob && decodeText(blob))
    if (texts.at(-1) == null) return null
    return texts[0] == null ? [] : texts.filter((text) => text !== null)
  })
}

/** The first and the last of them, and of the others as many as there is room for. */
function thinned<T>(all: readonly T[], most: number): T[] {
  const every = Math.max(1, Math.ceil(all.length / Math.max(1, most)))
  return all.filter((_, i) => i % every === 0 || i === all.length - 1)
}
