import type { FileId } from '#base/ids.ts'
import { detectLanguage, PLAIN_TEXT } from '#base/language/language.ts'
import { nextMoment } from '#base/time.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import type { File, VersionSource } from '../file.ts'
import { type Located, pathOf } from '../path.ts'
import { fileNotFound, nameTaken, staleVersion, versionNotFound } from '../problems.ts'
import * as bodies from '../store/bodies.ts'
import * as files from '../store/files.ts'
import { assertFileName, assertFolder, suggestName } from './names.ts'
import { packText, prepareSearch, type Text } from './pack-text.ts'
import { applyToProjections } from './projections.ts'
import { putVersion, saving } from './record-version.ts'

export type Change = {
  content?: string | undefined
  folder?: string | undefined
  fileName?: string | undefined
  language?: string | undefined
  description?: string | undefined
  tags?: string[] | undefined
}

/** Updates the given fields on the version that the client saw. Only new content creates a version. */
export async function updateFile(
  ctx: UserCtx,
  id: FileId,
  prevVersion: number,
  change: Change,
  source: VersionSource,
): Promise<File> {
  const { content, folder, fileName } = change
  if (folder !== undefined) assertFolder(folder)
  if (fileName !== undefined) assertFileName(fileName)
  const text = content === undefined ? null : await prepareText(ctx, id, change, content)
  return saving(ctx, async (trx) => {
    const present = await lockLive(trx, ctx, id, prevVersion)
    const wanted = { folder: folder ?? present.folder, fileName: fileName ?? present.fileName }
    if (pathOf(wanted) !== pathOf(present)) await assertNameFree(trx, ctx, wanted)
    if (!text) return putDetails(trx, ctx, present, change)
    return putVersion(
      trx,
      ctx,
      { from: present, to: changedFile(ctx, present, { ...change, content: text.content }) },
      text,
      source,
    )
  })
}

/** Before the transaction, in the language that the file has or gets. In the rare case that it changes meanwhile, the transaction reads the symbols again. */
async function prepareText(ctx: UserCtx, id: FileId, change: Change, content: string): Promise<Text> {
  const text = await packText(ctx, content)
  const present = await files.findFile(ctx.db, ctx.user.id, id)
  const { language } = present ? changedFile(ctx, present, { ...change, content }) : { language: PLAIN_TEXT }
  return prepareSearch(ctx, text, language)
}

/** Replaces the text by a function of the current one, under the row lock. `prevVersion` null accepts any version. */
export async function editContent(
  ctx: UserCtx,
  id: FileId,
  prevVersion: number | null,
  source: VersionSource,
  edit: (content: string) => string,
): Promise<File> {
  return saving(ctx, async (trx) => {
    const present = await lockLive(trx, ctx, id, prevVersion)
    const content = (await bodies.readVersion(trx, ctx.user.id, id, present.version)) ?? ''
    return putContent(trx, ctx, present, edit(content), source)
  })
}

/** Restores an old version as a new one; history is never rewritten. */
export async function restoreVersion(ctx: UserCtx, id: FileId, version: number): Promise<File> {
  return saving(ctx, async (trx) => {
    const present = await lockLive(trx, ctx, id, null)
    const content = await bodies.readVersion(trx, ctx.user.id, id, version)
    if (content === null) throw versionNotFound({ file_id: id, version })
    return putContent(trx, ctx, present, content, 'restore')
  })
}

/** Renames a file whose row the caller has locked. */
export async function renameFile(trx: Db, ctx: UserCtx, present: File, fileName: string): Promise<File> {
  assertFileName(fileName)
  return putDetails(trx, ctx, present, { fileName })
}

/** Updates everything but the text, on rows that the caller has locked. */
export async function recordDetails(
  trx: Db,
  ctx: UserCtx,
  changes: readonly { from: File; to: File }[],
): Promise<void> {
  for (const { to } of changes) await files.updateFile(trx, ctx.user.id, to, null)
  const details = changes.map((change) => ({
    ...change,
    search: { changed: 'details' as const },
    isAgentWrite: true,
  }))
  await applyToProjections(trx, ctx, details)
}

/** Applies the change to the file. The language follows the name and the text until a user has chosen one. */
export function changedFile(
  ctx: UserCtx,
  present: File,
  change: Change & { content: string; repo?: string | undefined; sourceUrl?: string | undefined },
): File {
  const fileName = change.fileName ?? present.fileName
  const chosen = change.language !== undefined || present.languageIsChosen
  return {
    ...present,
    folder: change.folder ?? present.folder,
    fileName,
    language: change.language ?? (chosen ? present.language : detectLanguage(fileName, change.content)),
    languageIsChosen: chosen,
    description: change.description ?? present.description,
    tags: change.tags ?? present.tags,
    repo: change.repo ?? present.repo,
    sourceUrl: change.sourceUrl ?? present.sourceUrl,
    updatedAt: nextMoment(ctx.now, present.updatedAt),
  }
}

export async function assertNameFree(trx: Db, ctx: UserCtx, wanted: Located): Promise<void> {
  const taken = await files.livePaths(trx, ctx.user.id, [pathOf(wanted)])
  if (taken.length === 0) return
  throw nameTaken({ file_name: wanted.fileName, suggestion: await suggestName(trx, ctx.user.id, wanted) })
}

/** Locks a live file and checks that it still has the version that the client saw. */
async function lockLive(trx: Db, ctx: UserCtx, id: FileId, prevVersion: number | null): Promise<File> {
  const present = await files.lockFile(trx, ctx.user.id, id)
  if (!present || present.deletedAt) throw fileNotFound({ file_id: id, ...(present && { in_trash: true }) })
  if (prevVersion !== null && present.version !== prevVersion) throw await stale(trx, ctx, present)
  return present
}

async function putContent(trx: Db, ctx: UserCtx, present: File, content: string, source: VersionSource): Promise<File> {
  const text = await packText(ctx, content)
  return putVersion(trx, ctx, { from: present, to: changedFile(ctx, present, { content }) }, text, source)
}

async function putDetails(trx: Db, ctx: UserCtx, present: File, change: Change): Promise<File> {
  const content = (await bodies.readVersion(trx, ctx.user.id, present.id, present.version)) ?? ''
  const to = changedFile(ctx, present, { ...change, content })
  await recordDetails(trx, ctx, [{ from: present, to }])
  return to
}

async function stale(trx: Db, ctx: UserCtx, present: File) {
  const content = (await bodies.readVersion(trx, ctx.user.id, present.id, present.version)) ?? ''
  return staleVersion({ file_id: present.id, version: present.version, content })
}
