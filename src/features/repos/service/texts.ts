import type { UserCtx } from '#platform/ctx.ts'
import { decodeText } from '#features/files/public.ts'
import { repoFileNotFound } from '../problems.ts'
import { MAX_TEXT_BYTES, type Repo } from '../repo.ts'
import { findFiles, heavyReading, reading } from './open.ts'
import { findRepo } from './repos.ts'

/** The text of a file in the current commit; null when it is not text. */
export async function readCurrentText(
  ctx: UserCtx,
  name: string,
  path: string,
): Promise<{ text: string; commit: string } | null> {
  const repo = await findRepo(ctx, name)
  const file = repo && (await findFiles(ctx, repo, [path])).get(path)
  if (!file || repo.head === null) throw repoFileNotFound({ repo_name: name, repo_path: path })
  if (file.kind === 'submodule' || file.size > MAX_TEXT_BYTES) return null
  const { bytes } = await reading(repo, () => ctx.mirrors.of(repo).blob(file.oid, MAX_TEXT_BYTES))
  const text = decodeText(bytes)
  return text === null ? null : { text, commit: repo.head }
}

/** The limit of texts that are followed; of more, some between the first and the last are skipped. */
const MAX_TEXTS = 80
/** The limit of their bytes together. */
const TEXTS_BYTES = 24 * 1024 * 1024

/**
 * The blobs of a file from this commit to the current one, oldest first, under the names it had. The first is its content at
 * that commit, or null when that is gone. They stay bytes, because a worker thread decodes them.
 */
export async function readBlobsSince(
  ctx: UserCtx,
  repo: Repo,
  path: string,
  since: string,
): Promise<(Uint8Array | null)[] | null> {
  const { head } = repo
  const mirror = ctx.mirrors.of(repo)
  if (head === null) return null
  return heavyReading(ctx, repo, async () => {
    const steps: { commit: string; path: string; previousPath: string | null }[] = []
    if (since !== head && (await mirror.hasCommit(since)))
      for await (const step of mirror.history({ commit: head, path, since })) steps.unshift(step)
    const [oldest] = steps
    const firstName = oldest?.previousPath ?? oldest?.path ?? path
    const between = steps.map((step) => `${step.commit}:${step.path}`)
    const names = [`${since}:${firstName}`, ...between, `${head}:${path}`]
    const sizes = (await mirror.findBlobs(names)).map((blob) => blob?.size ?? 0)
    const most = Math.min(MAX_TEXTS, Math.floor(TEXTS_BYTES / Math.max(1, ...sizes)))
    return mirror.blobs(thinned(names, most), MAX_TEXT_BYTES)
  })
}

/** Keeps the first, the last, and evenly as many of the others as the limits allow. */
function thinned<T>(all: readonly T[], most: number): T[] {
  const every = Math.max(1, Math.ceil(all.length / Math.max(1, most)))
  return all.filter((_, i) => i % every === 0 || i === all.length - 1)
}
