import type { FileId } from '#base/ids.ts'
import { addSeconds, SECONDS_PER_DAY } from '#base/time.ts'
import type { UserCtx } from '#platform/ctx.ts'
import { businessMetric } from '#platform/events/business.ts'
import { categoryNamed } from '../categories.ts'
import { type File, MAX_CHOSEN, PAGE_SIZE, RECENT_DAYS } from '../file.ts'
import type { FoundPage, Unsearched } from '../found-page.ts'
import { encodeListCursor, type ListCursor, type Sort } from '../list-order.ts'
import type { MatchingLine } from '../matching-lines.ts'
import { searchedHow, totalFiles } from '../store/counts.ts'
import type { ListFilter, PageRequest } from '../store/list-conditions.ts'
import * as store from '../store/find-by-text.ts'
import { listFilesThatHave } from './noted.ts'
import { findMatchingLines, listPage, NO_SEARCH, type ReadQuery, readListSearch, searchFiles } from './find-files.ts'

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
  /** Set when the time for a pattern was up before the list was full. The next page goes on there. */
  unsearched: Unsearched | null
}

/** `countAll` lets a caller reuse its own total: the page has counted all files for its filters anyway. */
type Listing = { pageSize?: number; countAll?: () => Promise<number> }

export async function listFiles(
  ctx: UserCtx,
  ask: ListRequest,
  { pageSize = PAGE_SIZE, countAll = () => totalFiles(ctx.db, ctx.user.id) }: Listing = {},
): Promise<FileList> {
  const asked = await readRequest(ctx, ask)
  if (asked.search.text) ctx.emit(businessMetric, { metric: 'search' })
  const [{ files, next, unsearched }, total] = await Promise.all([
    findPage(ctx, asked, { sort: ask.sort, cursor: ask.cursor, limit: pageSize }),
    isWhole(asked) ? countAll() : null,
  ])
  return {
    files,
    nextCursor: next && encodeListCursor(next),
    total,
    matches: await findMatchingLines(ctx, files, asked.search),
    unsearched,
  }
}

/** The ids of all matching files, up to the selection limit. */
export async function listIds(
  ctx: UserCtx,
  ask: Omit<ListRequest, 'cursor'>,
): Promise<{ ids: FileId[]; total: number | null }> {
  const asked = await readRequest(ctx, ask)
  const { files, next } = await findPage(ctx, asked, { sort: ask.sort, cursor: null, limit: MAX_CHOSEN })
  const ids = files.map(({ id }) => id)
  if (!next) return { ids, total: ids.length }
  return { ids, total: isWhole(asked) ? await totalFiles(ctx.db, ctx.user.id) : null }
}

/** A request as the store takes it, and what its search box asks. */
type Asked = { filter: ListFilter; search: ReadQuery }

function isWhole({ filter: { language, category, repo, folder, query }, search }: Asked): boolean {
  return !language && !category && !repo && !folder && !query && !search.text
}

async function findPage(ctx: UserCtx, { filter, search }: Asked, paging: PageRequest): Promise<FoundPage> {
  return search.text ? searchFiles(ctx, filter, search.text, paging) : listPage(ctx, filter, paging)
}

/** Search hits by language. Separate from the list, because it has to visit every file. */
export async function countHits(ctx: UserCtx, ask: Omit<ListRequest, 'sort' | 'cursor'>): Promise<Map<string, number>> {
  const { filter, search } = await readRequest(ctx, { ...ask, lang: undefined })
  // Patterns are not counted: that would take as long as matching them in every file.
  if (!search.text || search.text.checks.length > 0) return new Map()
  const { isHeavy } = await searchedHow(ctx.db, ctx.user.id)
  return store.countHits(ctx.db, ctx.user.id, { ...filter, text: search.text }, isHeavy)
}

async function readRequest(ctx: UserCtx, ask: Omit<ListRequest, 'sort' | 'cursor'>): Promise<Asked> {
  const search = ask.q ? await readListSearch(ctx, ask.q) : NO_SEARCH
  const filter = {
    language: ask.lang || null,
    category: await categoryOf(ctx, ask.category),
    repo: ask.repo || null,
    folder: ask.folder || null,
    query: search.filter,
  }
  return { filter, search }
}

async function categoryOf(ctx: UserCtx, name: string | undefined): Promise<ListFilter['category']> {
  if (!name) return null
  const known = categoryNamed(name)
  if (known === undefined) return { name: 'tag', tag: name }
  if (known === 'recent') return { name: known, since: addSeconds(ctx.now, -RECENT_DAYS * SECONDS_PER_DAY) }
  if (known === 'has:note' || known === 'has:task' || known === 'has:reminder')
    return { name: 'has', ids: await listFilesThatHave(ctx, known) }
  return { name: known }
}
