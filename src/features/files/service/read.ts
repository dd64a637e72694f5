import type { FileId } from '#base/ids.ts'
import { PLAIN_TEXT } from '#base/language/language.ts'
import { addSeconds } from '#base/time.ts'
import type { ReaderCtx, UserCtx } from '#platform/ctx.ts'
import { type Packed, unpackBody } from '#platform/db/body-codec.ts'
import { dbGetLatestVersionError } from '../events.ts'
import type { File, Version } from '../file.ts'
import { fileInTrash, fileNotFound, versionNotFound } from '../problems.ts'
import * as bodies from '../store/bodies.ts'
import * as files from '../store/files.ts'
import { reporting } from './report.ts'

/** Returns a live file of this user; a file in the trash throws its own problem. */
export async function getFile(ctx: UserCtx, id: FileId): Promise<File> {
  const file = await reporting(ctx, dbGetLatestVersionError, () => files.findFile(ctx.db, ctx.user.id, id))
  if (!file) throw fileNotFound({ file_id: id })
  assertLive(file)
  return file
}

/** The same with the compressed text of the newest version, in one statement. */
export async function getFileWithText(ctx: UserCtx, id: FileId): Promise<{ file: File; text: Packed }> {
  const found = await reporting(ctx, dbGetLatestVersionError, () => files.findFileWithText(ctx.db, ctx.user.id, id))
  if (!found) throw fileNotFound({ file_id: id })
  assertLive(found.file)
  return found
}

function assertLive({ id, deletedAt }: File): void {
  if (deletedAt) throw fileInTrash({ file_id: id, in_trash: true })
}

export async function getFileWithContent(ctx: UserCtx, id: FileId): Promise<File & { content: string }> {
  const { file, text } = await getFileWithText(ctx, id)
  return { ...file, content: unpackBody(text) }
}

/** Returns the live files among these ids; the others are left out. */
export async function findLiveFiles(ctx: UserCtx, ids: readonly FileId[]): Promise<File[]> {
  return reporting(ctx, dbGetLatestVersionError, () => files.findFiles(ctx.db, ctx.user.id, ids))
}

export async function getContent(ctx: UserCtx, file: Pick<File, 'id'>, version: number): Promise<string> {
  return unpackBody(await getPackedContent(ctx, file, version))
}

/** The same, compressed as stored, for worker threads that decompress it themselves. */
export async function getPackedContent(ctx: UserCtx, file: Pick<File, 'id'>, version: number): Promise<Packed> {
  const packed = await reporting(ctx, dbGetLatestVersionError, () =>
    bodies.readPacked(ctx.db, ctx.user.id, file.id, version),
  )
  if (packed === null) throw versionNotFound({ file_id: file.id, version })
  return packed
}

export async function getVersion(ctx: UserCtx, id: FileId, number: number): Promise<Version> {
  const version = (await getVersions(ctx, id)).find((each) => each.version === number)
  if (!version) throw versionNotFound({ file_id: id, version: number })
  return version
}

export async function getVersions(ctx: UserCtx, id: FileId): Promise<Version[]> {
  await getFile(ctx, id)
  return bodies.listVersions(ctx.db, ctx.user.id, id)
}

/** Enough versions to follow a note through; older ones are bridged by one larger step. */
const MAX_STEPS = 200
/** The limit of their texts together, in bytes; in memory a text can take twice as much. */
const STEPS_BYTES = 24 * 1024 * 1024

export type ContentsSince = { language: string; texts: (Packed & { version: number; at: Date | null })[] }

/** The texts from a version to the newest, for carrying notes through them, and the language of the file. */
export async function getContentsSince(ctx: ReaderCtx, id: FileId, from: number): Promise<ContentsSince> {
  const found = await bodies.readVersionsSince(ctx.db, ctx.user.id, id, from, {
    count: MAX_STEPS,
    bytes: STEPS_BYTES,
  })
  const language = found[0]?.language ?? PLAIN_TEXT
  const texts = found.map(({ language: _, ...text }) => text)
  if (texts.some(({ version }) => version === from) || texts.length === 0) return { language, texts }
  const oldest = await bodies.readPacked(ctx.db, ctx.user.id, id, from)
  return { language, texts: oldest === null ? texts : [...texts, { version: from, at: null, ...oldest }] }
}

const TOUCH_EVERY_SECONDS = 3600

/** Records that a user opened the file, for the "recent" list. */
export async function markOpened(ctx: UserCtx, id: FileId): Promise<void> {
  await files.touchFile(ctx.db, ctx.user.id, id, ctx.now, addSeconds(ctx.now, -TOUCH_EVERY_SECONDS))
}
