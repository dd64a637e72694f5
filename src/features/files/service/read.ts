import { type Cursor, encodeCursor } from '#base/cursor.ts'
import { foldForSearch } from '#base/fold.ts'
import type { FileId } from '#base/ids.ts'
import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { businessMetric } from '#platform/events/business.ts'
import { dbGetLatestVersionError } from '../events.ts'
import { CATEGORIES, type File, MAX_CHOSEN, PAGE_SIZE, RECENT_DAYS, type Version } from '../file.ts'
import { type MatchingLine, matchingLines } from '../matching-lines.ts'
import { fileInTrash, fileNotFound, versionNotFound } from '../problems.ts'
import { WALK_FIRST } from '../search.ts'
import * as bodies from '../store/bodies.ts'
import { searchedHow, totalFiles } from '../store/counts.ts'
import * as files from '../store/files.ts'
import * as list from '../store/list.ts'
import { reporting } from './report.ts'

export type ListAsk = {
  q?: string | undefined
  lang?: string | undefined
  category?: string | undefined
  repo?: string | undefined
  sort: 'created_at_desc' | 'created_at_asc'
  cursor: Cursor<'file'> | null
}

export type Listed = {
  files: File[]
  nextCursor: string | null
  /** Known without counting: only for the whole library. */
  total: number | null
  matches: Map<FileId, MatchingLine[]>
}

const LINES_PER_HIT = 3

/** Whoever knows how many files there are in all says so: the page has counted them for its filters anyway. */
export async function listFiles(
  ctx: UserCtx,
  ask: ListAsk,
  countAll = () => totalFiles(ctx.db, ctx.user.id),
): Promise<Listed> {
  const filter = filterOf(ctx, ask)
  const place = { sort: ask.sort, cursor: ask.cursor, limit: PAGE_SIZE + 1 }
  if (filter.needle !== null) ctx.emit(businessMetric, { metric: 'search' })
  const [found, total] = await Promise.all([findPage(ctx, filter, place), isWhole(filter) ? countAll() : null])
  const page = found.slice(0, PAGE_SIZE)
  const last = page.at(-1)
  return {
    files: page,
    nextCursor: found.length > PAGE_SIZE && last ? encodeCursor({ at: last.createdAt, id: last.id }) : null,
    total,
    matches: ask.q ? await linesOf(ctx, page, ask.q) : new Map<FileId, MatchingLine[]>(),
  }
}

/** Every file that matches, by its id alone, as many as can be chosen at once. */
export async function listIds(
  ctx: UserCtx,
  ask: Omit<ListAsk, 'cursor'>,
): Promise<{ ids: FileId[]; total: number | null }> {
  const filter = filterOf(ctx, ask)
  const found = await findPage(ctx, filter, { sort: ask.sort, cursor: null, limit: MAX_CHOSEN + 1 })
  const ids = found.slice(0, MAX_CHOSEN).map(({ id }) => id)
  if (found.length <= MAX_CHOSEN) return { ids, total: ids.length }
  return { ids, total: isWhole(filter) ? await totalFiles(ctx.db, ctx.user.id) : null }
}

function isWhole({ language, category, repo, needle }: list.ListFilter): boolean {
  return !language && !category && !repo && needle === null
}

async function findPage(ctx: UserCtx, filter: list.ListFilter, place: list.ListPlace): Promise<File[]> {
  const { needle } = filter
  if (needle === null) return list.listFiles(ctx.db, ctx.user.id, filter, place)
  return search(ctx, { ...filter, needle }, place)
}

async function search(
  ctx: UserCtx,
  filter: list.ListFilter & { needle: string },
  place: list.ListPlace,
): Promise<File[]> {
  const { total, isHeavy } = await searchedHow(ctx.db, ctx.user.id)
  return list.searchFiles(ctx.db, ctx.user.id, filter, place, { userHasMore: total > WALK_FIRST, isHeavy })
}

async function linesOf(ctx: UserCtx, page: readonly File[], needle: string): Promise<Map<FileId, MatchingLine[]>> {
  const texts = await bodies.readLatest(
    ctx.db,
    ctx.user.id,
    page.map(({ id }) => id),
  )
  return new Map([...texts].map(([id, text]) => [id, matchingLines(text, needle, LINES_PER_HIT)]))
}

/** Hits of a search by language. Apart from the list, because it has to look at every file. */
export async function countHits(ctx: UserCtx, ask: Omit<ListAsk, 'sort' | 'cursor'>): Promise<Map<string, number>> {
  const filter = filterOf(ctx, { ...ask, lang: undefined })
  if (filter.needle === null) return new Map()
  const { isHeavy } = await searchedHow(ctx.db, ctx.user.id)
  return list.countHits(ctx.db, ctx.user.id, { ...filter, needle: filter.needle }, isHeavy)
}

function filterOf(ctx: UserCtx, ask: Omit<ListAsk, 'sort' | 'cursor'>): list.ListFilter {
  const needle = ask.q === undefined ? '' : foldForSearch(ask.q)
  return {
    language: ask.lang || null,
    category: categoryOf(ctx, ask.category),
    repo: ask.repo || null,
    needle: needle === '' ? null : needle,
  }
}

function categoryOf(ctx: UserCtx, name: string | undefined): list.ListFilter['category'] {
  if (!name) return null
  const known = CATEGORIES.find((category) => category === name)
  if (!known) return { name: 'tag', tag: name }
  if (known === 'recent') return { name: 'recent', since: addSeconds(ctx.now, -RECENT_DAYS * SECONDS_PER_DAY) }
  return { name: known }
}

/** A live file of this person; what is in the trash says so. */
export async function getFile(ctx: UserCtx, id: FileId): Promise<File> {
  const file = await reporting(ctx, dbGetLatestVersionError, () => files.findFile(ctx.db, ctx.user.id, id))
  if (!file) throw fileNotFound({ file_id: id })
  if (file.deletedAt) throw fileInTrash({ file_id: id, in_trash: true })
  return file
}

/** Those of them that are live, for whoever may see them; the others are simply not there. */
export async function findLive(ctx: UserCtx, ids: readonly FileId[]): Promise<File[]> {
  return reporting(ctx, dbGetLatestVersionError, () => files.findFiles(ctx.db, ctx.user.id, ids))
}

export async function getContent(ctx: UserCtx, file: Pick<File, 'id'>, version: number): Promise<string> {
  const content = await reporting(ctx, dbGetLatestVersionError, () =>
    bodies.readVersion(ctx.db, ctx.user.id, file.id, version),
  )
  if (content === null) throw versionNotFound({ file_id: file.id, version })
  return content
}

export async function getVersion(
  ctx: UserCtx,
  id: FileId,
  number: number,
): Promise<{ version: Version; content: string }> {
  const version = (await getVersions(ctx, id)).find((each) => each.version === number)
  if (!version) throw versionNotFound({ file_id: id, version: number })
  return { version, content: await getContent(ctx, { id }, number) }
}

export async function getVersions(ctx: UserCtx, id: FileId): Promise<Version[]> {
  await getFile(ctx, id)
  return bodies.listVersions(ctx.db, ctx.user.id, id)
}

/** Enough steps to follow a note through; older ones are bridged by one larger step. */
const MAX_STEPS = 200

/** The texts from a version on to the newest, for what has to be carried through them. */
export async function getContentsSince(
  ctx: UserCtx,
  id: FileId,
  from: number,
): Promise<{ version: number; content: string }[]> {
  const texts = await bodies.readVersionsSince(ctx.db, ctx.user.id, id, from, MAX_STEPS)
  if (texts.some(({ version }) => version === from) || texts.length === 0) return texts
  const oldest = await bodies.readVersion(ctx.db, ctx.user.id, id, from)
  return oldest === null ? texts : [...texts, { version: from, content: oldest }]
}

const TOUCH_EVERY_SECONDS = 3600

/** Opened by a person: it belongs to "recent" now. */
export async function markOpened(ctx: UserCtx, id: FileId): Promise<void> {
  await files.touchFile(ctx.db, ctx.user.id, id, ctx.now, addSeconds(ctx.now, -TOUCH_EVERY_SECONDS))
}
