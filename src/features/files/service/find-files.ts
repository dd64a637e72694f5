import { batchBySize } from '#base/batch-by-size.ts'
import type { FileId } from '#base/ids.ts'
import type { Query } from '#base/search-query/query.ts'
import { type Clause, markedTexts, type TextTerms, textTermsOf } from '#base/search-query/text-terms.ts'
import { SITE_ZONE } from '#base/time.ts'
import type { UserCtx } from '#platform/ctx.ts'
import type { ReadPatterns } from '#platform/patterns/checks.ts'
import { readPatternsTask } from '#platform/patterns/tasks.ts'
import { isDeadlineOrBusy } from '#platform/threads.ts'
import { readPersonal } from '#features/settings/public.ts'
import type { File } from '../file.ts'
import type { FoundPage, Unsearched } from '../found-page.ts'
import { cursorAfter, type ListCursor } from '../list-order.ts'
import type { MatchingLine } from '../matching-lines.ts'
import { type FileFilter, fileFilterOf, parseListQuery } from '../query.ts'
import { WALK_FIRST } from '../search-index.ts'
import * as bodies from '../store/bodies.ts'
import { searchedHow } from '../store/counts.ts'
import { EVERYTHING, type ListFilter, type PageRequest } from '../store/list-conditions.ts'
import * as list from '../store/list.ts'
import * as store from '../store/find-by-text.ts'
import { checkFiles } from './check-files.ts'
import { findLines, type WantedLines } from './text-tasks.ts'

/** What a search box asks: of the texts, of the files, and what to mark in them. */
export type ReadQuery = { text: RequiredTerms | null; filter: FileFilter | null; wanted: WantedLines }

/** The terms, whose `holds` have what the patterns require too. */
type RequiredTerms = TextTerms & { requires: readonly Clause[] }

export const NO_SEARCH: ReadQuery = {
  text: null,
  filter: null,
  wanted: { texts: [], patterns: [], isCaseSensitive: false },
}

/** The query of a list. What is no query is searched for as it stands. */
export async function readListSearch(ctx: UserCtx, q: string): Promise<ReadQuery> {
  const query = parseListQuery(q)
  const read = query && (await readQuery(ctx, query))
  if (read?.kind === 'search') return read.search
  const literal = textTermsOf({
    terms: [{ kind: 'phrase', text: q, isExcluded: false, from: 0, to: q.length }],
    isCaseSensitive: false,
  })
  if (literal.holds.length === 0) return NO_SEARCH
  return {
    text: { ...literal, requires: [] },
    filter: null,
    wanted: { texts: [q], patterns: [], isCaseSensitive: false },
  }
}

/** `invalid`: the pattern with this index among the checks cannot be compiled. */
export type ReadOutcome = { kind: 'search'; search: ReadQuery } | Extract<ReadPatterns, { kind: 'invalid' }>

export async function readQuery(ctx: UserCtx, query: Query): Promise<ReadOutcome> {
  const terms = textTermsOf(query)
  const patterns: ReadPatterns =
    terms.checks.length > 0 ? await ctx.offload(readPatternsTask, terms) : { kind: 'required', clauses: [] }
  if (patterns.kind === 'invalid') return patterns
  const isAboutText = terms.holds.length + terms.lacks.length + terms.checks.length > 0
  const search = {
    text: isAboutText ? { ...terms, holds: [...terms.holds, ...patterns.clauses], requires: patterns.clauses } : null,
    filter: hasFilters(query) ? fileFilterOf(query, await zoneFor(ctx, query)) : null,
    wanted: {
      texts: query.isCaseSensitive ? [] : markedTexts(query),
      patterns: terms.checks.flatMap(({ pattern, isExcluded }) => (isExcluded ? [] : [pattern])),
      isCaseSensitive: query.isCaseSensitive,
    },
  }
  return { kind: 'search', search }
}

function hasFilters({ filters, states, before, after }: Query): boolean {
  return filters.length > 0 || states.length > 0 || before !== null || after !== null
}

/** Only days depend on the zone. */
async function zoneFor(ctx: UserCtx, { before, after }: Query): Promise<string> {
  if (!before && !after) return SITE_ZONE
  return (await readPersonal(ctx)).timeZone ?? SITE_ZONE
}

/** A page of files whose text matches. Patterns are matched in worker threads and have a time limit. */
export async function searchFiles(
  ctx: UserCtx,
  filter: ListFilter,
  text: TextTerms,
  paging: PageRequest,
): Promise<FoundPage> {
  const { total, isHeavy } = await searchedHow(ctx.db, ctx.user.id)
  const how = { userHasMore: total > WALK_FIRST, isHeavy }
  const find = (from: ListCursor | null, limit: number) =>
    store.searchFiles(ctx.db, ctx.user.id, { ...filter, text }, { ...paging, cursor: from, limit }, how)
  if (text.checks.length > 0) return checkFiles(ctx, { ...filter, text }, paging, find)
  const found = await find(paging.cursor, paging.limit + 1)
  return { ...pageOf(found, paging), unsearched: null }
}

/** Files for the search of everything: the most recently changed that match, with their lines. */
export async function findFilesFor(ctx: UserCtx, read: ReadQuery, limit: number): Promise<FoundFiles> {
  const filter = { ...EVERYTHING, query: read.filter }
  const paging = { sort: 'updated_at_desc', cursor: null, limit } as const
  const { files, next, unsearched } = read.text
    ? await searchFiles(ctx, filter, read.text, paging)
    : await listPage(ctx, filter, paging)
  const lines = await findMatchingLines(ctx, files, read)
  return {
    hits: files.map((file) => ({ file, lines: lines.get(file.id) ?? [] })),
    hasMore: next !== null,
    unsearched,
  }
}

export type FoundFiles = {
  hits: { file: File; lines: MatchingLine[] }[]
  hasMore: boolean
  unsearched: Unsearched | null
}

/** A page of the list without a search for texts. */
export async function listPage(ctx: UserCtx, filter: ListFilter, paging: PageRequest): Promise<FoundPage> {
  const found = await list.listFiles(ctx.db, ctx.user.id, filter, { ...paging, limit: paging.limit + 1 })
  return { ...pageOf(found, paging), unsearched: null }
}

/** `found` has one file more than the page, if there is one. */
function pageOf(found: readonly File[], { limit, sort }: PageRequest): Pick<FoundPage, 'files' | 'next'> {
  const files = found.slice(0, limit)
  const last = files.at(-1)
  return { files, next: found.length > files.length && last ? cursorAfter(last, sort) : null }
}

const LINES_PER_HIT = 3
/** Texts in memory at once while matching lines are searched: a page of the largest files would be 100 MiB. */
const BYTES_AT_ONCE = 2 * 1024 * 1024
/** The time for the ranges of patterns in the lines of a page. */
const LINES_MS = 50

/** The lines of each file that show what was searched for. A file whose lines cannot be found in time has none. */
export async function findMatchingLines(
  ctx: UserCtx,
  page: readonly File[],
  { wanted }: ReadQuery,
): Promise<Map<FileId, MatchingLine[]>> {
  if (wanted.texts.length + wanted.patterns.length === 0) return new Map()
  const batches = [...batchBySize(page, ({ sizeBytes }) => sizeBytes, BYTES_AT_ONCE)]
  // An ordinary page is one small batch; only pages of large files wait for a slot.
  if (batches.length <= 1) return linesOfBatches(ctx, batches, wanted)
  return ctx.slots.heavy.run(ctx.user.id, () => linesOfBatches(ctx, batches, wanted))
}

async function linesOfBatches(ctx: UserCtx, batches: readonly File[][], wanted: WantedLines) {
  const lines = new Map<FileId, MatchingLine[]>()
  const started = performance.now()
  for (const batch of batches) {
    const limitMs = LINES_MS - (performance.now() - started)
    if (wanted.patterns.length > 0 && limitMs <= 0) break
    const ids = batch.map(({ id }) => id)
    const texts = await bodies.readLatest(ctx.db, ctx.user.id, ids)
    const bytes = batch.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    const found = await linesWithin(
      findLines(ctx, { bodies: [...texts.values()], wanted, max: LINES_PER_HIT, limitMs }, bytes),
      wanted,
    )
    for (const [i, id] of [...texts.keys()].entries()) lines.set(id, found[i] ?? [])
  }
  return lines
}

/** A pattern may need more time for its ranges than for the answer whether it matches. */
async function linesWithin(finding: Promise<MatchingLine[][]>, { patterns }: WantedLines): Promise<MatchingLine[][]> {
  try {
    return await finding
  } catch (error) {
    if (patterns.length > 0 && isDeadlineOrBusy(error)) return []
    throw error
  }
}
