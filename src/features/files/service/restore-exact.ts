import { isLanguage } from '#base/language/language.ts'
import { charLength, isStorableText } from '#base/text.ts'
import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { Db } from '#platform/db/pool.ts'
import { businessMetric } from '#platform/events/business.ts'
import { dbSaveCodeSnippetError } from '../events.ts'
import { type File, MAX_DESCRIPTION_CHARS, MAX_TAG_CHARS, MAX_TAGS, TRASH_DAYS, type Version } from '../file.ts'
import { pathOf, splitPath, uniquePath } from '../path.ts'
import { invalidExport } from '../problems.ts'
import * as bodies from '../store/bodies.ts'
import { insertFile } from '../store/files.ts'
import * as store from '../store/transfer.ts'
import { assertFileName, assertFolder } from './names.ts'
import { namesakesOf } from './namesakes.ts'
import { packText, type Text } from './pack-text.ts'
import { applyToProjections } from './projections.ts'
import { reporting } from './report.ts'

/** A file from an export, with its whole history. Sizes and line counts are recomputed, not trusted. */
export type ExactFile = Omit<File, 'id' | 'version' | 'firstLine' | 'sizeBytes' | 'lineCount'> & {
  touchedAt: Date
  /** Oldest first; the last one is the current version. */
  versions: readonly ExactVersion[]
  /** Read one at a time: the history of a file may be far larger than the file. */
  contentOf: (version: number) => Promise<string>
}
export type ExactVersion = Omit<Version, 'sizeBytes' | 'lineCount'>

export type Restored = {
  outcome: 'restored' | 'already'
  file: Pick<File, 'id' | 'folder' | 'fileName' | 'version'>
}

const NAME_TRIES = 10

/**
 * Restores a file exactly: dates, versions, tags, favourite, pin and trash. A live name that is taken is made unique. An
 * identical file that exists already is not an error, so an interrupted import can be run again.
 */
export async function restoreExact(ctx: UserCtx, exact: ExactFile): Promise<Restored> {
  assertLawful(exact)
  const restored = await reporting(ctx, dbSaveCodeSnippetError, () =>
    ctx.db.transaction().execute(async (trx): Promise<Restored> => {
      const texts = await putBodies(trx, ctx, exact)
      const file = fileOf(ctx, exact, texts.latest)
      const twin = await findTwin(trx, ctx, file, texts.latest)
      if (twin) return { outcome: 'already' as const, file: twin }
      const fileName = await insert(trx, ctx, file, exact.touchedAt, texts.latest)
      await record(trx, ctx, { ...file, fileName }, exact, texts)
      return {
        outcome: 'restored' as const,
        file: { id: file.id, folder: file.folder, fileName, version: file.version },
      }
    }),
  )
  if (restored.outcome === 'restored') ctx.emit(businessMetric, { metric: 'file_saved' })
  return restored
}

type Texts = { stored: Map<number, Text['stored']>; latest: Text }

async function putBodies(trx: Db, ctx: UserCtx, exact: ExactFile): Promise<Texts> {
  const stored = new Map<number, Text['stored']>()
  let latest: Text | null = null
  for (const { version } of exact.versions) {
    latest = await packText(ctx, await exact.contentOf(version))
    stored.set(version, latest.stored)
    await bodies.putBlob(trx, ctx.user.id, latest.packed, ctx.now)
  }
  if (!latest) throw invalidExport({ field: 'versions' })
  return { stored, latest }
}

function fileOf(ctx: UserCtx, exact: ExactFile, { stored }: Text): File {
  const { touchedAt: _touched, versions, contentOf: _content, ...same } = exact
  return {
    ...same,
    id: ctx.newId<'file'>(),
    version: versions.at(-1)?.version ?? 1,
    firstLine: stored.firstLine,
    sizeBytes: stored.sizeBytes,
    lineCount: stored.lineCount,
    purgeAt: purgeAtOf(ctx, exact),
  }
}

/** Extends the purge date of a trashed file from an old export, which would otherwise be purged on arrival. */
function purgeAtOf(ctx: UserCtx, { deletedAt, purgeAt }: ExactFile): Date | null {
  if (!deletedAt) return null
  return purgeAt && purgeAt > ctx.now ? purgeAt : addSeconds(ctx.now, TRASH_DAYS * SECONDS_PER_DAY)
}

async function findTwin(trx: Db, ctx: UserCtx, file: File, { stored }: Text): Promise<Restored['file'] | null> {
  if (file.deletedAt) {
    const id = await store.findTrashedTwin(trx, ctx.user.id, file, stored.sha256)
    return id && { id, folder: file.folder, fileName: file.fileName, version: file.version }
  }
  const family = await namesakesOf(trx, ctx.user.id, pathOf(file))
  const isTwin = (other: store.Namesake) =>
    other.version === file.version &&
    other.createdAt.getTime() === file.createdAt.getTime() &&
    other.sha256.equals(stored.sha256)
  const twin = [...family.values()].find(isTwin)
  return twin ? { id: twin.id, version: twin.version, ...splitPath(twin.path) } : null
}

/** Inserts under a free name and returns it. Retries when a concurrent writer takes the name between check and insert. */
async function insert(trx: Db, ctx: UserCtx, file: File, touchedAt: Date, { stored }: Text): Promise<string> {
  for (let attempt = 0; attempt < NAME_TRIES; attempt++) {
    const family = file.deletedAt ? new Map() : await namesakesOf(trx, ctx.user.id, pathOf(file))
    const { fileName } = splitPath(uniquePath(pathOf(file), (candidate) => family.has(candidate)))
    if (await insertFile(trx, ctx.user.id, { ...file, fileName }, stored, touchedAt)) return fileName
  }
  throw new Error('No free name was found')
}

async function record(trx: Db, ctx: UserCtx, file: File, exact: ExactFile, { stored, latest }: Texts): Promise<void> {
  for (const version of exact.versions) {
    const text = stored.get(version.version) ?? latest.stored
    await bodies.insertVersion(trx, ctx.user.id, file.id, { ...version, ...text }, text.sha256)
  }
  const search = { changed: 'text' as const, packed: latest.packed }
  const savedAt = exact.versions.map(({ createdAt }) => createdAt)
  await applyToProjections(trx, ctx, [{ from: null, to: file, search, savedAt, isAgentWrite: true }])
}

const MAX_SOURCE_URL_CHARS = 10_000

/** Exports may have been edited, so the values are validated like those of any save. */
function assertLawful(exact: ExactFile): void {
  assertFolder(exact.folder)
  assertFileName(exact.fileName)
  const texts = { description: exact.description, repo: exact.repo ?? '', source_url: exact.sourceUrl ?? '' }
  for (const [field, text] of Object.entries(texts)) if (!isStorableText(text)) throw invalidExport({ field })
  if (!isLanguage(exact.language)) throw invalidExport({ field: 'language' })
  if (charLength(exact.description) > MAX_DESCRIPTION_CHARS) throw invalidExport({ field: 'description' })
  if (texts.repo.length + texts.source_url.length > MAX_SOURCE_URL_CHARS) throw invalidExport({ field: 'source_url' })
  if (exact.tags.length > MAX_TAGS || !exact.tags.every(isTag) || new Set(exact.tags).size < exact.tags.length)
    throw invalidExport({ field: 'tags' })
  const numbers = exact.versions.map(({ version }) => version)
  if (numbers.some((number, i) => number <= (numbers[i - 1] ?? 0))) throw invalidExport({ field: 'versions' })
}

function isTag(tag: string): boolean {
  return isStorableText(tag) && tag.trim() !== '' && charLength(tag) <= MAX_TAG_CHARS
}
