import type { FileId } from '#base/ids.ts'
import { countLines } from '#base/lines.ts'
import { isStorableText } from '#base/text.ts'
import { nextMoment } from '#base/time.ts'
import type { AgentWrite, UserCtx } from '#platform/ctx.ts'
import { type Body, packBody } from '#platform/db/body-codec.ts'
import type { Db } from '#platform/db/pool.ts'
import { businessMetric } from '#platform/events/business.ts'
import { countChanges } from '../counts.ts'
import { diffLines, diffStats } from '#base/diff/diff.ts'
import { dbSaveCodeSnippetError } from '../events.ts'
import { type File, firstLine, MAX_CONTENT_BYTES, type VersionSource } from '../file.ts'
import { detectLanguage } from '#base/language/language.ts'
import { isFileName } from '../name.ts'
import {
  contentTooLarge,
  fileNotFound,
  invalidFileName,
  invalidText,
  nameTaken,
  staleVersion,
  versionNotFound,
} from '../problems.ts'
import { searchDoc } from '../search.ts'
import { snapshotOf } from '../snapshot.ts'
import * as bodies from '../store/bodies.ts'
import * as counts from '../store/counts.ts'
import * as files from '../store/files.ts'
import { putSearchDoc } from '../store/search-docs.ts'
import { suggestName } from './names.ts'
import { reporting } from './report.ts'

export type Draft = {
  fileName: string
  content: string
  source: VersionSource
  language?: string | undefined
  description?: string | undefined
  tags?: string[] | undefined
  repo?: string | undefined
  sourceUrl?: string | undefined
}

export type Change = {
  content?: string | undefined
  fileName?: string | undefined
  language?: string | undefined
  description?: string | undefined
  tags?: string[] | undefined
}

type Whence = Pick<Draft, 'repo' | 'sourceUrl'>

/** A new file, or the next version of the live file of that name. The version is assigned in the saving transaction. */
export async function saveByName(ctx: UserCtx, draft: Draft): Promise<File> {
  if (!isFileName(draft.fileName)) throw invalidFileName()
  const text = packText(draft.content)
  return saving(ctx, (trx) => putByName(trx, ctx, draft, text))
}

/** The same inside a transaction that the caller holds. */
export async function putByName(trx: Db, ctx: UserCtx, draft: Draft, text: Text): Promise<File> {
  await bodies.putBlob(trx, ctx.user.id, text.packed, ctx.now)
  const fresh = newFile(ctx, draft, text)
  if (await files.insertFile(trx, ctx.user.id, fresh, text.stored)) {
    await recordSave(trx, ctx, { from: null, to: fresh }, text, draft.source)
    return fresh
  }
  const present = await files.lockLiveByName(trx, ctx.user.id, draft.fileName)
  // It went to the trash between the two statements: the name is free now.
  if (!present) return putByName(trx, ctx, draft, text)
  return putVersion(trx, ctx, present, draft, text, draft.source)
}

/** Changes what is given, on the version the client saw. Only new content makes a new version. */
export async function updateFile(
  ctx: UserCtx,
  id: FileId,
  prevVersion: number,
  change: Change,
  source: VersionSource,
): Promise<File> {
  if (change.fileName !== undefined && !isFileName(change.fileName)) throw invalidFileName()
  const text = change.content === undefined ? null : packText(change.content)
  return saving(ctx, async (trx) => {
    const present = await lockSeen(trx, ctx, id, prevVersion)
    if (change.fileName !== undefined && change.fileName !== present.fileName)
      await assertNameFree(trx, ctx, change.fileName)
    if (!text) return putDetails(trx, ctx, present, change)
    await bodies.putBlob(trx, ctx.user.id, text.packed, ctx.now)
    return putVersion(trx, ctx, present, change, text, source)
  })
}

/** The next text made from the present one while nobody else can write; null: whatever version that is. */
export async function putContent(
  ctx: UserCtx,
  id: FileId,
  prevVersion: number | null,
  source: VersionSource,
  edit: (content: string) => string,
): Promise<File> {
  return saving(ctx, async (trx) => {
    const present = await lockSeen(trx, ctx, id, prevVersion)
    const content = (await bodies.readVersion(trx, ctx.user.id, id, present.version)) ?? ''
    const text = packText(edit(content))
    await bodies.putBlob(trx, ctx.user.id, text.packed, ctx.now)
    return putVersion(trx, ctx, present, {}, text, source)
  })
}

/** A live file, held, in the version that the writer saw. */
async function lockSeen(trx: Db, ctx: UserCtx, id: FileId, prevVersion: number | null): Promise<File> {
  const present = await files.lockFile(trx, ctx.user.id, id)
  if (!present || present.deletedAt) throw fileNotFound({ file_id: id, ...(present && { in_trash: true }) })
  if (prevVersion !== null && present.version !== prevVersion) throw await stale(trx, ctx, present)
  return present
}

/** Copies an old version as a new one: history is never rewritten. */
export async function restoreVersion(ctx: UserCtx, id: FileId, version: number): Promise<File> {
  return saving(ctx, async (trx) => {
    const present = await files.lockFile(trx, ctx.user.id, id)
    if (!present || present.deletedAt) throw fileNotFound({ file_id: id })
    const content = await bodies.readVersion(trx, ctx.user.id, id, version)
    if (content === null) throw versionNotFound({ file_id: id, version })
    const text = packText(content)
    await bodies.putBlob(trx, ctx.user.id, text.packed, ctx.now)
    return putVersion(trx, ctx, present, {}, text, 'restore')
  })
}

export type Text = { content: string; packed: Body; stored: files.StoredText }

export function packText(content: string): Text {
  if (!isStorableText(content)) throw invalidText({ field: 'content' })
  const packed = packBody(content)
  if (packed.sizeBytes > MAX_CONTENT_BYTES) throw contentTooLarge({ max: MAX_CONTENT_BYTES })
  const stored = {
    sha256: packed.sha256,
    sizeBytes: packed.sizeBytes,
    lineCount: countLines(content),
    firstLine: firstLine(content),
  }
  return { content, packed, stored }
}

async function saving(ctx: UserCtx, run: (trx: Db) => Promise<File>): Promise<File> {
  const file = await reporting(ctx, dbSaveCodeSnippetError, () => ctx.db.transaction().execute(run))
  ctx.emit(businessMetric, { metric: 'file_saved' })
  return file
}

function newFile(ctx: UserCtx, draft: Draft, { content, stored }: Text): File {
  return {
    id: ctx.newId<'file'>(),
    fileName: draft.fileName,
    language: draft.language ?? detectLanguage(draft.fileName, content),
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

async function putVersion(
  trx: Db,
  ctx: UserCtx,
  present: File,
  change: Change & Whence,
  text: Text,
  source: VersionSource,
): Promise<File> {
  const next: File = { ...changed(ctx, present, change, text.content), ...text.stored, version: present.version + 1 }
  await files.updateFile(trx, ctx.user.id, next, text.stored)
  await recordSave(trx, ctx, { from: present, to: next }, text, source)
  return next
}

/** On a row that the caller holds locked. */
export async function renameFile(trx: Db, ctx: UserCtx, present: File, fileName: string): Promise<File> {
  if (!isFileName(fileName)) throw invalidFileName()
  return putDetails(trx, ctx, present, { fileName })
}

async function putDetails(trx: Db, ctx: UserCtx, present: File, change: Change): Promise<File> {
  const content = (await bodies.readVersion(trx, ctx.user.id, present.id, present.version)) ?? ''
  const next = changed(ctx, present, change, content)
  await recordDetails(trx, ctx, { from: present, to: next }, content)
  return next
}

/** Everything about a file but its text, on a row that the caller holds. */
export async function recordDetails(
  trx: Db,
  ctx: UserCtx,
  { from, to }: { from: File; to: File },
  content: string,
): Promise<void> {
  await files.updateFile(trx, ctx.user.id, to, null)
  await putSearchDoc(trx, ctx.user.id, to.id, searchDoc(to, content))
  await counts.changeCounts(trx, ctx.user.id, countChanges([{ from, to }]))
  await ctx.wrote(trx, writeOf(from, to))
}

export function writeOf(from: File | null, to: File): AgentWrite {
  const kind = from ? 'file_edited' : 'file_saved'
  return { kind, resourceId: to.id, title: to.fileName, before: from && snapshotOf(from), after: snapshotOf(to) }
}

function changed(ctx: UserCtx, present: File, change: Change & Whence, content: string): File {
  const fileName = change.fileName ?? present.fileName
  const chosen = change.language !== undefined || present.languageIsChosen
  return {
    ...present,
    fileName,
    language: change.language ?? (chosen ? present.language : detectLanguage(fileName, content)),
    languageIsChosen: chosen,
    description: change.description ?? present.description,
    tags: change.tags ?? present.tags,
    repo: change.repo ?? present.repo,
    sourceUrl: change.sourceUrl ?? present.sourceUrl,
    updatedAt: nextMoment(ctx.now, present.updatedAt),
  }
}

export async function recordSave(
  trx: Db,
  ctx: UserCtx,
  step: { from: File | null; to: File },
  text: Text,
  source: VersionSource,
): Promise<void> {
  const { from, to } = step
  const before = from ? ((await bodies.readVersion(trx, ctx.user.id, from.id, from.version)) ?? '') : ''
  const { added, removed } = diffStats(diffLines(before, text.content))
  const version = { ...to, linesAdded: added, linesRemoved: removed, source, createdAt: to.updatedAt }
  await bodies.insertVersion(trx, ctx.user.id, to.id, version, text.stored.sha256)
  await putSearchDoc(trx, ctx.user.id, to.id, searchDoc(to, text.content))
  await counts.changeCounts(trx, ctx.user.id, countChanges([{ from, to }]))
  await counts.addActivity(trx, ctx.user.id, ctx.now.toISOString().slice(0, 10), 1)
  await ctx.wrote(trx, writeOf(from, to))
}

async function stale(trx: Db, ctx: UserCtx, present: File) {
  const content = (await bodies.readVersion(trx, ctx.user.id, present.id, present.version)) ?? ''
  return staleVersion({ file_id: present.id, version: present.version, content })
}

export async function assertNameFree(trx: Db, ctx: UserCtx, name: string): Promise<void> {
  const taken = await files.liveNames(trx, ctx.user.id, [name])
  if (taken.length > 0) throw nameTaken({ file_name: name, suggestion: await suggestName(trx, ctx.user.id, name) })
}
