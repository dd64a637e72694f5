import { detectLanguage } from '#base/language/language.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import type { File, VersionSource } from '../file.ts'
import { pathOf } from '../path.ts'
import { nameTaken } from '../problems.ts'
import { putBlob } from '../store/bodies.ts'
import { insertFile, lockLiveByPath } from '../store/files.ts'
import { assertFileName, assertFolder } from './names.ts'
import { packText, prepareSearch, type Text } from './pack-text.ts'
import { putVersion, recordVersion, saving } from './record-version.ts'
import { changedFile } from './update.ts'

export type Draft = {
  /** None: outside every folder. */
  folder?: string | undefined
  fileName: string
  content: string
  source: VersionSource
  language?: string | undefined
  description?: string | undefined
  tags?: string[] | undefined
  repo?: string | undefined
  sourceUrl?: string | undefined
}

/** Creates a file, or the next version of the live file with that folder and name. The version is assigned in the saving transaction. */
export async function saveByName(ctx: UserCtx, draft: Draft): Promise<File> {
  assertFolder(draft.folder ?? '')
  assertFileName(draft.fileName)
  const text = await prepareDraft(ctx, draft, await packText(ctx, draft.content))
  return saving(ctx, (trx) => putByName(trx, ctx, draft, text))
}

/** Before the transaction, in the language that the file most probably gets. In the other case the transaction reads the symbols again. */
export async function prepareDraft(ctx: UserCtx, draft: Draft, text: Text): Promise<Text> {
  return prepareSearch(ctx, text, languageOf(draft))
}

function languageOf({ language, fileName, content }: Draft): string {
  return language ?? detectLanguage(fileName, content)
}

/** The same inside the caller's transaction. */
export async function putByName(trx: Db, ctx: UserCtx, draft: Draft, text: Text): Promise<File> {
  await putBlob(trx, ctx.user.id, text.packed, ctx.now)
  const fresh = newFile(ctx, draft, text)
  if (await insertFile(trx, ctx.user.id, fresh, text.stored)) {
    await recordVersion(trx, ctx, { from: null, to: fresh }, text, draft.source)
    return fresh
  }
  const present = await lockLiveByPath(trx, ctx.user.id, pathOf(fresh))
  // The file was trashed between the two statements, so the path is free now.
  if (!present) return putByName(trx, ctx, draft, text)
  return putVersion(trx, ctx, { from: present, to: changedFile(ctx, present, draft) }, text, draft.source)
}

/** In the caller's transaction, and never as a version of a file that took the name meanwhile. */
export async function createFile(trx: Db, ctx: UserCtx, draft: Draft): Promise<File> {
  const file = await putByName(trx, ctx, draft, await packText(ctx, draft.content))
  if (file.version > 1) throw nameTaken({ file_name: draft.fileName, suggestion: '' })
  return file
}

function newFile(ctx: UserCtx, draft: Draft, { stored }: Text): File {
  return {
    id: ctx.newId<'file'>(),
    folder: draft.folder ?? '',
    fileName: draft.fileName,
    language: languageOf(draft),
    languageIsChosen: draft.language !== undefined,
    description: draft.description ?? '',
    firstLine: stored.firstLine,
    tags: draft.tags ?? [],
    repo: draft.repo ?? null,
    sourceUrl: draft.sourceUrl ?? null,
    version: 1,
    sizeBytes: stored.sizeBytes,
    lineCount: stored.lineCount,
    isFavorite: false,
    isPinned: false,
    createdAt: ctx.now,
    updatedAt: ctx.now,
    deletedAt: null,
    purgeAt: null,
  }
}
