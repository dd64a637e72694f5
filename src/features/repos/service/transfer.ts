import type { FileId } from '#base/ids.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { type ExactOrigin, invalidFieldOf } from '../origin.ts'
import { invalidOriginExport, repoNameTaken } from '../problems.ts'
import * as origins from '../store/origins.ts'
import * as repos from '../store/repos.ts'
import { addRepo, readUrl } from './repos.ts'

/** Adds a repository of an export as a user would; the worker fetches it. */
export async function importRepo(
  ctx: UserCtx,
  exported: { url: string; branch: string | null; createdAt: Date },
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

/** The origins of these files, by file. */
export async function listOrigins(ctx: UserCtx, fileIds: readonly FileId[]): Promise<Map<FileId, ExactOrigin>> {
  const found = await origins.listOrigins(ctx.db, ctx.user.id, fileIds)
  return new Map(found.map((origin) => [origin.fileId, origin]))
}

export type OriginImport = Omit<ExactOrigin, 'fileId' | 'repoName'>

/** Records where an imported file was copied from. A file that has an origin keeps it. */
export async function importOrigin(ctx: UserCtx, fileId: FileId, exported: OriginImport): Promise<void> {
  const { url, name } = readUrl(ctx, exported.repoUrl)
  const field = invalidFieldOf(exported)
  if (field !== null) throw invalidOriginExport({ field })
  await origins.insertOrigin(ctx.db, ctx.user.id, { ...exported, fileId, repoName: name, repoUrl: url })
}
