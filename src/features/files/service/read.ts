import { batchBySize } from '#base/by-size.ts'
import { foldForSearch } from '#base/fold.ts'
import type { FileId } from '#base/ids.ts'
import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import type { ReaderCtx, UserCtx } from '#platform/ctx.ts'
import { type Packed, unpackBody } from '#platform/db/body-codec.ts'
import { businessMetric } from '#platform/events/business.ts'
import { dbGetLatestVersionError } from '../events.ts'
import { CATEGORIES, type File, HAS_CATEGORIES, MAX_CHOSEN, PAGE_SIZE, RECENT_DAYS, type Version } from '../file.ts'
import { cursorAfter, encodeListCursor, type ListCursor, type Sort } from '../list-order.ts'
import type { MatchingLine } from '../matching-lines.ts'
import { fileInTrash, fileNotFound, versionNotFound } from '../problems.ts'
import { WALK_FIRST } from '../search.ts'
import * as bodies from '../store/bodies.ts'
import { searchedHow, totalFiles } from '../store/counts.ts'
import * as files from '../store/files.ts'
import * as list from '../store/list.ts'
import { listFilesThatHave } from './noted.ts'
import { reporting } from './report.ts'
import { findLines } from './text-tasks.ts'

export type ListRequest = {
  q?: string | undefined
  lang?: string | undefined
  category?: string | undefined
  repo?: string | undefined
  folder?: string | undefined
  sort: Sort
  cursor: ListCursor | null
}

export type FileList = {
  files: File[]
  nextCursor: string | null
  /** Only known for the whole library, where it needs no extra count. */
  total: number | null
  matches: Map<FileId, MatchingLine[]>
}

const LINES_PER_HIT = 3

/** `countAll` lets a caller reuse its own total: the page has counted all files for its filters anyway. */
type Listing = { pageSize?: number; countAll?: () => Promise<number> }

export async function listFiles(
  ctx: UserCtx,
  ask: ListRequest,
  { pageSize = PAGE_SIZE, countAll = () => totalFiles(ctx.db, ctx.user.id) }: Listing = {},
): Promise<FileList> {
  const filter = await filterOf(ctx, ask)
  const paging = { sort: ask.sort, cursor: ask.cursor, limit: pageSize + 1 }
  if (filter.needle !== null) ctx.emit(businessMetric, { metric: 'search' })
  const [found, total] = await Promise.all([findPage(ctx, filter, paging), isWhole(filter) ? countAll() : null])
  const page = found.slice(0, pageSize)
  const last = page.at(-1)
  return {
    files: page,
    nextCursor: found.length > pageSize && last ? encodeListCursor(cursorAfter(last, ask.sort)) : null,
    total,
    matches: ask.q ? await linesOf(ctx, page, ask.q) : new Map<FileId, MatchingLine[]>(),
  }
}

/** The ids of all matching files, up to the selection limit. */
export async function listIds(
  ctx: UserCtx,
  ask: Omit<ListRequest, 'cursor'>,
): Promise<{ ids: FileId[]; total: number | null }> {
  const filter = await filterOf(ctx, ask)
  const found = await findPage(ctx, filter, { sort: ask.sort, cursor: null, limit: MAX_CHOSEN + 1 })
  const ids = found.slice(0, MAX_CHOSEN).map(({ id }) => id)
  if (found.length <= MAX_CHOSEN) return { ids, total: ids.length }
  return { ids, total: isWhole(filter) ? await totalFiles(ctx.db, ctx.user.id) : null }
}

function isWhole({ language, category, repo, folder, needle }: list.ListFilter): boolean {
  return !language && !category && !repo && !folder && needle === null
}

async function findPage(ctx: UserCtx, filter: list.ListFilter, paging: list.PageRequest): Promise<File[]> {
  const { needle } = filter
  if (needle === null) return list.listFiles(ctx.db, ctx.user.id, filter, paging)
  return search(ctx, { ...filter, needle }, paging)
}

async function search(
  ctx: UserCtx,
  filter: list.ListFilter & { needle: string },
  paging: list.PageRequest,
): Promise<File[]> {
  const { total, isHeavy } = await searchedHow(ctx.db, ctx.user.id)
  return list.searchFiles(ctx.db, ctx.user.id, filter, paging, { userHasMore: total > WALK_FIRST, isHeavy })
}

/** Texts in memory at once while matching lines are searched: a page of the largest files would be 100 MiB. */
const BYTES_AT_ONCE = 2 * 1024 * 1024

async function linesOf(ctx: UserCtx, page: readonly File[], needle: string): Promise<Map<FileId, MatchingLine[]>> {
  const batches = [...batchBySize(page, ({ sizeBytes }) => sizeBytes, BYTES_AT_ONCE)]
  // An ordinary page is one small batch; only pages of large files wait for a slot.
  if (batches.length <= 1) return linesOfBatches(ctx, batches, needle)
  return ctx.slots.heavy.run(ctx.user.id, () => linesOfBatches(ctx, batches, needle))
}

async function linesOfBatches(ctx: UserCtx, batches: readonly File[][], needle: string) {
  const lines = new Map<FileId, MatchingLine[]>()
  for (const batch of batches) {
    const texts = await bodies.readLatest(
      ctx.db,
      ctx.user.id,
      batch.map(({ id }) => id),
    )
    const job = { bodies: [...texts.values()], needle, max: LINES_PER_HIT }
    const found = await findLines(
      ctx,
      job,
      batch.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    )
    for (const [i, id] of [...texts.keys()].entries()) lines.set(id, found[i] ?? [])
  }
  return lines
}

/** Search hits by language. Separate from the list, because it has to visit every file. */
export async function countHits(ctx: UserCtx, ask: Omit<ListRequest, 'sort' | 'cursor'>): Promise<Map<string, number>> {
  const filter = await filterOf(ctx, { ...ask, lang: undefined })
  if (filter.needle === null) return new Map()
  const { isHeavy } = await searchedHow(ctx.db, ctx.user.id)
  return list.countHits(ctx.db, ctx.user.id, { ...filter, needle: filter.needle }, isHeavy)
}

async function filterOf(ctx: UserCtx, ask: Omit<ListRequest, 'sort' | 'cursor'>): Promise<list.ListFilter> {
  const needle = ask.q === undefined ? '' : foldForSearch(ask.q)
  return {
    language: ask.lang || null,
    category: await categoryOf(ctx, ask.category),
    repo: ask.repo || null,
    folder: ask.folder || null,
    needle: needle === '' ? null : needle,
  }
}

async function categoryOf(ctx: UserCtx, name: string | undefined): Promise<list.ListFilter['category']> {
  if (!name) return null
  const has = HAS_CATEGORIES.find((category) => category === name)
  if (has) return { name: 'has', ids: await listFilesThatHave(ctx, has) }
  const known = CATEGORIES.find((category) => category === name)
  if (!known) return { name: 'tag', tag: name }
  if (known === 'recent') return { name: 'recent', since: addSeconds(ctx.now, -RECENT_DAYS * SECONDS_PER_DAY) }
  return { name: known }
}

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

/** The texts from a version to the newest, for carrying notes through them. */
export async function getContentsSince(
  ctx: ReaderCtx,
  id: FileId,
  from: number,
): Promise<(Packed & { version: number; at: Date | null })[]> {
  const texts = await bodies.readVersionsSince(ctx.db, ctx.user.id, id, from, {
    count: MAX_STEPS,
    bytes: STEPS_BYTES,
  })
  if (texts.some(({ version }) => version === from) || texts.length === 0) return texts
  const oldest = await bodies.readPacked(ctx.db, ctx.user.id, id, from)
  return oldest === null ? texts : [...texts, { version: from, at: null, ...oldest }]
}

const TOUCH_EVERY_SECONDS = 3600

/** Records that a user opened the file, for the "recent" list. */
export async function markOpened(ctx: UserCtx, id: FileId): Promise<void> {
  await files.touchFile(ctx.db, ctx.user.id, id, ctx.now, addSeconds(ctx.now, -TOUCH_EVERY_SECONDS))
}
