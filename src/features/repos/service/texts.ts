import type { UserCtx } from '#platform/ctx.ts'
import { decodeText } from '#features/files/public.ts'
import { quoteOf } from '#features/following/public.ts'
import type { QuoteInRepo } from '#features/notes/public.ts'
import { repoFileNotFound } from '../problems.ts'
import { MAX_TEXT_BYTES } from '../repo.ts'
import { findFiles, reading } from './open.ts'
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

/** Quotes the current text of the lines, with its commit. */
export const quoteInRepo: QuoteInRepo = async (ctx, { repoName, repoPath }, lines) => {
  if (!lines.lineStart) return null
  const current = await readCurrentText(ctx, repoName, repoPath)
  const quote = current && quoteOf(current.text, 1, lines.lineStart, lines.lineEnd ?? lines.lineStart)
  return quote && { ...quote, commit: current.commit }
}
